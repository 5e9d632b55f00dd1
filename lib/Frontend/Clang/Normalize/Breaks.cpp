//===- Breaks.cpp - Loops without break -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Breaks.h"
#include "Flow/Loops.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

/// What a condition says of the iteration before.
class OneStepBefore : public TreeRewriter {
public:
  OneStepBefore(RegionState &R, const VarDecl *Iterator, int64_t Step)
      : TreeRewriter(R.AST), R(R), Iterator(Iterator), Step(Step) {}

protected:
  bool isReplaced(const ValueDecl *D) const override { return D == Iterator; }
  Expr *replaced(const Expr *E) override;

private:
  RegionState &R;
  const VarDecl *Iterator;
  int64_t Step;
};

} // namespace

Expr *OneStepBefore::replaced(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (!Cast || Cast->getCastKind() != CK_LValueToRValue ||
      variableOf(Cast->getSubExpr()) != Iterator)
    return isa<DeclRefExpr>(E) ? fail(E) : nullptr;
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  QualType T = E->getType();
  Expr *Before = Make.binary(
      Step > 0 ? BO_Sub : BO_Add, E,
      Make.number(uint64_t(std::abs(Step)), T.getCanonicalType()), T);
  return new (R.AST) ParenExpr(E->getBeginLoc(), E->getEndLoc(), Before);
}

/// The statement \p S if it is `if (...) { ...; break; }` without an `else`;
/// null for others.
static const IfStmt *breakingBranch(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConsteval())
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->body_empty() ? nullptr : Block->body_back();
  return isa_and_nonnull<BreakStmt>(Then) ? If : nullptr;
}

/// What the branch \p If does before it leaves the loop.
static llvm::ArrayRef<Stmt *> beforeBreak(const IfStmt *If) {
  const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
  return Block ? llvm::ArrayRef(Block->body_begin(), Block->size() - 1)
               : llvm::ArrayRef<Stmt *>();
}

/// The loop \p For, which is left by \p If, number \p Number of its body. That
/// the iteration before was the last one is known from its condition: only the
/// iterator changes in it.
static const Stmt *leftInTheMiddle(RegionState &R, const ForStmt *For,
                                   const IfStmt *If, size_t Number) {
  llvm::ArrayRef<Stmt *> Body(cast<CompoundStmt>(For->getBody())->body_begin(),
                              cast<CompoundStmt>(For->getBody())->size());
  const auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *Iterator = Declared && Declared->isSingleDecl()
                             ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                             : nullptr;
  QualType T = Iterator ? Iterator->getType() : QualType();
  bool IsCounter = Iterator && Iterator->getInit() && T->isIntegerType() &&
                   !T->isEnumeralType() &&
                   R.AST.getIntWidth(T) >= R.AST.getIntWidth(R.AST.IntTy);
  int64_t Step = IsCounter && For->getInc() && For->getCond()
                     ? constantStep(R, For->getInc(), Iterator)
                     : 0;
  VariableFacts InBody;
  InBody.scan(For->getBody());
  auto IsKept = [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && Var->hasLocalStorage() &&
           !InBody.isWritten(Var) && !R.Form.inFunction().isAddressTaken(Var);
  };
  auto MayEnd = [](const Stmt *S) { return mayLeave(S); };
  if (Step == 0 || !isBuiltOf(If->getCond(), IsKept) ||
      !isBuiltOf(Iterator->getInit(), IsKept) ||
      llvm::any_of(Body.take_front(Number), MayEnd) ||
      llvm::any_of(beforeBreak(If), MayEnd))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, If->getSourceRange());
  QualType Truth = R.AST.getLangOpts().CPlusPlus ? R.AST.BoolTy : R.AST.IntTy;
  Expr *IsLater = Make.binary(Step > 0 ? BO_GT : BO_LT, Make.value(Iterator),
                              Iterator->getInit(), Truth);
  OneStepBefore Before(R, Iterator, Step);
  Expr *HasEnded = Make.both(IsLater, Before.expression(If->getCond()));
  if (Before.hasFailed())
    return nullptr;
  llvm::SmallVector<const Stmt *, 8> All(Body.take_front(Number)),
      Rest(Body.drop_front(Number + 1)), Last(beforeBreak(If));
  All.push_back(
      Make.branch(If->getCond(), Make.compound(Last), Make.compound(Rest)));
  return new (R.AST)
      ForStmt(R.AST, const_cast<Stmt *>(For->getInit()),
              Make.both(For->getCond(), Make.negation(HasEnded)), nullptr,
              const_cast<Expr *>(For->getInc()), Make.compound(All),
              For->getForLoc(), For->getLParenLoc(), For->getRParenLoc());
}

/// The loop \p Loop, the body of which begins with `if (Break) break;`.
static const Stmt *leftAtStart(RegionState &R, const Stmt *Loop,
                               const Expr *Break) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *While = dyn_cast<WhileStmt>(Loop);
  const auto *Body =
      cast<CompoundStmt>(For ? For->getBody() : While->getBody());
  auto IsInteger = [](const VarDecl *Var) {
    return Var->getType()->isIntegerType();
  };
  if (!isBuiltOf(Break, IsInteger))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, Loop->getSourceRange());
  Expr *Cond =
      Make.both(For ? For->getCond() : While->getCond(), Make.negation(Break));
  Stmt *Rest = Make.compound(
      llvm::SmallVector<const Stmt *, 8>(llvm::drop_begin(Body->body())));
  bool HidesIterator = For && isa_and_nonnull<DeclStmt>(For->getInit());
  if (!HidesIterator)
    R.Notes.hideFinalValues(Loop, "a 'break'");
  if (While)
    return WhileStmt::Create(R.AST, nullptr, Cond, Rest, While->getWhileLoc(),
                             While->getLParenLoc(), While->getRParenLoc());
  return new (R.AST)
      ForStmt(R.AST, const_cast<Stmt *>(For->getInit()), Cond, nullptr,
              const_cast<Expr *>(For->getInc()), Rest, For->getForLoc(),
              For->getLParenLoc(), For->getRParenLoc());
}

const Stmt *stevedore::withoutBreak(RegionState &R, const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *While = dyn_cast<WhileStmt>(Loop);
  if (!(For || While) || (While && While->getConditionVariable()))
    return nullptr;
  const auto *Body =
      dyn_cast<CompoundStmt>(For ? For->getBody() : While->getBody());
  if (!Body)
    return nullptr;
  for (auto [Number, S] : llvm::enumerate(Body->body()))
    if (const IfStmt *If = breakingBranch(S))
      return Number == 0 && beforeBreak(If).empty()
                 ? leftAtStart(R, Loop, If->getCond())
             : For ? leftInTheMiddle(R, For, If, Number)
                   : nullptr;
  return nullptr;
}
