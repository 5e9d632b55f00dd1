//===- Unseen.cpp - Who reads a variable after a region -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/Unseen.h"
#include "Facts/Symbols.h"
#include "Syntax/Control.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// What the loop \p S executes again and again.
static const Stmt *bodyOf(const Stmt *S) {
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    return Loop->getBody();
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Loop->getBody();
  if (const auto *Loop = dyn_cast<DoStmt>(S))
    return Loop->getBody();
  return cast<CXXForRangeStmt>(S)->getBody();
}

/// Whether \p Var has another life in each iteration of the loops around the
/// region.
static bool isAnewEachTime(const RegionState &R, const VarDecl *Var) {
  if (R.Code.LoopsAround.empty())
    return true;
  const SourceManager &SM = R.AST.getSourceManager();
  SourceRange Body = bodyOf(R.Code.LoopsAround.back())->getSourceRange();
  return SM.isPointWithin(SM.getExpansionLoc(Var->getLocation()),
                          SM.getExpansionLoc(Body.getBegin()),
                          SM.getExpansionLoc(Body.getEnd()));
}

static bool isMentionedAfter(
    const RegionState &R, const VarDecl *Var,
    llvm::function_ref<bool(const DeclRefExpr *)> IsNoUse) {
  const SourceManager &SM = R.AST.getSourceManager();
  SourceLocation End = SM.getExpansionLoc(
      withoutDirectives(R.Form.Statements.back())->getEndLoc());
  return llvm::any_of(
      R.Form.inFunction().use(Var).Mentions, [&](const DeclRefExpr *Mention) {
        SourceLocation At = SM.getExpansionLoc(Mention->getLocation());
        return SM.isBeforeInTranslationUnit(End, At) && !IsNoUse(Mention);
      });
}

/// True if \p Var is not used after the region, nor in a later iteration of a
/// loop around it: its value \p IsLost there, or mentions are \p IsNoUse.
static bool
isUnusedAfter(const RegionState &R, const VarDecl *Var, bool IsLost,
              llvm::function_ref<bool(const DeclRefExpr *)> IsNoUse) {
  const HindranceRules &Rules = R.Code.rules();
  return !R.Form.inFunction().hasJumps() &&
         !Rules.stops(Hindrance::Outer,
                      Var->getDeclContext() != R.Code.Function) &&
         !Rules.stops(Hindrance::Cleanup, hasCleanup(Var)) &&
         !Rules.stops(Hindrance::Destructor, hasDestructor(R.AST, Var)) &&
         !Rules.stops(Hindrance::Named,
                      !IsLost && isMentionedAfter(R, Var, IsNoUse)) &&
         !Rules.stops(Hindrance::Repeated, !IsLost && !isAnewEachTime(R, Var));
}

bool stevedore::isDeadAfter(const RegionState &R, const ValueDecl *D) {
  const auto *Var = dyn_cast_or_null<VarDecl>(D);
  if (!Var || Var->getType()->isReferenceType() ||
      R.Code.rules().stops(Hindrance::Static, !Var->hasLocalStorage()) ||
      R.Form.inFunction().isAddressTaken(Var) ||
      !isUnusedAfter(R, Var, isWrittenFirstAfter(R, Var),
                     [](const DeclRefExpr *) { return false; }))
    return false;
  R.believe(FactReason::DeadVariable, {Var->getNameAsString()},
            Var->getLocation());
  return true;
}

bool stevedore::isOwnBlock(const RegionState &R, const VarDecl *Var) {
  return Var && Var->hasLocalStorage() && Var->getType()->isPointerType() &&
         !R.Form.inFunction().isAddressTaken(Var) &&
         !R.Code.rules().stops(Hindrance::Cleanup, hasCleanup(Var)) &&
         R.storage(Var).IsOwnBlock;
}

bool stevedore::isBlockDeadAfter(const RegionState &R, const VarDecl *Var) {
  OwnStorage Own = R.storage(Var);
  bool IsDead = isUnusedAfter(R, Var, false, [&](const DeclRefExpr *Mention) {
    return Own.NoReads.count(Mention) != 0;
  });
  if (IsDead)
    R.believe(FactReason::DeadBlock, {Var->getNameAsString()},
              Var->getLocation());
  return IsDead;
}

llvm::Error stevedore::endsNoLives(RegionState &R) {
  for (const Stmt *S : R.Form.Statements)
    if (const VarDecl *Var = declarationWithEnd(S))
      return R.reject(RejectReason::CallSideEffects, Var->getLocation(),
                      {"the cleanup function of " + Var->getNameAsString()});
  return llvm::Error::success();
}

bool stevedore::isCalledLocal(const RegionState &R, llvm::StringRef Base,
                              llvm::StringRef Name) {
  const SourceManager &SM = R.AST.getSourceManager();
  SourceRange Body = R.Code.Function->getBody()->getSourceRange();
  return llvm::any_of(R.Code.Pragmas.Locals, [&](const ScopPragmas::LocalName
                                                     &L) {
    return (L.Name == Base || L.Name == Name) &&
           !SM.isBeforeInTranslationUnit(L.Location,
                                         SM.getExpansionLoc(Body.getBegin())) &&
           SM.isBeforeInTranslationUnit(L.Location,
                                        SM.getExpansionLoc(Body.getEnd()));
  });
}

bool stevedore::isHiddenInvariant(const RegionState &R, const ValueDecl *D) {
  const auto *Var = dyn_cast<VarDecl>(D);
  return Var && Var->hasLocalStorage() && !Var->getType()->isReferenceType() &&
         !Var->getType()->isArrayType() &&
         !R.Form.inFunction().isAddressTaken(Var) &&
         !R.Form.InRegion.isWritten(Var) && !R.isDeclaredInRegion(Var) &&
         !R.Form.turn(Var);
}
