//===- RegionSearch.cpp - What the search for regions costs ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/RegionSearch.h"
#include "File/Sequences.h"
#include "Reasons/Rejections.h"
#include "stevedore/Support/Isl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace clang;
using namespace stevedore;

/// The outermost statement to which the last loop of \p Code belongs.
RegionSearch::Searched &RegionSearch::around(const RegionCode &Code) {
  if (Code.Function != Function)
    Statements.clear();
  Function = Code.Function;
  auto Loops =
      llvm::make_filter_range(llvm::reverse(Code.Statements), containsLoop);
  const Stmt *Last = Loops.empty() ? Code.Statements.back() : *Loops.begin();
  const SourceManager &SM = Code.AST.getSourceManager();
  auto Offset = [&](SourceLocation Loc) {
    return SM.getFileOffset(SM.getExpansionLoc(Loc));
  };
  unsigned Begin = Offset(Last->getBeginLoc()), End = Offset(Last->getEndLoc());
  for (Searched &S : Statements)
    if (S.Begin <= Begin && End <= S.End)
      return S;
  Statements.push_back({Last, Begin, End});
  return Statements.back();
}

/// Models \p Code, which has not been tried.
llvm::Expected<RegionModel>
RegionSearch::anew(const RegionCode &Code, isl::ctx Ctx, Specialization &For) {
  Searched &In = around(Code);
  auto TooLong = [&] {
    return rejected(makeRejection(
        RejectReason::SearchBudget, In.Whole->getBeginLoc(),
        {llvm::to_string(llvm::format("%g", Options.SearchSeconds))}));
  };
  double Left = Options.SearchSeconds - In.Seconds;
  if (Options.SearchSeconds > 0 && Left <= 0)
    return TooLong();
  For.Seconds = In.ForNumbers;
  For.Known = In.Known;
  double Begin = Clock.seconds();
  Budget Limit(Ctx, {Options.SearchSeconds > 0 ? Left : 0, 0});
  llvm::Expected<RegionModel> Model = modelRegion(Code, Options, Ctx, For);
  In.Seconds += Clock.seconds() - Begin;
  In.ForNumbers = For.Seconds;
  In.Known = For.Known;
  if (Model || Options.SearchSeconds == 0 || !Limit.exhausted())
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
  if (Model || !Single)
    return Model;
  Rejection Why = takeRejection(Model.takeError());
  Refused[Single] = Why;
  return rejected(std::move(Why));
}
