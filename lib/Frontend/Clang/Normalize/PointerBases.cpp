//===- PointerBases.cpp - What pointers move along ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/PointerBases.h"
#include "Expression/Places.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/PointerSums.h"
#include "Syntax/TreeMaker.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

PointerBases::PointerBases(RegionState &R,
                           llvm::ArrayRef<const Stmt *> Statements)
    : R(R) {
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
  const Expr *Base = nullptr;
  bool IsMissing = false;
  for (const Expr *Source : Sources) {
    const Expr *Start = startOf(Source);
    const VarDecl *From = holderOf(Start);
    if (From == Var)
      continue;
    bool Waits = From && Given.count(From) && !Bases.count(From);
    IsMissing |= Waits;
    const Expr *Other = Waits ? nullptr : baseOf(Source);
    bool IsFit = Other && R.AST.hasSameUnqualifiedType(
                              Other->getType()->getPointeeType(),
                              Var->getType()->getPointeeType());
    bool IsOther = !Waits && IsFit && Base && !areSame(Base, Other);
    if (!Waits && (!IsFit || (IsOther && !beginsAs(Base, Other) &&
                              !beginsAs(Other, Base))))
      return Fails;
    if (IsOther)
      Equal.push_back({Base, Other});
    else if (!Waits)
      Base = Other;
  }
  if (IsMissing)
    return Waits;
  if (!Base && R.isDeclaredInRegion(Var))
    return Fails;
  Bases[Var] =
      Base ? Base
           : TreeMaker(R.AST, R.Code.Function, Var->getLocation()).value(Var);
  return Found;
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

void PointerBases::collect(const Stmt *S) {
  if (!S)
    return;
  auto give = [&](const VarDecl *Var, const Expr *Value) {
    if (!Var || !isCandidate(Var))
      return;
    auto &Values = Given[Var];
    if (Value)
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
      return Found->second;
  }
  return isFixed(Start) ? Start : nullptr;
}

bool PointerBases::areSame(const Expr *A, const Expr *B) const {
  return isSameTree(R.AST, unqualified(A), unqualified(B));
}
