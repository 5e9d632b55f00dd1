//===- AffineConditions.cpp - C conditions as sets ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "State/Memory.h"
#include "State/Unseen.h"
#include "Syntax/CallValues.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
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
        Cast->getCastKind() == CK_IntegralToBoolean)
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

llvm::Expected<isl::set> AffineBuilder::comparison(const BinaryOperator *E,
                                                   const isl::set &Guard) {
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

/// The first variable that \p E is built of, where all of them are numbers of
/// the function that nobody changes in the region; null otherwise.
static const VarDecl *rootOfFixed(const RegionState &R, const Expr *E) {
  const VarDecl *First = nullptr;
  bool IsFixed = isBuiltOf(E, [&](const VarDecl *Var) {
    First = First ? First : Var;
    return Var->getType()->isIntegerType() && Var->hasLocalStorage() &&
           !Var->getType()->isReferenceType() && !R.isDeclaredInRegion(Var) &&
           !R.Form.InRegion.isWritten(Var) &&
           !R.Form.inFunction().isAddressTaken(Var) &&
           !llvm::is_contained(R.Form.AllIterators, Var);
  });
  return IsFixed ? First : nullptr;
}

/// What lies between two pointers that nobody changes in the region.
AffineBuilder::Result AffineBuilder::distance(const BinaryOperator *E) {
  auto IsFixed = [&](const Expr *Pointer) {
    const VarDecl *Var = variableOf(Pointer);
    return Var && Var->getType()->isPointerType() && isHiddenInvariant(R, Var);
  };
  if (!IsFixed(E->getLHS()) || !IsFixed(E->getRHS()))
    return reject(RejectReason::NotAffine,
                  "'" + R.textOf(E) + "' is not a sum of integers");
  MemoryPath Path{variableOf(E->getLHS()), false, {}, {}};
  return isl::pw_aff::param_on_domain(Everywhere, R.parameter(E, Path));
}

/// A product of parameters that bounds a loop is a parameter of its own. It is
/// computed where the region begins, also where the loops would not be reached,
/// so that a signed one is computed in a type that holds it. In a subscript a
/// product may be the distance of rows, which has to be known.
AffineBuilder::Result AffineBuilder::product(const BinaryOperator *E) {
  const VarDecl *Root = rootOfFixed(R, E);
  QualType T = E->getType(), Wide = R.AST.LongLongTy;
  bool IsSigned = T->isSignedIntegerOrEnumerationType();
  if (Role != "loop bound" || !Root ||
      (IsSigned && 2 * R.AST.getIntWidth(T) > R.AST.getIntWidth(Wide)))
    return rejectProduct(E->getLHS(), E->getRHS());
  const Expr *Whole = E;
  if (IsSigned) {
    TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
    Expr *First = Make.converted(grouped(R.AST, E->getLHS()), Wide);
    Expr *Second = Make.converted(grouped(R.AST, E->getRHS()), Wide);
    Whole = Make.binary(BO_Mul, explicitly(R.AST, First), Second, Wide);
  }
  return isl::pw_aff::param_on_domain(
      Everywhere, R.parameter(Whole, MemoryPath{Root, false, {}, {}}));
}
