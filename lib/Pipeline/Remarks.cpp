//===- Remarks.cpp - What is done without ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

using namespace stevedore;
using namespace llvm;

Error stevedore::doWithout(Error Failed, const std::string &Otherwise,
                           RegionResult &Result) {
  return handleErrors(
      std::move(Failed),
      [&](const IslError &I) {
        bool OverBudget = I.kind() == IslError::Budget;
        Result.Remarks.push_back({!OverBudget, Otherwise + ": " + I.message()});
      },
      [&](const ProofError &P) {
        Result.Remarks.push_back({true, Otherwise + ": " + P.message()});
      });
}
