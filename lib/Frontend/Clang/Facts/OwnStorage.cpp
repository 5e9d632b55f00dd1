//===- OwnStorage.cpp - Memory that a function alone knows ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/OwnStorage.h"
#include "Facts/Symbols.h"
#include "Syntax/BlockCalls.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Numbers, and structures of numbers: no pointer leads on from there.
static bool isPlain(ASTContext &AST, QualType T) {
  T = AST.getBaseElementType(T);
  if (T.isVolatileQualified())
    return false;
  if (const auto *Record = T->getAsRecordDecl())
    return T.isTrivialType(AST) &&
           llvm::all_of(Record->fields(), [&](const FieldDecl *Field) {
             return isPlain(AST, Field->getType());
           });
  return T->isArithmeticType() || T->isEnumeralType();
}

static bool isNull(const Expr *E, ASTContext &AST) {
  return E->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNotNull) !=
         Expr::NPCK_NotNull;
}

namespace {

/// Goes through a function and tells what happens to one variable.
class StorageScan {
public:
  StorageScan(const VarDecl *Var, ASTContext &AST)
      : Var(Var), AST(AST), IsPointer(Var->getType()->isPointerType()) {}

  OwnStorage Result;
  /// Mentions that do not give the address away.
  llvm::SmallPtrSet<const DeclRefExpr *, 16> Kept;
  bool HoldsOther = false;

  void scan(const Stmt *S);

private:
  const VarDecl *Var;
  ASTContext &AST;
  bool IsPointer;

  const DeclRefExpr *mention(const Expr *E) const;
  const DeclRefExpr *elementOf(const Expr *E) const;
  const DeclRefExpr *pointee(const Expr *E) const;
  const Expr *freed(const Stmt *S) const;
  const BinaryOperator *assignment(const Stmt *S) const;
  void keep(const DeclRefExpr *Ref) {
    if (Ref)
      Kept.insert(Ref);
  }
  void keepAll(const Stmt *S);
  void test(const Expr *E);
  void statement(const Stmt *S, bool IsRemovable);
  void remove(const Stmt *S);
  void declare(const DeclStmt *S, bool IsRemovable);
  void scanIf(const IfStmt *S, bool IsRemovable);
  void scanExpr(const Expr *E);
};

} // namespace

/// The mention of the variable that \p E is, but for casts.
const DeclRefExpr *StorageScan::mention(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref && Ref->getDecl() == Var ? Ref : nullptr;
}

/// The mention of the variable that the lvalue \p E is an element of, or a part
/// of one.
const DeclRefExpr *StorageScan::elementOf(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointee(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointee(Unary->getSubExpr())
                                          : nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointee(Member->getBase())
                             : elementOf(Member->getBase());
  return nullptr;
}

/// The same for what the pointer \p E points to.
const DeclRefExpr *StorageScan::pointee(const Expr *E) const {
  E = E->IgnoreParens();
  if (auto [Base, Index] = pointerSum(E); Base)
    return pointee(Base);
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (!Cast)
    return nullptr;
  const Expr *Sub = Cast->getSubExpr();
  switch (Cast->getCastKind()) {
  case CK_ArrayToPointerDecay:
    return elementOf(Sub);
  case CK_LValueToRValue: {
    const auto *Ref = dyn_cast<DeclRefExpr>(Sub->IgnoreParens());
    return Ref && Ref->getDecl() == Var ? Ref : nullptr;
  }
  case CK_BitCast:
  case CK_NoOp:
    return pointee(Sub);
  default:
    return nullptr;
  }
}

/// The pointer that \p S frees; null for another statement.
const Expr *StorageScan::freed(const Stmt *S) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return freed(Full->getSubExpr());
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E))
    return Delete->getArgument();
  return libraryCall(AST, E) == "free" && cast<CallExpr>(E)->getNumArgs() == 1
             ? cast<CallExpr>(E)->getArg(0)
             : nullptr;
}

/// `p = malloc(n)`, or `p = 0`; null for other statements.
const BinaryOperator *StorageScan::assignment(const Stmt *S) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr();
  const auto *Assign =
      E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (!Assign || Assign->getOpcode() != BO_Assign || !mention(Assign->getLHS()))
    return nullptr;
  return allocatesMemory(AST, Assign->getRHS()) || isNull(Assign->getRHS(), AST)
             ? Assign
             : nullptr;
}

/// Keeps every mention in \p S.
void StorageScan::keepAll(const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    if (Ref->getDecl() == Var)
      keep(Ref);
  if (S)
    for (const Stmt *Child : S->children())
      keepAll(Child);
}

/// \p E is tested for being null or zero, or compared.
void StorageScan::test(const Expr *E) {
  if (const DeclRefExpr *Ref = mention(E)) {
    Result.NoReads.insert(Ref);
    return keep(Ref);
  }
  if (const BinaryOperator *Assign = assignment(E->IgnoreParenCasts())) {
    keep(mention(Assign->getLHS()));
    return scanExpr(Assign->getRHS());
  }
  scanExpr(E);
}

/// Without \p S there is no memory, and no mention of it there.
void StorageScan::remove(const Stmt *S) {
  Result.Statements.push_back(S);
  auto Cover = [&](auto &Self, const Stmt *Part) -> void {
    if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Part))
      if (Ref->getDecl() == Var)
        Result.Covered.insert(Ref);
    if (Part)
      for (const Stmt *Child : Part->children())
        Self(Self, Child);
  };
  Cover(Cover, S);
}

void StorageScan::declare(const DeclStmt *S, bool IsRemovable) {
  for (const Decl *D : S->decls()) {
    const auto *Declared = dyn_cast<VarDecl>(D);
    const Expr *Init = Declared ? Declared->getInit() : nullptr;
    if (Declared == Var) {
      bool IsEffect = Init && Init->HasSideEffects(AST);
      if (IsPointer && Init && !isNull(Init, AST)) {
        HoldsOther |= !allocatesMemory(AST, Init);
        IsEffect = false;
      }
      if (const auto *Sized = AST.getAsVariableArrayType(Var->getType()))
        for (; Sized;
             Sized = AST.getAsVariableArrayType(Sized->getElementType()))
          IsEffect |= Sized->getSizeExpr()->HasSideEffects(AST);
      if (IsRemovable && S->isSingleDecl() && !IsEffect)
        remove(S);
    }
    if (Init)
      scanExpr(Init);
  }
}

/// `if (!p) ...` and `if (p) free(p);` go with the memory.
void StorageScan::scanIf(const IfStmt *S, bool IsRemovable) {
  const Expr *Condition = S->getCond()->IgnoreParenImpCasts();
  bool Plain = IsRemovable && !S->getElse() && !S->getInit() &&
               !S->getConditionVariable();
  bool GoesWithout = false;
  if (const auto *Not = dyn_cast<UnaryOperator>(Condition))
    GoesWithout = Not->getOpcode() == UO_LNot && mention(Not->getSubExpr());
  if (const auto *Compared = dyn_cast<BinaryOperator>(Condition))
    GoesWithout =
        Compared->getOpcode() == BO_EQ &&
        (mention(Compared->getLHS())
             ? isNull(Compared->getRHS(), AST)
             : mention(Compared->getRHS()) && isNull(Compared->getLHS(), AST));
  const Stmt *Then = S->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then);
      Block && Block->size() == 1)
    Then = Block->body_front();
  if (mention(Condition))
    if (const Expr *Pointer = freed(Then))
      GoesWithout = mention(Pointer);
  if (Plain && GoesWithout)
    remove(S);
  if (S->getInit())
    statement(S->getInit(), false);
  test(S->getCond());
  statement(S->getThen(), false);
  statement(S->getElse(), false);
}

/// \p S stands where statements do; \p IsRemovable: among others, so that
/// nothing need stay in its place.
void StorageScan::statement(const Stmt *S, bool IsRemovable) {
  if (!S)
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declare(Declaration, IsRemovable);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return scanIf(If, IsRemovable);
  if (const BinaryOperator *Assign = assignment(S)) {
    keep(mention(Assign->getLHS()));
    if (IsRemovable)
      remove(S);
    return scanExpr(Assign->getRHS());
  }
  if (const Expr *Pointer = freed(S))
    if (const DeclRefExpr *Ref = mention(Pointer)) {
      keep(Ref);
      Result.NoReads.insert(Ref);
      if (IsRemovable)
        remove(S);
      return;
    }
  if (std::optional<BlockCall> Call = blockCall(S)) {
    for (const Expr *E : {Call->To, Call->From, Call->Bytes}) {
      if (E->getType()->isPointerType())
        keep(pointee(blockPointer(E)));
      scanExpr(E);
    }
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S))
    return scanExpr(E);
  bool HasStatements = isa<CompoundStmt, ForStmt, WhileStmt, DoStmt>(S);
  for (const Stmt *Child : S->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child); E && !HasStatements)
      scanExpr(E);
    else
      statement(Child, isa<CompoundStmt>(S));
}

void StorageScan::scanExpr(const Expr *E) {
  if (isa<StmtExpr>(E))
    return;
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return keepAll(E);
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E))
    if (Cast->getCastKind() == CK_LValueToRValue)
      keep(elementOf(Cast->getSubExpr()));
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->isIncrementDecrementOp())
      keep(elementOf(Unary->getSubExpr()));
    if (Unary->getOpcode() == UO_LNot)
      return test(Unary->getSubExpr());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp())
      keep(elementOf(Binary->getLHS()));
    if (Binary->isEqualityOp() || Binary->isLogicalOp()) {
      test(Binary->getLHS());
      return test(Binary->getRHS());
    }
  }
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      scanExpr(Part);
    else
      statement(Child, false);
}

void StorageScan::scan(const Stmt *S) { statement(S, false); }

OwnStorage stevedore::ownStorage(const VarDecl *Var, const Stmt *Body,
                                 llvm::ArrayRef<const DeclRefExpr *> Mentions,
                                 ASTContext &AST) {
  StorageScan Scan(Var, AST);
  Scan.scan(Body);
  OwnStorage Result = std::move(Scan.Result);
  QualType Elements = Var->getType()->isPointerType()
                          ? Var->getType()->getPointeeType()
                          : Var->getType();
  bool IsPlain =
      isPlain(AST, Elements) && !Var->getType().isVolatileQualified();
  if (!IsPlain)
    Result.Statements.clear();
  Result.IsOwnBlock = IsPlain && Var->getType()->isPointerType() &&
                      !Scan.HoldsOther && isa<VarDecl>(Var) &&
                      !isa<ParmVarDecl>(Var) &&
                      llvm::all_of(Mentions, [&](const DeclRefExpr *Ref) {
                        return Scan.Kept.count(Ref) &&
                               !Ref->refersToEnclosingVariableOrCapture();
                      });
  return Result;
}
