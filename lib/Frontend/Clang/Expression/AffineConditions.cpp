//===- AffineConditions.cpp - C conditions as sets ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"

using namespace clang;
using namespace stevedore;

llvm::Expected<isl::set> AffineBuilder::condition(const Expr *E) {
  return condition(E, Everywhere);
}

AffineBuilder::Result AffineBuilder::indicator(const Expr *E,
                                               const isl::set &Guard) {
  llvm::Expected<isl::set> Set = condition(E, Guard);
  if (!Set)
    return Set.takeError();
  return Set->indicator_function();
}

llvm::Expected<isl::set> AffineBuilder::condition(const Expr *E,
                                                  const isl::set &Guard) {
  E = E->IgnoreParens();
  if (std::optional<llvm::APSInt> Constant = constantValue(R.AST, E))
    return Constant->isZero() ? isl::set::empty(Everywhere.space())
                              : Everywhere;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    if (isComparison(Cast->getSubExpr()->IgnoreParens()) ||
        Cast->getCastKind() == CK_IntegralToBoolean ||
        Cast->getCastKind() == CK_PointerToBoolean)
      return condition(Cast->getSubExpr(), Guard);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    if (Unary->getOpcode() == UO_LNot) {
      llvm::Expected<isl::set> Sub = condition(Unary->getSubExpr(), Guard);
      if (!Sub)
        return Sub;
      return coalesced(Everywhere.subtract(*Sub));
    }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isComparisonOp())
    return comparison(Binary, Guard);
  if (Binary && Binary->isLogicalOp()) {
    bool IsAnd = Binary->getOpcode() == BO_LAnd;
    llvm::Expected<isl::set> A = condition(Binary->getLHS(), Guard);
    if (!A)
      return A;
    isl::set Rest = IsAnd ? Guard.intersect(*A) : Guard.subtract(*A);
    llvm::Expected<isl::set> B = condition(Binary->getRHS(), Rest);
    if (!B)
      return B;
    // Parts that overlap would be many accesses to isl's dataflow.
    return coalesced(IsAnd ? A->intersect(*B) : A->unite(B->subtract(*A)));
  }
  if (E->getType()->isPointerType())
    return isThere(E, Guard);
  Result V = value(E, Guard);
  if (!V)
    return V.takeError();
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

/// The pointer that \p E compares with a null pointer; null if it compares
/// something else, or for an order.
static const Expr *comparedWithNull(ASTContext &AST, const BinaryOperator *E) {
  const Expr *A = E->getLHS(), *B = E->getRHS();
  auto isNull = [&](const Expr *Side) {
    return Side->IgnoreParenImpCasts()->isNullPointerConstant(
        AST, Expr::NPC_ValueDependentIsNotNull);
  };
  if (!E->isEqualityOp() || !A->getType()->isPointerType() ||
      !B->getType()->isPointerType())
    return nullptr;
  return isNull(B) ? A : isNull(A) ? B : nullptr;
}

llvm::Expected<isl::set> AffineBuilder::comparison(const BinaryOperator *E,
                                                   const isl::set &Guard) {
  if (const Expr *Pointer = comparedWithNull(R.AST, E)) {
    llvm::Expected<isl::set> Is = isThere(Pointer, Guard);
    return Is && E->getOpcode() == BO_EQ ? Everywhere.subtract(*Is)
                                         : std::move(Is);
  }
  bool IsFloating = E->getRHS()->getType()->isFloatingType();
  if (IsFloating && Role == "loop bound")
    if (Result Bound = side(E->getRHS(), Guard); !Bound)
      return Bound.takeError();
  Result A = side(E->getLHS(), Guard);
  if (!A)
    return A.takeError();
  Result B = side(E->getRHS(), Guard);
  if (!B)
    return B.takeError();
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
    return reject(RejectReason::NotAffine,
                  "it applies '" + E->getOpcodeStr().str() + "'");
  }
}
