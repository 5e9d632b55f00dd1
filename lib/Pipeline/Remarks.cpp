//===- Remarks.cpp - What is done without ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

static std::string text(const ErrorInfoBase &E) {
  std::string Result;
  raw_string_ostream OS(Result);
  E.log(OS);
  return Result;
}

Error stevedore::doWithout(Error Failed, const std::string &Otherwise,
                           RegionResult &Result) {
  return handleErrors(
      std::move(Failed),
      [&](const IslError &I) {
        bool OverBudget = I.kind() == IslError::Budget;
        Result.Remarks.push_back({!OverBudget, Otherwise + ": " + text(I)});
      },
      [&](const ProofError &P) {
        Result.Remarks.push_back({true, Otherwise + ": " + text(P)});
      });
}
