//===- IndexSums.cpp - Polynomials that variables hold --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/IndexSums.h"
#include "Expression/Affine.h"
#include "Expression/Subscripts.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// The types to which the value of \p Init is converted before \p Var has it,
/// from the first, in which it is computed.
static llvm::SmallVector<QualType, 4> typesBetween(const Expr *Init,
                                                   const VarDecl *Var) {
  llvm::SmallVector<QualType, 4> Result = {Var->getType()};
  for (Init = Init->IgnoreParens(); isa<ImplicitCastExpr>(Init);
       Init = cast<ImplicitCastExpr>(Init)->getSubExpr()->IgnoreParens())
    Result.push_back(Init->getType());
  Result.push_back(Init->getType());
  std::reverse(Result.begin(), Result.end());
  return Result;
}

bool stevedore::isKeptBy(const ASTContext &AST, const VarDecl *Var,
                         const Expr *Init) {
  llvm::SmallVector<QualType, 4> Types = typesBetween(Init, Var);
  return llvm::all_of(Types, [&](QualType T) {
    return T->isSignedIntegerType() &&
           AST.getIntWidth(Types.front()) <= AST.getIntWidth(T);
  });
}

std::optional<IndexValue> stevedore::sumAssigned(RegionState &R, const Nest &N,
                                                 const VarDecl *Var,
                                                 const Expr *Init) {
  bool IsKept = isKeptBy(R.AST, Var, Init);
  std::optional<TermSum> Sum =
      polynomialOf(R, N, IsKept ? Init : Init->IgnoreParenImpCasts());
  if (!Sum || (!IsKept && !limitSum(R, N, *Sum, typesBetween(Init, Var))))
    return std::nullopt;
  return valueOfSum(std::move(*Sum));
}

bool stevedore::mayWrapAt(const RegionState &R, const VarDecl *Var,
                          const Expr *E) {
  QualType Type = Var->getType();
  const auto *Compound = dyn_cast<CompoundAssignOperator>(E);
  return !Type->isSignedIntegerType() ||
         R.AST.getIntWidth(Type) < R.AST.getIntWidth(R.AST.IntTy) ||
         (Compound && !R.AST.hasSameUnqualifiedType(
                          Compound->getComputationResultType(), Type));
}

std::optional<IndexValue> stevedore::steppedSum(RegionState &R, const Nest &N,
                                                const VariableStep &Step,
                                                const Expr *E,
                                                const Expr *Old) {
  std::optional<TermSum> Sum = polynomialOf(R, N, Old);
  std::optional<TermSum> By;
  if (Sum && Step.Amount)
    By = polynomialOf(R, N, Step.Amount);
  else if (Sum)
    By = TermSum{{{}, AffineBuilder(R, N, "value", E).constant(1L)}};
  if (!By)
    return std::nullopt;
  for (SubscriptTerm &Term : *By) {
    if (!Step.IsUp)
      Term.Coefficient = Term.Coefficient.neg();
    addTerm(*Sum, std::move(Term));
  }
  const auto *Compound = dyn_cast<CompoundAssignOperator>(E);
  QualType T = Step.Var->getType();
  if (mayWrapAt(R, Step.Var, E) &&
      !limitSum(R, N, *Sum,
                {Compound ? Compound->getComputationResultType() : T, T}))
    return std::nullopt;
  return valueOfSum(std::move(*Sum));
}
