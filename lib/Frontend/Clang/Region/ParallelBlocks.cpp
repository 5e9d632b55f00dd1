//===- ParallelBlocks.cpp - Blocks that threads execute together ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread executes an `omp parallel` block. Where that only shares out
// loops and sections, or has one thread do something or make tasks, the
// sequence of these does the same: it is one of the orders that threads without
// races may take.
//
//===----------------------------------------------------------------------===//

#include "OpenMP/OpenMPClauses.h"
#include "OpenMP/OpenMPPragmas.h"
#include "Region/RegionWalk.h"
#include "Syntax/Control.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// Whether the part of a block under \p P, before \p S, is executed in sequence
/// as if the directive were not there. Where the compiler heeds directives, one
/// thread executes a block only in one that is parallel; tasks in it depend on
/// none outside.
llvm::Expected<bool> RegionBuilder::isOfBlock(const OpenMPPragma *P,
                                              const Stmt *S) {
  switch (partOf(*P)) {
  case PartOfBlock::OneThread:
    return InParallel || !R.AST.getLangOpts().OpenMP;
  case PartOfBlock::Sections:
    return InParallel;
  case PartOfBlock::InPlace:
    return true;
  case PartOfBlock::Ordered:
    return InSharedLoop;
  case PartOfBlock::Critical:
    R.Model.Program.HasCriticalSections = true;
    return true;
  case PartOfBlock::Task:
    if (!InParallel)
      return false;
    if (llvm::Error Why = checkTask(R, *P, S, BlockBegin))
      return std::move(Why);
    return true;
  case PartOfBlock::None:
  case PartOfBlock::Barrier:
  case PartOfBlock::TaskWait:
  case PartOfBlock::OrderedWait:
    return false;
  }
  llvm_unreachable("a part of a block");
}

/// Takes those of \p Directives, which stand before \p S, that say nothing
/// about the sequence.
llvm::Error
RegionBuilder::takePartsOfBlock(std::vector<const OpenMPPragma *> &Directives,
                                const Stmt *S) {
  std::vector<const OpenMPPragma *> Rest;
  for (const OpenMPPragma *P : Directives) {
    auto IsOfBlock = isOfBlock(P, S);
    if (!IsOfBlock)
      return IsOfBlock.takeError();
    if (!*IsOfBlock)
      Rest.push_back(P);
  }
  Directives = std::move(Rest);
  return llvm::Error::success();
}

/// Whether \p S has directives for which \p Holds.
static bool hasInside(const RegionState &R, const Stmt *S,
                      llvm::function_ref<bool(PartOfBlock)> Holds) {
  const SourceManager &SM = R.AST.getSourceManager();
  return llvm::any_of(R.directives(), [&](const OpenMPPragma *P) {
    return Holds(partOf(*P)) &&
           SM.isPointWithin(P->Location, S->getBeginLoc(), S->getEndLoc());
  });
}

bool RegionBuilder::waitsInside(const Stmt *S) const {
  return hasInside(R, S, [](PartOfBlock Part) {
    return Part == PartOfBlock::Critical || Part == PartOfBlock::Ordered;
  });
}

/// Directives without a statement in the block or loop \p S, which are part of
/// no statement's text: barriers, and waits for tasks, of which there are none
/// from before a block, or waits for iterations.
void RegionBuilder::heedWaits(const Stmt *S,
                              llvm::ArrayRef<PartOfBlock> Parts) {
  const SourceManager &SM = R.AST.getSourceManager();
  for (const OpenMPPragma *P : R.directives())
    if (llvm::is_contained(Parts, partOf(*P)) &&
        SM.isPointWithin(P->Location, S->getBeginLoc(), S->getEndLoc()))
      Heeded.insert(P);
}

/// Whether the compiler's directive \p S, which has no statement, says nothing
/// about a sequence.
bool RegionBuilder::isWait(const Stmt *S) const {
  if (const auto *Ordered = dyn_cast<OMPOrderedDirective>(S))
    return !Ordered->hasAssociatedStmt() && InSharedLoop;
  return InParallel &&
         isa<OMPTaskwaitDirective, OMPTaskyieldDirective, OMPBarrierDirective>(
             S);
}

/// Whether not each thread executes what is under \p P, for all that is known.
static bool isShared(const OpenMPPragma *P) {
  PartOfBlock Part = partOf(*P);
  return Part == PartOfBlock::None || Part == PartOfBlock::OneThread ||
         Part == PartOfBlock::Sections;
}

/// What in \p S, a part of a block, each thread would execute; null: nothing.
const Stmt *RegionBuilder::executedByAll(const Stmt *S) const {
  const Stmt *Plain = withoutDirectives(S);
  const SourceManager &SM = R.AST.getSourceManager();
  unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Plain->getBeginLoc()));
  std::vector<const OpenMPPragma *> Directives =
      directivesBefore(R.Code.Pragmas, Offset);
  if (isa<NullStmt, OMPBarrierDirective, OMPTaskwaitDirective>(Plain) ||
      llvm::any_of(Directives, isShared))
    return nullptr;
  if (!Directives.empty())
    return S;
  if (const auto *Declaration = dyn_cast<DeclStmt>(Plain))
    return llvm::all_of(Declaration->decls(),
                        [](const Decl *D) {
                          const auto *Var = dyn_cast<VarDecl>(D);
                          return Var && Var->hasLocalStorage() &&
                                 !Var->getInit();
                        })
               ? nullptr
               : S;
  if (const auto *Loop = dyn_cast<ForStmt>(Plain))
    return isa_and_nonnull<DeclStmt>(Loop->getInit())
               ? executedByAll(Loop->getBody())
               : S;
  return executedInside(Plain);
}

/// The same in the statements of the block \p S.
const Stmt *RegionBuilder::executedInside(const Stmt *S) const {
  if (!isa<CompoundStmt>(S))
    return S;
  for (const Stmt *Part : cast<CompoundStmt>(S)->body())
    if (const Stmt *All = executedByAll(Part))
      return All;
  return nullptr;
}

/// The statement \p S under `omp parallel`, the first of \p Directives.
llvm::Error
RegionBuilder::parallelBlock(const Stmt *S,
                             llvm::ArrayRef<const OpenMPPragma *> Directives,
                             const Nest &N) {
  const OpenMPPragma &Parallel = *Directives.front();
  if (InParallel)
    return R.reject(RejectReason::OpenMP, Parallel.Location,
                    {nameOf(Parallel)});
  llvm::Expected<LoopDirective> Block = readBlock(R, Parallel);
  if (!Block)
    return Block.takeError();
  llvm::ArrayRef<const OpenMPPragma *> Others = Directives.drop_front();
  bool HasSections = nameOf(Parallel).find("sections") != std::string::npos;
  if (!HasSections && llvm::none_of(Others, isShared))
    if (const Stmt *All = Others.empty() ? executedInside(S) : S)
      return R.reject(RejectReason::OpenMPBlock, All->getBeginLoc());
  llvm::SaveAndRestore Inside(InParallel, true);
  llvm::SaveAndRestore Begin(BlockBegin, Parallel.Location);
  llvm::SaveAndRestore Clauses(BlockClauses, Block->Text.Clauses);
  heedWaits(S, {PartOfBlock::Barrier, PartOfBlock::TaskWait});
  std::vector<const OpenMPPragma *> Rest = Others.vec();
  if (llvm::Error Why = takePartsOfBlock(Rest, S))
    return Why;
  return Rest.empty() ? StatementWalk::statement(S, N) : directed(S, Rest, N);
}
