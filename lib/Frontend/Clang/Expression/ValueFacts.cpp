//===- ValueFacts.cpp - What conditions say of values --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "Expression/Ranges.h"
#include "Facts/Calls.h"
#include "Facts/VariableFacts.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

/// Whether something in \p Scope may change the value of \p E, other than by
/// stores to elements.
static bool mayChange(const RegionState &R, const Expr *E,
                      llvm::ArrayRef<const Stmt *> Scope) {
  VariableFacts Inside;
  for (const Stmt *S : Scope)
    Inside.scan(S);
  bool Changes = false;
  auto visit = [&](const Stmt *S, auto &Visit) -> void {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        Changes |= Inside.isWritten(Var) || R.Form.referent(Var) ||
                   R.Form.inFunction().isAddressTaken(Var) || R.Form.turn(Var);
    Changes |= isa<CallExpr>(S) && !isa<CXXOperatorCallExpr>(S);
    for (const Stmt *Child : S->children())
      if (Child)
        Visit(Child, Visit);
  };
  visit(E, visit);
  return Changes || E->HasSideEffects(R.AST);
}

/// The variable at the root of the lvalue \p E, whether pointers are followed
/// or not; null: another object.
static const ValueDecl *rootOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return rootOf(Subscript->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return rootOf(Member->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return rootOf(Unary->getSubExpr());
  if (const auto *Sum = dyn_cast<BinaryOperator>(E))
    return rootOf(Sum->getLHS()->getType()->isPointerType() ? Sum->getLHS()
                                                            : Sum->getRHS());
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E))
    return rootOf(Call->getArg(0));
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? Ref->getDecl() : nullptr;
}

/// Whether the lvalue \p Target may be a part of an array or an object that \p
/// E mentions: it is found through what \p E mentions, or in a way that is not
/// followed. Other arrays than that are apart.
static bool mayMeet(const RegionState &R, const Expr *E, const Expr *Target) {
  const ValueDecl *Root = rootOf(Target);
  while (const Expr *Meaning = R.Form.referent(Root))
    Root = rootOf(Meaning);
  const auto *Var = dyn_cast_or_null<VarDecl>(Root);
  bool IsFollowed =
      Var &&
      (!R.isDeclaredInRegion(Var) ||
       !(Var->getType()->isPointerType() || Var->getType()->isReferenceType()));
  return IsFollowed ? mentions(E, Root) : !variableOf(E);
}

/// Whether \p S may store to elements of an array or members of an object that
/// \p E mentions.
static bool storesTo(const RegionState &R, const Expr *E, const Stmt *S) {
  if (!S)
    return false;
  const Expr *Target = changedLvalue(S);
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    Target = Call->isAssignmentOp() ? Call->getArg(0) : nullptr;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && !Target)
    Target = changedObject(Call);
  return (Target && mayMeet(R, E, Target)) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return storesTo(R, E, Child); });
}

/// Adds that \p E compares as \p Op says with \p Other.
static void addComparison(RegionState &R, const Nest &N, const Expr *E,
                          BinaryOperatorKind Op, const Expr *Other,
                          llvm::ArrayRef<const Stmt *> Scope) {
  E = E->IgnoreParenImpCasts();
  auto isStored = [&](const Stmt *S) { return storesTo(R, E, S); };
  if (!E->getType()->isIntegralOrEnumerationType() ||
      E->isIntegerConstantExpr(R.AST) || mayChange(R, E, Scope) ||
      llvm::any_of(Scope, isStored))
    return;
  ValueRange V = rangeOf(R, N, Other);
  ValueFact Fact{E, {}};
  if ((Op == BO_LT || Op == BO_LE || Op == BO_EQ) && !V.High.is_null())
    Fact.Range.High = Op == BO_LT ? V.High.add_constant(-1L) : V.High;
  if ((Op == BO_GT || Op == BO_GE || Op == BO_EQ) && !V.Low.is_null())
    Fact.Range.Low = Op == BO_GT ? V.Low.add_constant(1L) : V.Low;
  if (!Fact.Range.Low.is_null() || !Fact.Range.High.is_null())
    R.Point.Facts.push_back(std::move(Fact));
}

/// Whether a comparison in the type of \p E is one of the numbers that its
/// operands are: none is converted to an unsigned type that changes it.
static bool comparesNumbers(RegionState &R, const Nest &N, const Expr *E) {
  if (!E->getType()->isIntegralOrEnumerationType())
    return false;
  if (E->getType()->isSignedIntegerOrEnumerationType())
    return true;
  const Expr *Plain = E->IgnoreParenImpCasts();
  if (Plain->getType()->isUnsignedIntegerOrEnumerationType())
    return true;
  ValueRange V = rangeOf(R, N, Plain);
  return !V.Low.is_null() && N.Domain.intersect_params(R.Model.Program.Context)
                                 .is_subset(V.Low.ge_set(V.Low.sub(V.Low)))
                                 .is_true();
}

void stevedore::addFacts(RegionState &R, const Nest &N, const Expr *Condition,
                         bool Holds, llvm::ArrayRef<const Stmt *> Scope) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (Call->getBuiltinCallee() == Builtin::BI__builtin_expect)
      return addFacts(R, N, Call->getArg(0), Holds, Scope);
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_LNot)
    return addFacts(R, N, Unary->getSubExpr(), !Holds, Scope);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return;
  if (Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    llvm::SmallVector<const Stmt *, 4> Behind(Scope);
    Behind.push_back(Binary->getRHS());
    addFacts(R, N, Binary->getLHS(), Holds, Behind);
    return addFacts(R, N, Binary->getRHS(), Holds, Scope);
  }
  if (!Binary->isComparisonOp() || Binary->getOpcode() == BO_Cmp)
    return;
  const Expr *A = Binary->getLHS(), *B = Binary->getRHS();
  if (!comparesNumbers(R, N, A) || !comparesNumbers(R, N, B))
    return;
  BinaryOperatorKind Op = Binary->getOpcode();
  if (!Holds)
    Op = BinaryOperator::negateComparisonOp(Op);
  addComparison(R, N, A, Op, B, Scope);
  addComparison(R, N, B, BinaryOperator::reverseComparisonOp(Op), A, Scope);
}

std::optional<isl::set> stevedore::whereAffine(RegionState &R, const Nest &N,
                                               const Expr *Condition) {
  AffineBuilder Builder(R, N, "condition", Condition);
  auto Set = llvm::expectedToOptional(Builder.condition(Condition));
  return Set && !Builder.hasObligations() ? Set : std::nullopt;
}

isl::set stevedore::sideOf(RegionState &R, const Nest &N, const Expr *Condition,
                           bool Holds) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_LNot)
    return sideOf(R, N, Unary->getSubExpr(), !Holds);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    bool IsBoth = (Binary->getOpcode() == BO_LAnd) == Holds;
    isl::set A = sideOf(R, N, Binary->getLHS(), Holds);
    llvm::SaveAndRestore Guess(R.Point.IsGuess, true);
    isl::set B = sideOf(R, N, Binary->getRHS(), Holds);
    return coalesced(IsBoth ? A.intersect(B) : A.unite(B));
  }
  std::optional<isl::set> Set =
      E->HasSideEffects(R.AST) ? std::nullopt : whereAffine(R, N, Condition);
  if (!Set)
    return N.Domain;
  return coalesced(Holds ? N.Domain.intersect(*Set) : N.Domain.subtract(*Set));
}
