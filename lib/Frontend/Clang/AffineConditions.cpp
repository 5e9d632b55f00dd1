//===- AffineConditions.cpp - C conditions as sets ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "stevedore/Support/Coalesce.h"

using namespace clang;
using namespace stevedore;

bool stevedore::isComparison(const Expr *E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isComparisonOp() || Binary->isLogicalOp();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot;
  return false;
}

std::optional<isl::set> AffineBuilder::condition(const Expr *E) {
  return condition(E, Everywhere);
}

AffineBuilder::Result AffineBuilder::indicator(const Expr *E,
                                               const isl::set &Guard) {
  std::optional<isl::set> Set = condition(E, Guard);
  if (!Set)
    return std::nullopt;
  return Set->indicator_function();
}

std::optional<isl::set> AffineBuilder::condition(const Expr *E,
                                                 const isl::set &Guard) {
  E = E->IgnoreParens();
  if (std::optional<llvm::APSInt> Constant = constantValue(R.AST, E))
    return Constant->isZero() ? isl::set::empty(Everywhere.space())
                              : Everywhere;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    if (isComparison(Cast->getSubExpr()->IgnoreParens()) ||
        Cast->getCastKind() == CK_IntegralToBoolean)
      return condition(Cast->getSubExpr(), Guard);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_LNot) {
      std::optional<isl::set> Sub = condition(Unary->getSubExpr(), Guard);
      if (!Sub)
        return std::nullopt;
      return coalesced(Everywhere.subtract(*Sub));
    }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isComparisonOp())
    return comparison(Binary, Guard);
  if (Binary && Binary->isLogicalOp()) {
    bool IsAnd = Binary->getOpcode() == BO_LAnd;
    std::optional<isl::set> A = condition(Binary->getLHS(), Guard);
    if (!A)
      return std::nullopt;
    isl::set Rest = IsAnd ? Guard.intersect(*A) : Guard.subtract(*A);
    std::optional<isl::set> B = condition(Binary->getRHS(), Rest);
    if (!B)
      return std::nullopt;
    // Parts that overlap would be many accesses to isl's dataflow.
    return coalesced(IsAnd ? A->intersect(*B) : A->unite(B->subtract(*A)));
  }
  Result V = value(E, Guard);
  if (!V)
    return std::nullopt;
  if (E->getType()->isUnsignedIntegerOrEnumerationType())
    observe(*V, E->getType(), Guard);
  return V->ne_set(constant(0));
}

/// One side of a comparison; messages about a loop's bound quote it alone.
AffineBuilder::Result AffineBuilder::side(const Expr *E,
                                          const isl::set &Guard) {
  const Expr *Comparison = Whole;
  const Expr *Plain = E->IgnoreParenImpCasts();
  bool IsConvertedToFloat =
      E->getType()->isFloatingType() && !Plain->getType()->isFloatingType();
  if (Role == "loop bound" && !IsConvertedToFloat)
    Whole = Plain;
  Result V = value(E, Guard);
  Whole = Comparison;
  return V;
}

std::optional<isl::set> AffineBuilder::comparison(const BinaryOperator *E,
                                                  const isl::set &Guard) {
  bool IsFloating = E->getRHS()->getType()->isFloatingType();
  if (IsFloating && Role == "loop bound" && !side(E->getRHS(), Guard))
    return std::nullopt;
  Result A = side(E->getLHS(), Guard);
  Result B = A ? side(E->getRHS(), Guard) : Result();
  if (!A || !B)
    return std::nullopt;
  for (const Expr *Side : {E->getLHS(), E->getRHS()})
    if (Side->getType()->isUnsignedIntegerOrEnumerationType())
      observe(Side == E->getLHS() ? *A : *B, Side->getType(), Guard);
  switch (E->getOpcode()) {
  case BO_LT:
    return A->lt_set(*B);
  case BO_LE:
    return A->le_set(*B);
  case BO_GT:
    return A->gt_set(*B);
  case BO_GE:
    return A->ge_set(*B);
  case BO_EQ:
    return A->eq_set(*B);
  case BO_NE:
    return A->ne_set(*B);
  default:
    return reject(RejectReason::NotAffine, E,
                  "it applies '" + E->getOpcodeStr().str() + "'"),
           std::nullopt;
  }
}
