//===- PointerBases.cpp - What pointers move along ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PointerBases.h"
#include "Expression/Places.h"
#include "Facts/VariableFacts.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

PointerBases::PointerBases(RegionState &R,
                           llvm::ArrayRef<const Stmt *> Statements,
                           bool MayHaveTwo)
    : R(R), MayHaveTwo(MayHaveTwo) {
  for (const Stmt *S : Statements)
    collect(S);
  bool IsChanged = true;
  while (IsChanged) {
    IsChanged = false;
    for (const auto &[Var, Sources] : Given) {
      if (Bases.count(Var))
        continue;
      Progress P = solve(Var, Sources);
      if (P == Fails) {
        Given.erase(Var);
        Bases.clear();
        Others.clear();
      }
      if (P == Waits)
        continue;
      IsChanged = true;
      break;
    }
  }
}

PointerBases::Progress
PointerBases::solve(const VarDecl *Var, llvm::ArrayRef<const Expr *> Sources) {
  llvm::SmallVector<const Expr *, 2> Found;
  bool IsOuter = !R.isDeclaredInRegion(Var), IsMissing = false;
  auto Own = [&] {
    return TreeMaker(R.AST, R.Code.Function, Var->getLocation()).value(Var);
  };
  if (MayHaveTwo && IsOuter && FromEntry.contains(Var))
    Found.push_back(Own());
  for (const Expr *Source : Sources) {
    const VarDecl *From = holderOf(startOf(Source));
    if (From == Var)
      continue;
    if (From && Given.count(From) && !Bases.count(From)) {
      IsMissing = true;
      continue;
    }
    const Expr *Base = baseOf(Source);
    if (!Base ||
        !R.AST.hasSameUnqualifiedType(Base->getType()->getPointeeType(),
                                      Var->getType()->getPointeeType()))
      return Fails;
    bool IsKnown = false;
    for (const Expr *Other : Found)
      if (areSame(Base, Other)) {
        IsKnown = true;
      } else if (beginsAs(Base, Other) || beginsAs(Other, Base)) {
        Equal.push_back({Base, Other});
        IsKnown = true;
      }
    if (!IsKnown)
      Found.push_back(Base);
  }
  if (IsMissing)
    return Waits;
  if (Found.size() > (MayHaveTwo ? 2 : 1) || (Found.empty() && !IsOuter))
    return Fails;
  Bases[Var] = Found.empty() ? Own() : Found.front();
  if (Found.size() == 2)
    Others[Var] = Found.back();
  return PointerBases::Found;
}

/// Whether \p A is a variable of the function, initialized with \p B, that
/// keeps its value.
bool PointerBases::beginsAs(const Expr *A, const Expr *B) const {
  const VarDecl *Var = holderOf(A);
  return Var && Var->hasLocalStorage() && Var->getInit() &&
         R.Form.inFunction().isFixed(Var) && areSame(Var->getInit(), B);
}

bool PointerBases::isCandidate(const VarDecl *Var) const {
  QualType Type = Var->getType();
  if (!Type->isPointerType() || Type.isVolatileQualified())
    return false;
  QualType Pointee = Type->getPointeeType();
  return !Pointee->isIncompleteType() && !Pointee->isFunctionType() &&
         !Pointee->isVariableArrayType() && Var->hasLocalStorage() &&
         Var->getDeclContext() == R.Code.Function &&
         !Var->isCXXForRangeDecl() &&
         !R.Form.inFunction().isAddressTaken(Var) && !R.Form.turn(Var);
}

/// Tells what is used before it is set, in the order of the text.
void PointerBases::meet(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Seen.insert(Var).second)
      FromEntry.insert(Var);
  }
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (!Binary || Binary->getOpcode() != BO_Assign)
    return;
  VariableFacts InValue;
  InValue.scan(Binary->getRHS());
  const VarDecl *Var = variableOf(Binary->getLHS());
  if (Var && InValue.use(Var).Mentions.empty())
    Seen.insert(Var);
}

void PointerBases::collect(const Stmt *S) {
  if (!S)
    return;
  meet(S);
  auto give = [&](const VarDecl *Var, const Expr *Value) {
    if (!Var || !isCandidate(Var))
      return;
    auto &Values = Given[Var];
    if (const ConditionalOperator *Choice =
            MayHaveTwo && Value ? choiceOf(Value) : nullptr)
      llvm::append_range(Values, armsOf(Choice));
    else if (Value)
      Values.push_back(Value);
  };
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        give(Var, Var->getInit());
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    if (Binary->isAssignmentOp())
      give(variableOf(Binary->getLHS()),
           Binary->isCompoundAssignmentOp() ? nullptr : Binary->getRHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    if (Unary->isIncrementDecrementOp())
      give(variableOf(Unary->getSubExpr()), nullptr);
  for (const Stmt *Part : partsOf(S))
    collect(Part);
}

/// Whether the region changes nothing on the way to the pointer.
bool PointerBases::isFixed(const Expr *Pointer) const {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer);
  if (!Cast || (Cast->getCastKind() != CK_LValueToRValue &&
                Cast->getCastKind() != CK_ArrayToPointerDecay))
    return false;
  auto IsKept = [&](const VarDecl *Var) {
    return !R.Form.InRegion.isWritten(Var) && !R.isDeclaredInRegion(Var) &&
           !R.Form.turn(Var);
  };
  if (!isOnePlace(R.AST, Cast->getSubExpr(), IsKept))
    return false;
  llvm::SmallVector<const Stmt *, 8> Rest = {Pointer};
  while (!Rest.empty()) {
    const Stmt *S = Rest.pop_back_val();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (Var && (!IsKept(Var) || Var->getType()->isReferenceType()))
        return false;
    }
    llvm::append_range(Rest, S->children());
  }
  return true;
}

const Expr *PointerBases::baseOf(const Expr *E) const {
  const Expr *Start = startOf(E);
  if (const VarDecl *Holder = holderOf(Start)) {
    auto Found = Bases.find(Holder);
    if (Found != Bases.end())
      return Others.count(Holder) ? nullptr : Found->second;
  }
  return isFixed(Start) ? Start : nullptr;
}

bool PointerBases::areSame(const Expr *A, const Expr *B) const {
  return isSameTree(R.AST, unqualified(A), unqualified(B));
}
