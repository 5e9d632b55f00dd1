//===- ParallelBlocks.cpp - Blocks that threads execute together ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread executes an `omp parallel` block. Where that only shares out
// loops, or has one thread do something, the sequence of its parallel loops
// does the same: it is one of the orders that threads without races may take.
//
//===----------------------------------------------------------------------===//

#include "OpenMP/OpenMPPragmas.h"
#include "Region/RegionWalk.h"
#include "Syntax/Control.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// Whether one thread of a block executes what is under a directive with this
/// text, which says nothing about data.
static bool isForOneThread(llvm::StringRef Text) {
  return llvm::StringSwitch<bool>(Text.trim())
      .Cases({"single", "single nowait", "master", "masked"}, true)
      .Default(false);
}

/// Whether a directive with this text has threads wait for each other.
static bool isBarrier(llvm::StringRef Text) { return Text.trim() == "barrier"; }

/// Directives of blocks are nothing where the compiler does not heed them, and
/// no part of the order of loops where it does.
bool RegionBuilder::isOfBlock(const OpenMPPragma *P) const {
  return isForOneThread(P->Text) && (InParallel || !R.AST.getLangOpts().OpenMP);
}

/// Barriers in the block \p S, which are part of no statement's text.
void RegionBuilder::heedBarriers(const Stmt *S) {
  const SourceManager &SM = R.AST.getSourceManager();
  for (const OpenMPPragma *P : R.directives())
    if (isBarrier(P->Text) &&
        SM.isPointWithin(P->Location, S->getBeginLoc(), S->getEndLoc()))
      Heeded.insert(P);
}

/// What in \p S, a part of a block, each thread would execute; null: nothing.
const Stmt *RegionBuilder::executedByAll(const Stmt *S) const {
  const Stmt *Plain = withoutDirectives(S);
  const SourceManager &SM = R.AST.getSourceManager();
  unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Plain->getBeginLoc()));
  if (isa<NullStmt, OMPBarrierDirective>(Plain) ||
      !directivesBefore(R.Code.Pragmas, Offset).empty())
    return nullptr;
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
  if (Directives.size() == 1)
    if (const Stmt *All = executedInside(S))
      return R.reject(RejectReason::OpenMPBlock, All->getBeginLoc());
  llvm::SaveAndRestore Inside(InParallel, true);
  llvm::SaveAndRestore Clauses(BlockClauses, Block->Text.Clauses);
  heedBarriers(S);
  return Directives.size() == 1 ? StatementWalk::statement(S, N)
                                : directed(S, Directives.drop_front(), N);
}
