//===- RegionSearch.cpp - What the search for regions costs ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/RegionSearch.h"
#include "Reasons/Rejections.h"
#include "stevedore/Support/Isl.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace clang;
using namespace stevedore;

/// Models \p Code, which has not been tried.
llvm::Expected<RegionModel>
RegionSearch::anew(const RegionCode &Code, isl::ctx Ctx, Specialization &For) {
  const Stmt *Front = Code.Statements.front();
  if (Code.LoopsAround.empty() && Front != First) {
    First = Front;
    Begin = Clock.seconds();
    ForNumbers = 0;
  }
  For.Seconds = ForNumbers;
  if (Options.SearchSeconds == 0)
    return modelRegion(Code, Options, Ctx, For);
  auto TooLong = [&] {
    return rejected(makeRejection(
        RejectReason::SearchBudget, First->getBeginLoc(),
        {llvm::to_string(llvm::format("%g", Options.SearchSeconds))}));
  };
  double Left = Options.SearchSeconds - (Clock.seconds() - Begin);
  if (Left <= 0)
    return TooLong();
  Budget Limit(Ctx, {Left, 0});
  llvm::Expected<RegionModel> Model = modelRegion(Code, Options, Ctx, For);
  if (Model || !Limit.exhausted())
    return Model;
  llvm::consumeError(Model.takeError());
  return TooLong();
}

llvm::Expected<RegionModel>
RegionSearch::model(const RegionCode &Code, isl::ctx Ctx, Specialization &For) {
  if (Code.MayHoldLoops)
    return modelRegion(Code, Options, Ctx, For);
  const Stmt *Single =
      Code.Statements.size() == 1 ? Code.Statements.front() : nullptr;
  auto Known = Refused.find(Single);
  if (Single && Known != Refused.end())
    return rejected(Known->second);
  llvm::Expected<RegionModel> Model = anew(Code, Ctx, For);
  ForNumbers = For.Seconds;
  if (Model || !Single)
    return Model;
  Rejection Why = takeRejection(Model.takeError());
  Refused[Single] = Why;
  return rejected(std::move(Why));
}
