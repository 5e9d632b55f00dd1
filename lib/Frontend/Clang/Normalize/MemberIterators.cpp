//===- MemberIterators.cpp - Loops that count in members ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/MemberIterators.h"
#include "Normalize/RangeLoops.h"
#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// A member in which loops count, and the variable that it is a part of.
struct CountingMember {
  const MemberExpr *Member = nullptr;
  const VarDecl *Object = nullptr;
};

/// Puts a variable in the place of a member.
class MemberReplacer : public TreeRewriter {
public:
  MemberReplacer(RegionState &R, const CountingMember &Of, const VarDecl *By)
      : TreeRewriter(R.AST), R(R), Of(Of), By(By) {}

protected:
  Expr *replaced(const Expr *E) override;
  Decl *declared(Decl *D) override;
  bool isReplaced(const ValueDecl *D) const override {
    return D == Of.Object || Renamed.count(D);
  }

private:
  RegionState &R;
  const CountingMember &Of;
  const VarDecl *By;
  /// Variables of the same name for those whose first value is another tree.
  llvm::DenseMap<const ValueDecl *, const VarDecl *> Renamed;
};

} // namespace

Expr *MemberReplacer::replaced(const Expr *E) {
  TreeMaker Make(AST, R.Code.Function, E->getSourceRange());
  if (isa<MemberExpr>(E) && isSameTree(AST, E, Of.Member))
    return Make.lvalue(By);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return nullptr;
  const VarDecl *Same = Renamed.lookup(Ref->getDecl());
  return Same ? Make.lvalue(Same) : const_cast<Expr *>(E);
}

Decl *MemberReplacer::declared(Decl *D) {
  auto *Var = dyn_cast<VarDecl>(D);
  Expr *Init = Var ? Var->getInit() : nullptr;
  Expr *Value = expression(Init);
  if (Value == Init)
    return D;
  if (!Var->getType()->isArithmeticType() && !Var->getType()->isPointerType())
    fail(Init);
  VarDecl *Same = R.standIn(Var, Var->getNameAsString(), Var->getType());
  Same->setInit(Value);
  Renamed[Var] = Same;
  R.Form.changeInFunction().rename(Var, Same);
  return Same;
}

/// The assignment of an integer with which \p Loop begins, a `for` loop; null
/// where it begins otherwise.
static const BinaryOperator *assignmentOf(const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *Init =
      For ? dyn_cast_or_null<BinaryOperator>(For->getInit()) : nullptr;
  return Init && Init->getOpcode() == BO_Assign &&
                 Init->getType()->isIntegerType()
             ? Init
             : nullptr;
}

/// The variable that \p Member is a part of, by way of members of structures;
/// null where it is no such part.
static const VarDecl *variableWith(const MemberExpr *Member) {
  const Expr *Object = Member;
  while (const auto *Part = dyn_cast<MemberExpr>(Object)) {
    const auto *Field = dyn_cast<FieldDecl>(Part->getMemberDecl());
    if (Part->isArrow() || !Field || Field->getParent()->isUnion())
      return nullptr;
    Object = Part->getBase()->IgnoreParens();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The member to which \p Init assigns, of a variable of this function; none
/// where it assigns to something else.
static CountingMember countedMember(const BinaryOperator *Init) {
  const auto *Member =
      Init ? dyn_cast<MemberExpr>(Init->getLHS()->IgnoreParens()) : nullptr;
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->isBitField())
    return {};
  const VarDecl *Var = variableWith(Member);
  return Var && Var->hasLocalStorage() ? CountingMember{Member, Var}
                                       : CountingMember();
}

/// Whether \p S mentions the member \p M only in loops that count in it, of
/// which one \p IsInside, and no object that it is a part of.
static bool onlyCounts(const ASTContext &AST, const CountingMember &M,
                       const Stmt *S, bool IsInside) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != M.Object;
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && Member->getType()->isScalarType() &&
      variableWith(Member) == M.Object)
    return IsInside || !isSameTree(AST, Member, M.Member);
  const BinaryOperator *Init = assignmentOf(S);
  if (Init && isSameTree(AST, Init->getLHS()->IgnoreParens(), M.Member)) {
    const auto *For = cast<ForStmt>(S);
    return onlyCounts(AST, M, Init->getRHS(), false) &&
           onlyCounts(AST, M, For->getCond(), true) &&
           onlyCounts(AST, M, For->getInc(), true) &&
           onlyCounts(AST, M, For->getBody(), true);
  }
  return llvm::all_of(S->children(), [&](const Stmt *Part) {
    return onlyCounts(AST, M, Part, IsInside);
  });
}

const Stmt *stevedore::withVariable(RegionState &R, const Stmt *Loop) {
  const BinaryOperator *Init = assignmentOf(Loop);
  CountingMember M = countedMember(Init);
  auto OnlyCounts = [&](const Stmt *S) {
    return onlyCounts(R.AST, M, S, false);
  };
  if (!M.Member || R.Form.inFunction().isAddressTaken(M.Object) ||
      !llvm::all_of(R.Form.Statements, OnlyCounts) ||
      !(R.isDeclaredInRegion(M.Object) || isDeadAfter(R, M.Object)))
    return nullptr;
  const auto *For = cast<ForStmt>(Loop);
  TreeMaker Make(R.AST, R.Code.Function, For->getSourceRange());
  VarDecl *Iterator = Make.variable(
      freeCounter(R, M.Object->getNameAsString() + "_" +
                         M.Member->getMemberDecl()->getNameAsString()),
      M.Member->getType().getUnqualifiedType());
  Iterator->setInit(Init->getRHS());
  MemberReplacer Replacer(R, M, Iterator);
  Expr *Cond = Replacer.expression(For->getCond());
  Expr *Inc = Replacer.expression(For->getInc());
  const Stmt *Body = Replacer.statement(For->getBody());
  if (Replacer.hasFailed())
    return nullptr;
  R.Form.Counters.push_back(Iterator);
  R.Notes.Forwarded.insert(M.Object);
  return new (R.AST) ForStmt(R.AST, Make.declaration(Iterator), Cond,
                             const_cast<VarDecl *>(For->getConditionVariable()),
                             Inc, const_cast<Stmt *>(Body), For->getForLoc(),
                             For->getLParenLoc(), For->getRParenLoc());
}
