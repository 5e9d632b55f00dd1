//===- GivenPointers.cpp - Arrays that calls read through pointers --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `f(a[i])` gives f a pointer to a[i][0]. As far as is known it reads any
// elements of the row a[i]: one element is accessed, with a subscript that data
// choose, and local memory has the row as the array has it, so that from the
// address of that element the callee finds the others. The text becomes
// `f(&a[i][0])`, with the element in local memory.
//
//===----------------------------------------------------------------------===//

#include "Statements/StatementBuilder.h"
#include "Syntax/TreeMaker.h"

using namespace clang;
using namespace stevedore;

/// `Pointer[0]`
static Expr *firstElement(const RegionState &R, const Expr *Pointer) {
  TreeMaker Make(R.AST, R.Code.Function, Pointer->getExprLoc());
  return Make.element(Pointer, Make.number(0, R.AST.IntTy));
}

/// Whether \p Cast changes nothing of a pointer but qualifiers and, on the way
/// to `void *`, its type.
static bool isPlainConversion(const ImplicitCastExpr *Cast) {
  return Cast->getCastKind() == CK_NoOp ||
         (Cast->getCastKind() == CK_BitCast &&
          Cast->getType()->isVoidPointerType());
}

static const Expr *withoutConversions(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
    if (!Cast || !isPlainConversion(Cast))
      return E;
    E = Cast->getSubExpr();
  }
}

/// The object that the pointer \p E points to; null where that is not seen.
static const Expr *pointedTo(const RegionState &R, const Expr *E) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    return Unary->getSubExpr()->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  bool IsSeen = Cast && (Cast->getCastKind() == CK_ArrayToPointerDecay ||
                         Cast->getCastKind() == CK_LValueToRValue);
  return IsSeen ? firstElement(R, E) : nullptr;
}

static bool isText(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  return Cast && isa<StringLiteral>(Cast->getSubExpr()->IgnoreParens());
}

/// A pointer \p E that a call reads through: `a`, `a[i]`, `&a[i][j]`, `a + i`.
llvm::Error StatementBuilder::given(const Expr *E, GivenPointer To,
                                    const Evaluation &At) {
  E = withoutConversions(E);
  if (isText(E) ||
      E->isNullPointerConstant(R.AST, Expr::NPC_NeverValueDependent))
    return llvm::Error::success();
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->isAdditiveOp()) {
    bool IsLeft = Sum->getLHS()->getType()->isPointerType();
    To.Reads = CallEffects::Row;
    if (llvm::Error Why = given(IsLeft ? Sum->getLHS() : Sum->getRHS(), To, At))
      return Why;
    return value(IsLeft ? Sum->getRHS() : Sum->getLHS(), At);
  }
  const Expr *Object = pointedTo(R, E);
  if (!Object)
    return R.reject(RejectReason::CallPointer, E->getExprLoc(), {To.Callee});
  const Expr *Scalar = Object;
  To.NumDimensions = To.Reads == CallEffects::Row ? 1 : 0;
  for (; Scalar->getType()->isArrayType(); ++To.NumDimensions)
    Scalar =
        firstElement(R, TreeMaker(R.AST, R.Code.Function, Scalar->getExprLoc())
                            .decayed(Scalar));
  bool IsWritten = Scalar == Object && isa<UnaryOperator>(E);
  if (!IsWritten)
    Map.Substitutes[E] = UnaryOperator::Create(
        R.AST, const_cast<Expr *>(Scalar), UO_AddrOf,
        R.AST.getPointerType(Scalar->getType()), VK_PRValue, OK_Ordinary,
        E->getExprLoc(), false, FPOptionsOverride());
  return access(Scalar, true, false, At, &To);
}

static bool isZero(const ASTContext &AST, const Expr *Index) {
  std::optional<llvm::APSInt> Value =
      Index ? Index->getIntegerConstantExpr(AST) : llvm::APSInt::get(0);
  return Value && *Value == 0;
}

/// The first dimension of \p P in which a call that is given a pointer to it
/// may read other elements. The first element of all stands for all of them,
/// also beyond its row.
unsigned StatementBuilder::givenFrom(const Place &P,
                                     const GivenPointer &To) const {
  unsigned Rank = P.Subscripts.size();
  if (P.Partial || To.NumDimensions > Rank)
    return P.Partial ? Rank : 0;
  bool IsFirst = llvm::all_of(
      P.Subscripts, [&](const Expr *Index) { return isZero(R.AST, Index); });
  bool IsAll = IsFirst && To.Reads == CallEffects::Row;
  return IsAll ? 0 : Rank - To.NumDimensions;
}

/// A subscript of the element that a pointer given to a call points to, in a
/// dimension in which the callee may read others.
llvm::Error StatementBuilder::givenSubscript(const Expr *Index,
                                             PendingAccess &A,
                                             const Evaluation &At) {
  if (!Index)
    Index = TreeMaker(R.AST, R.Code.Function, A.E->getExprLoc())
                .number(0, R.AST.IntTy);
  if (Index->HasSideEffects(R.AST, false))
    return R.reject(RejectReason::AddressTaken, Index->getExprLoc(),
                    {R.textOf(A.E)});
  Subscript S;
  S.Type = Index->getType();
  S.Chosen = Index;
  A.Subscripts.push_back(std::move(S));
  return value(Index, At);
}
