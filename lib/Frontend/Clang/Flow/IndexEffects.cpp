//===- IndexEffects.cpp - What expressions do to index variables ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Flow/IndexFlow.h"
#include "Flow/IndexVariables.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Adds the steps of index variables in \p E that are taken whenever it is
/// evaluated.
static void collectSteps(const RegionState &R, const Stmt *E,
                         llvm::SmallVectorImpl<const UnaryOperator *> &Steps) {
  if (!E || isa<UnaryExprOrTypeTraitExpr, LambdaExpr, StmtExpr>(E))
    return;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->isIncrementDecrementOp() &&
        R.Form.IndexVariables.contains(variableOf(Unary->getSubExpr())))
      Steps.push_back(Unary);
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return collectSteps(R, Choice->getCond(), Steps);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp())
    return collectSteps(R, Binary->getLHS(), Steps);
  for (const Stmt *Child : E->children())
    collectSteps(R, Child, Steps);
}

IndexEffect stevedore::indexEffect(RegionState &R, const Expr *E, const Nest &N,
                                   bool IsUsed) {
  IndexEffect Result;
  E = withoutWrappers(E);
  const VarDecl *Var = IsUsed ? nullptr : indexAssignment(R, E);
  if (Var) {
    Result.IsWhole = true;
    Result.Changes.push_back({Var, assignedValue(R, Var, E, N)});
    return Result;
  }
  VariableFacts Facts;
  Facts.scan(E);
  llvm::SmallVector<const UnaryOperator *, 2> Steps;
  collectSteps(R, E, Steps);
  for (const UnaryOperator *Step : Steps) {
    const VarDecl *Var = variableOf(Step->getSubExpr());
    if (Facts.use(Var).Mentions.size() != 1)
      continue;
    Result.Changes.push_back({Var, assignedValue(R, Var, Step, N)});
    if (R.Form.IndexOnly.contains(Var))
      Result.Steps.push_back(Step);
  }
  for (const VarDecl *Var : R.Form.IndexVariables)
    if (Facts.isWritten(Var) && llvm::none_of(Result.Changes, [&](auto &Known) {
          return Known.first == Var;
        }))
      Result.Changes.push_back({Var, std::nullopt});
  return Result;
}

void stevedore::forgetChanged(RegionState &R, const IndexEffect &Effect) {
  for (const auto &[Var, Value] : Effect.Changes)
    if (llvm::none_of(Effect.Steps, [&, Var = Var](const Expr *Step) {
          return variableOf(cast<UnaryOperator>(Step)->getSubExpr()) == Var;
        }))
      R.Point.IndexValues.erase(Var);
}

void stevedore::applyEffect(RegionState &R, const IndexEffect &Effect) {
  for (const auto &[Var, Value] : Effect.Changes)
    if (Value)
      R.Point.IndexValues[Var] = *Value;
    else
      R.Point.IndexValues.erase(Var);
}
