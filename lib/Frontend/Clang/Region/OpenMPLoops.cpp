//===- OpenMPLoops.cpp - Statements under OpenMP directives ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenMP/OpenMPPragmas.h"
#include "Region/Expansion.h"
#include "Region/RegionWalk.h"
#include "Syntax/Control.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// A statement, with the OpenMP directives before it, which the tree has only
/// where the compiler heeds them. Where it does not, `omp parallel` is nothing:
/// the loops in the block are parallel ones.
llvm::Error RegionBuilder::statement(const Stmt *S, const Nest &N) {
  if (!S)
    return llvm::Error::success();
  const Stmt *Plain = withoutDirectives(S);
  const SourceManager &SM = R.AST.getSourceManager();
  std::vector<const OpenMPPragma *> Directives = directivesBefore(
      R.Code.Pragmas,
      SM.getFileOffset(SM.getExpansionLoc(Plain->getBeginLoc())));
  llvm::erase_if(Directives, [&](const OpenMPPragma *P) {
    return !Heeded.insert(P).second;
  });
  size_t NumDirectives = Directives.size();
  llvm::SaveAndRestore Inside(InParallel, InParallel);
  llvm::SaveAndRestore Begin(BlockBegin, BlockBegin);
  if (!R.AST.getLangOpts().OpenMP && NumDirectives > 0 &&
      isParallelBlock(Directives.front())) {
    InParallel = true;
    BlockBegin = Directives.front()->Location;
    heedWaits(Plain, {PartOfBlock::Barrier, PartOfBlock::TaskWait});
    llvm::erase_if(Directives, isParallelBlock);
  }
  if (Directives.empty() || !isParallelBlock(Directives.front()))
    if (llvm::Error Why = takePartsOfBlock(Directives, Plain))
      return Why;
  if (NumDirectives > 0 && Directives.empty())
    S = Plain;
  return appended([&] {
    return Directives.empty() ? StatementWalk::statement(S, N)
                              : directed(Plain, Directives, N);
  });
}

/// The statement \p S under \p Directives: a loop with one directive.
llvm::Error
RegionBuilder::directed(const Stmt *S,
                        llvm::ArrayRef<const OpenMPPragma *> Directives,
                        const Nest &N) {
  if (isParallelBlock(Directives.front()))
    return parallelBlock(S, Directives, N);
  const auto *Loop = dyn_cast<ForStmt>(S);
  if (!Loop || Directives.size() > 1)
    return R.reject(RejectReason::OpenMP, Directives.front()->Location,
                    {nameOf(*Directives.front())});
  auto D = readDirective(R, *Directives.front());
  if (!D)
    return D.takeError();
  D->Loop.StartsThreads |= InParallel && D->Loop.SharesOut;
  D->Loop.Waits |= waitsInside(Loop);
  llvm::SaveAndRestore Inside(InSharedLoop, InSharedLoop || D->Loop.SharesOut);
  if (D->Loop.SharesOut)
    heedWaits(Loop, {PartOfBlock::OrderedWait});
  if (D->Loop.SharesOut)
    D->Text.Clauses += BlockClauses;
  D->Loop.Number = R.Model.Source.Directives.size();
  R.Model.Source.Directives.push_back(D->Text);
  D->Loop.Line = R.AST.getSourceManager().getExpansionLineNumber(
      Directives.front()->Location);
  if (D->Loop.SharesOut && !D->Loop.UsesLanes && !D->SetsIterators)
    R.Notes.OwnIterators.insert(Loop);
  return parallelLoop(Loop, *D, N);
}

/// The loop \p S under the directive \p D, and the loops below it that the
/// directive collapses.
llvm::Error RegionBuilder::parallelLoop(const ForStmt *S,
                                        const LoopDirective &D, const Nest &N) {
  size_t Index = R.Model.Program.ParallelLoops.size();
  R.Model.Program.ParallelLoops.push_back(D.Loop);
  if (D.Collapse > 1 && !loopBelow(S->getBody()))
    return R.reject(RejectReason::OpenMPClause, S->getForLoc(),
                    {"collapse", "write the loops that it names directly "
                                 "inside one another"});
  LoopDirective Rest = D;
  --Rest.Collapse;
  if (D.Collapse > 1)
    Below = &Rest;
  llvm::Error Why = loop(S, N);
  Below = nullptr;
  if (Why)
    return Why;
  if (Order.is_null())
    R.Model.Program.ParallelLoops.resize(Index);
  else
    setIterators(R.Model.Program.ParallelLoops[Index], Order.domain(),
                 N.depth());
  return llvm::Error::success();
}

/// An error unless every OpenMP directive of the region is part of the model.
llvm::Error RegionBuilder::checkDirectives() {
  for (const OpenMPPragma *P : R.directives())
    if (!Heeded.contains(P))
      return R.reject(RejectReason::OpenMP, P->Location, {nameOf(*P)});
  return llvm::Error::success();
}
