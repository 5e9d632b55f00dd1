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
        Rows.clear();
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
    if (Base && From && Rows.count(From) && !livesWith(Var, From))
      return Fails;
    if (!Base)
      Base = rowFor(Var, Source);
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
  bool MayDiffer = MayHaveTwo && !Rows.count(Var);
  if (Found.size() > (MayDiffer ? 2 : 1) || (Found.empty() && !IsOuter))
    return Fails;
  Bases[Var] = Found.empty() ? Own() : Found.front();
  if (Found.size() == 2)
    Others[Var] = Found.back();
  return PointerBases::Found;
}

RowPath PointerBases::rowOf(const Expr *E) const { return rowAt(startOf(E)); }

RowPath PointerBases::rowAt(const Expr *E) const {
  const auto *Decay = dyn_cast<ImplicitCastExpr>(E);
  const auto *Row =
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay
          ? dyn_cast<ArraySubscriptExpr>(Decay->getSubExpr()->IgnoreParens())
          : nullptr;
  if (!Row || Row->getIdx()->HasSideEffects(R.AST))
    return {nullptr, {}};
  const Expr *Outer = unqualified(Row->getBase());
  RowPath Result = isFixed(Outer) ? RowPath(Outer, {}) : rowAt(Outer);
  Result.second.push_back(Row->getIdx());
  return Result;
}

VarDecl *PointerBases::offsetOf(const VarDecl *Var) const {
  TreeMaker Make(R.AST, R.Code.Function, Var->getLocation());
  return R.standIn(Var, Var->getNameAsString() + "_at", Make.indexType());
}

/// The row that \p Var is given by \p Source, with variables for its
/// subscripts; null if that is none.
const Expr *PointerBases::rowFor(const VarDecl *Var, const Expr *Source) {
  auto [Base, Subscripts] = rowOf(Source);
  if (!Base)
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, Var->getLocation());
  auto &Held = Rows[Var];
  const VarDecl *Last = offsetOf(Var);
  for (unsigned I = 0; I < Subscripts.size(); ++I) {
    Last = R.standIn(Last, Var->getNameAsString() + "_row", Make.indexType());
    if (I == Held.size())
      Held.push_back(Last);
    Base = Make.decayed(Make.element(Base, Make.value(Last)));
  }
  return Base;
}

/// Whether \p Var has what it is declared with, which comes from \p Row, and
/// that has its first row as long as \p Var lives.
bool PointerBases::livesWith(const VarDecl *Var, const VarDecl *Row) const {
  return llvm::all_of(llvm::ArrayRef({Var, Row}), [&](const VarDecl *One) {
    return R.isDeclaredInRegion(One) && One->getInit() &&
           Given.lookup(One).size() == 1;
  });
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

/// Whether \p E is a variable or a member of one: where it is depends on no
/// value.
static bool isInObject(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (Member->isArrow())
      return false;
    E = Member->getBase()->IgnoreParens();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && !Ref->getType()->isReferenceType();
}

/// Whether the region changes nothing on the way to the pointer.
bool PointerBases::isFixed(const Expr *Pointer) const {
  const auto *Other = dyn_cast<CStyleCastExpr>(Pointer);
  if (Other &&
      (Other->getCastKind() == CK_BitCast || Other->getCastKind() == CK_NoOp))
    return isFixed(Other->getSubExpr()->IgnoreParens());
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer);
  if (!Cast || (Cast->getCastKind() != CK_LValueToRValue &&
                Cast->getCastKind() != CK_ArrayToPointerDecay))
    return false;
  const bool IsPlace = Cast->getCastKind() == CK_ArrayToPointerDecay &&
                       isInObject(Cast->getSubExpr());
  auto IsKept = [&](const VarDecl *Var) {
    return (IsPlace || !R.Form.InRegion.isWritten(Var)) &&
           !R.isDeclaredInRegion(Var) && !R.Form.turn(Var);
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
