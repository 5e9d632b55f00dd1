//===- Rejections.h ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Reasons, sentences and advice for regions that are left alone.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REASONS_REJECTIONS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REASONS_REJECTIONS_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace stevedore {

enum class RejectReason {
#define REJECTION(NAME, MESSAGE, ADVICE) NAME,
#include "Reasons/Rejections.def"
#undef REJECTION
};

/// The rejection for \p Reason at \p Location, with its advice as a note;
/// \p Arguments replace %0, %1, ... in both sentences.
Rejection makeRejection(RejectReason Reason, clang::SourceLocation Location,
                        llvm::ArrayRef<std::string> Arguments);

/// The error of whatever has no model: where, which construct, and advice.
class RejectionError : public llvm::ErrorInfo<RejectionError> {
public:
  static char ID;
  explicit RejectionError(Rejection Why) : Why(std::move(Why)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Why.Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
  Rejection Why;
};

/// The error for \p Why.
inline llvm::Error rejected(Rejection Why) {
  return llvm::make_error<RejectionError>(std::move(Why));
}

/// The rejection that \p E carries.
Rejection takeRejection(llvm::Error E);

/// Whether \p Why is a rejection for one of \p Reasons.
bool isFor(const Rejection &Why, llvm::ArrayRef<RejectReason> Reasons);

/// Whether \p A and \p B say the same of the same place.
bool isSameReason(const Rejection &A, const Rejection &B);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REASONS_REJECTIONS_H
