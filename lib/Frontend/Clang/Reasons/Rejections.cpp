//===- Rejections.cpp ----------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reasons/Rejections.h"
#include "Reasons/Advice.h"
#include "llvm/ADT/StringExtras.h"

using namespace stevedore;

namespace {
struct Sentences {
  const char *Name;
  const char *Message;
  const char *Advice;
};
} // namespace

static const Sentences Table[] = {
#define REJECTION(NAME, MESSAGE, ADVICE) {#NAME, MESSAGE, ADVICE},
#include "Reasons/Rejections.def"
#undef REJECTION
};

/// \p Format with %0, %1, ... replaced by \p Arguments.
static std::string fillHoles(llvm::StringRef Format,
                        llvm::ArrayRef<std::string> Arguments) {
  std::string Result;
  for (size_t I = 0; I < Format.size(); ++I) {
    bool IsHole = Format[I] == '%' && I + 1 < Format.size() &&
                  Format[I + 1] >= '0' && Format[I + 1] <= '9';
    if (!IsHole) {
      Result += Format[I];
      continue;
    }
    size_t Number = Format[++I] - '0';
    if (Number < Arguments.size())
      Result += Arguments[Number];
  }
  return Result;
}

/// "OpenMPClause" as "open-mp-clause".
static std::string spelledOut(llvm::StringRef Name) {
  std::string Result;
  for (size_t I = 0; I < Name.size(); ++I) {
    bool IsEndOfWord = I > 0 && llvm::isLower(Name[I - 1]);
    bool IsNextInWord = I + 1 < Name.size() && llvm::isLower(Name[I + 1]);
    if (I > 0 && llvm::isUpper(Name[I]) && (IsEndOfWord || IsNextInWord))
      Result += '-';
    Result += llvm::toLower(Name[I]);
  }
  return Result;
}

/// Rejection::Reason of a rejection for \p Reason.
static std::string wordsOf(RejectReason Reason) {
  return spelledOut(Table[static_cast<unsigned>(Reason)].Name);
}

bool stevedore::isFor(const Rejection &Why,
                      llvm::ArrayRef<RejectReason> Reasons) {
  return llvm::any_of(Reasons, [&](RejectReason Reason) {
    return Why.Reason == wordsOf(Reason);
  });
}

bool stevedore::isSameReason(const Rejection &A, const Rejection &B) {
  return A.Location == B.Location && A.Message == B.Message;
}

Rejection stevedore::makeRejection(RejectReason Reason,
                                   clang::SourceLocation Location,
                                   llvm::ArrayRef<std::string> Arguments) {
  const Sentences &S = Table[static_cast<unsigned>(Reason)];
  Rejection R;
  R.Location = Location;
  R.Reason = wordsOf(Reason);
  R.Message = fillHoles(S.Message, Arguments);
  std::string Advice = specialAdvice(Reason, Arguments);
  R.Notes.push_back(
      {Location, Advice.empty() ? fillHoles(S.Advice, Arguments) : Advice});
  return R;
}

char RejectionError::ID = 0;

Rejection stevedore::takeRejection(llvm::Error E) {
  Rejection Result;
  llvm::handleAllErrors(std::move(E), [&](RejectionError &Info) {
    Result = std::move(Info.Why);
  });
  return Result;
}
