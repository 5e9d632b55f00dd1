//===- PointerSums.cpp - Pointers that are computed by sums ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/PointerSums.h"
#include "Syntax/Expressions.h"

using namespace clang;
using namespace stevedore;

/// Where C compares pointers to types that differ in qualifiers alone, Clang
/// has a conversion of another kind. A program may write such a one, too.
static bool isQualification(const CastExpr *Cast) {
  bool IsWritten = isa<ExplicitCastExpr>(Cast);
  if (Cast->getCastKind() != CK_BitCast &&
      (!IsWritten || Cast->getCastKind() != CK_NoOp))
    return !IsWritten && Cast->getCastKind() == CK_NoOp;
  const Expr *Sub = Cast->getSubExpr();
  if (!Cast->getType()->isPointerType() || !Sub->getType()->isPointerType())
    return false;
  auto pointee = [](const Expr *E) {
    return E->getType()->getPointeeType().getCanonicalType();
  };
  QualType To = pointee(Cast), From = pointee(Sub);
  return To.getUnqualifiedType() == From.getUnqualifiedType() &&
         (!IsWritten || To.isVolatileQualified() == From.isVolatileQualified());
}

const Expr *stevedore::unqualified(const Expr *E, bool TakesCasts) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<CastExpr>(E);
  return Cast && (TakesCasts || isa<ImplicitCastExpr>(Cast)) &&
                 isQualification(Cast)
             ? unqualified(Cast->getSubExpr(), TakesCasts)
             : E;
}

PointerSum stevedore::summands(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->isAdditiveOp() || !Binary->getType()->isPointerType())
    return {nullptr, nullptr};
  bool IsLeft = Binary->getLHS()->getType()->isPointerType();
  return {IsLeft ? Binary->getLHS() : Binary->getRHS(),
          IsLeft ? Binary->getRHS() : Binary->getLHS()};
}

PointerSum stevedore::addressed(const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (!Unary || Unary->getOpcode() != UO_AddrOf)
    return {nullptr, nullptr};
  const Expr *Object = Unary->getSubExpr()->IgnoreParens();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Object))
    return {Subscript->getBase(), Subscript->getIdx()};
  const auto *Deref = dyn_cast<UnaryOperator>(Object);
  return {Deref && Deref->getOpcode() == UO_Deref ? Deref->getSubExpr()
                                                  : nullptr,
          nullptr};
}

const UnaryOperator *stevedore::pointerStep(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue)
    E = Cast->getSubExpr()->IgnoreParens();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return Unary && Unary->isIncrementDecrementOp() ? Unary : nullptr;
}

const VarDecl *stevedore::holderOf(const Expr *E) {
  E = unqualified(E);
  if (const UnaryOperator *Step = pointerStep(E))
    return variableOf(Step->getSubExpr());
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  return Cast && Cast->getCastKind() == CK_LValueToRValue
             ? variableOf(Cast->getSubExpr())
             : nullptr;
}

const ConditionalOperator *stevedore::choiceOf(const Expr *E) {
  return dyn_cast<ConditionalOperator>(unqualified(E));
}

llvm::SmallVector<const Expr *, 2>
stevedore::armsOf(const ConditionalOperator *Choice) {
  llvm::SmallVector<const Expr *, 2> Result;
  for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()})
    if (const ConditionalOperator *Inner = choiceOf(Arm))
      llvm::append_range(Result, armsOf(Inner));
    else
      Result.push_back(Arm);
  return Result;
}

const Expr *stevedore::startOf(const Expr *E) {
  E = unqualified(E);
  for (auto [Pointer, Index] : {summands(E), addressed(E)})
    if (Pointer)
      return startOf(Pointer);
  return E;
}
