//===- Names.h - Names for what is in LLVM IR -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Names that a user recognises, as isl can read them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_POLLY_NAMES_H
#define STEVEDORE_LIB_FRONTEND_POLLY_NAMES_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace polly {
class ScopArrayInfo;
}

namespace llvm {
class SCEV;
}

namespace stevedore {

/// Names that are taken once.
class UniqueNames {
public:
  /// \p Wanted, or a name like it that isl reads as one, that has no meaning of
  /// its own, and that was not taken before.
  std::string take(llvm::StringRef Wanted);

private:
  std::set<std::string> Taken;
};

/// The name of the variable with the value \p Parameter, in Polly's words
/// \p Id; that of \p Id where there is none.
std::string nameOfParameter(const llvm::SCEV *Parameter, llvm::StringRef Id);

/// The name of the variable that points to \p A, from debug information where
/// the IR has discarded it; Polly's otherwise.
std::string nameOfPointer(const polly::ScopArrayInfo &A);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_POLLY_NAMES_H
