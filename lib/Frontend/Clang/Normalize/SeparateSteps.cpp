//===- SeparateSteps.cpp - Assignments within expressions -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/SeparateSteps.h"
#include "Normalize/Switches.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Finds the assignments in one expression, and puts their variables in their
/// place.
class StepSeparator : public TreeRewriter {
public:
  StepSeparator(ASTContext &AST, const FunctionDecl *Caller,
                const VariableFacts &Facts, const Stmt *Whole)
      : TreeRewriter(AST), Caller(Caller), Facts(Facts) {
    Uses.scan(Whole);
  }
  void collectIn(const BinaryOperator *Assignment);
  void collectInCondition(const Expr *Cond);
  llvm::SmallVector<const Stmt *, 4> collectInBranches(const IfStmt *If);
  llvm::SmallVector<const Expr *, 4> Steps;

protected:
  Expr *replaced(const Expr *E) override;
  const Stmt *discarded(const Expr *E) override {
    return llvm::is_contained(Steps, E->IgnoreParens())
               ? new (AST) NullStmt(E->getBeginLoc())
               : TreeRewriter::discarded(E);
  }
  bool isKept(const Stmt *S) const override {
    return !S || (!llvm::is_contained(Steps, S) &&
                  llvm::all_of(S->children(),
                               [&](const Stmt *Part) { return isKept(Part); }));
  }

private:
  bool isFollowed(const VarDecl *Var) const;
  bool isAlone(const VarDecl *Var) const;
  bool isReversible(const VarDecl *Var) const;
  void collect(const Stmt *S, llvm::function_ref<bool(const Expr *)> IsWanted);
  bool collectOnEachWay(const Stmt *S, const ValueDecl *Var);
  Expr *valueBefore(const UnaryOperator *Step) const;

  const FunctionDecl *Caller;
  const VariableFacts &Facts;
  VariableFacts Uses;
};

/// Makes the statements of their own.
class SeparateSteps : public TreeRewriter {
public:
  SeparateSteps(ASTContext &AST, const FunctionDecl *Caller,
                const VariableFacts &Facts)
      : TreeRewriter(AST), Caller(Caller), Facts(Facts) {}
  const Stmt *statement(const Stmt *S) override;

protected:
  bool isKept(const Stmt *) const override { return true; }
  const Stmt *discarded(const Expr *E) override;
  const Stmt *initialization(const Stmt *S) override { return S; }

private:
  const FunctionDecl *Caller;
  const VariableFacts &Facts;
};

} // namespace

/// The variable that \p E steps, or changes by an operator such as `+=`; null
/// for other expressions.
static const VarDecl *changedFirst(const Expr *E, bool TakesSteps) {
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->isIncrementDecrementOp() && Unary->isPrefix())
    return TakesSteps ? variableOf(Unary->getSubExpr()) : nullptr;
  auto IsInteger = [](const VarDecl *Var) {
    return Var->getType()->isIntegerType();
  };
  const auto *Compound = dyn_cast<CompoundAssignOperator>(E);
  return Compound && isBuiltOf(Compound->getRHS(), IsInteger)
             ? variableOf(Compound->getLHS())
             : nullptr;
}

/// Whether \p Var is an integer or a pointer of the function that nobody else
/// changes.
bool StepSeparator::isFollowed(const VarDecl *Var) const {
  QualType T = Var->getType();
  return (T->isIntegerType() || T->isPointerType()) &&
         !T.isVolatileQualified() && Var->hasLocalStorage() &&
         !Facts.isAddressTaken(Var);
}

/// Whether the one mention of \p Var in the expression changes it.
bool StepSeparator::isAlone(const VarDecl *Var) const {
  return isFollowed(Var) && Uses.use(Var).Mentions.size() == 1;
}

/// Whether a step of \p Var can be taken back by a sum in its type, to which
/// nothing has to be converted.
bool StepSeparator::isReversible(const VarDecl *Var) const {
  QualType T = Var->getType();
  return isFollowed(Var) &&
         (T->isPointerType() ||
          (!T->isEnumeralType() &&
           AST.getIntWidth(T) >= AST.getIntWidth(AST.IntTy)));
}

/// The variable that the step \p E changes; null for other expressions.
static const VarDecl *steppedBy(const Expr *E) {
  const UnaryOperator *Step = stepIn(E);
  return Step ? variableOf(Step->getSubExpr()) : nullptr;
}

/// Adds the outermost expressions in \p S that \p IsWanted and that are
/// evaluated whenever it is.
void StepSeparator::collect(const Stmt *S,
                            llvm::function_ref<bool(const Expr *)> IsWanted) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, LambdaExpr, StmtExpr>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && IsWanted(E)) {
    Steps.push_back(E);
    return;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return collect(Choice->getCond(), IsWanted);
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (Binary && (Binary->isLogicalOp() || Binary->isCommaOp()))
    return collect(Binary->getLHS(), IsWanted);
  for (const Stmt *Part : S->children())
    collect(Part, IsWanted);
}

/// Adds the steps in \p Cond of variables that it mentions once.
void StepSeparator::collectInCondition(const Expr *Cond) {
  collect(Cond, [&](const Expr *E) {
    const VarDecl *Var = steppedBy(E);
    return Var && isAlone(Var) && isReversible(Var);
  });
}

/// Adds for each variable that \p If does not test and steps on each way
/// through by the same, and mentions nowhere else, all these steps; the result
/// has one of each.
llvm::SmallVector<const Stmt *, 4>
StepSeparator::collectInBranches(const IfStmt *If) {
  llvm::SmallVector<const Stmt *, 4> Result;
  for (const ValueDecl *D : Uses.changed()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    size_t Known = Steps.size();
    auto IsOther = [&](const Expr *Step) {
      return stepIn(Step)->isIncrementOp() !=
             stepIn(Steps[Known])->isIncrementOp();
    };
    if (Var && isReversible(Var) && collectOnEachWay(If, Var) &&
        llvm::none_of(llvm::drop_begin(Steps, Known), IsOther))
      Result.push_back(Steps[Known]);
    else
      Steps.truncate(Known);
  }
  return Result;
}

/// Adds the steps of \p Var in \p S, which mentions it nowhere else and takes
/// one of them on each way through; false where it does not.
bool StepSeparator::collectOnEachWay(const Stmt *S, const ValueDecl *Var) {
  if (!S || mayLeave(S) || isa<SwitchStmt>(S))
    return false;
  auto IsMentioned = [&](const Stmt *Part) {
    VariableFacts InPart;
    InPart.scan(Part);
    return !InPart.use(Var).Mentions.empty();
  };
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           !IsMentioned(If->getCond()) &&
           collectOnEachWay(If->getThen(), Var) &&
           collectOnEachWay(If->getElse(), Var);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    auto Parts = llvm::make_filter_range(Block->body(), IsMentioned);
    return llvm::hasSingleElement(Parts) &&
           collectOnEachWay(*Parts.begin(), Var);
  }
  VariableFacts InStatement;
  InStatement.scan(S);
  size_t Known = Steps.size();
  if (isa<Expr>(S) && InStatement.use(Var).Mentions.size() == 1)
    collect(S, [&](const Expr *E) { return steppedBy(E) == Var; });
  return Steps.size() > Known;
}

/// Adds the changes of variables that \p Assignment mentions once, and a step
/// only where it is the whole value for a variable.
void StepSeparator::collectIn(const BinaryOperator *Assignment) {
  const Expr *Whole = variableOf(Assignment->getLHS())
                          ? Assignment->getRHS()->IgnoreParenImpCasts()
                          : nullptr;
  for (const Expr *Side : {Assignment->getLHS(), Assignment->getRHS()})
    collect(Side, [&](const Expr *E) {
      const VarDecl *Var = changedFirst(E, /*TakesSteps=*/E == Whole);
      return Var && isAlone(Var);
    });
}

/// What the variable of \p Step, which has been taken, held before it.
Expr *StepSeparator::valueBefore(const UnaryOperator *Step) const {
  TreeMaker Make(AST, Caller, Step->getSourceRange());
  const VarDecl *Var = variableOf(Step->getSubExpr());
  QualType T = Var->getType().getUnqualifiedType();
  const Expr *One = Make.number(1, T->isIntegerType() ? T.getCanonicalType()
                                                      : Make.indexType());
  return new (AST)
      ParenExpr(Step->getBeginLoc(), Step->getEndLoc(),
                Make.binary(Step->isIncrementOp() ? BO_Sub : BO_Add,
                            Make.value(Var), One, T));
}

Expr *StepSeparator::replaced(const Expr *E) {
  if (!llvm::is_contained(Steps, E))
    return nullptr;
  const UnaryOperator *Step = stepIn(E);
  if (Step && Step->isPostfix())
    return valueBefore(Step);
  const VarDecl *Var = changedFirst(E, /*TakesSteps=*/true);
  TreeMaker Make(AST, Caller, E->getSourceRange());
  return E->isGLValue() ? Make.lvalue(Var) : Make.value(Var);
}

const Stmt *SeparateSteps::discarded(const Expr *E) {
  const auto *Root = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Root || !Root->isAssignmentOp())
    return E;
  StepSeparator Separator(AST, Caller, Facts, E);
  Separator.collectIn(Root);
  if (Separator.Steps.empty())
    return E;
  Expr *Last = Separator.expression(E);
  if (Separator.hasFailed())
    return E;
  llvm::SmallVector<const Stmt *, 4> Body(Separator.Steps.begin(),
                                          Separator.Steps.end());
  Body.push_back(Last);
  return TreeMaker(AST, Caller, E->getSourceRange()).compound(Body);
}

/// `p++; if (*(p - 1) > 0) ...` for `if (*p++ > 0) ...`, and the same of steps
/// that all of its branches take.
const Stmt *SeparateSteps::statement(const Stmt *S) {
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    if (const Stmt *Branches = asBranches(AST, Caller, Switch))
      return statement(Branches);
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getInit() || If->getConditionVariable())
    return TreeRewriter::statement(S);
  StepSeparator InBranches(AST, Caller, Facts, If);
  llvm::SmallVector<const Stmt *, 4> Body = InBranches.collectInBranches(If);
  StepSeparator InCondition(AST, Caller, Facts, If->getCond());
  InCondition.collectInCondition(If->getCond());
  llvm::append_range(Body, InCondition.Steps);
  if (Body.empty())
    return TreeRewriter::statement(S);
  Expr *Cond = InCondition.expression(If->getCond());
  auto New = [&](const Stmt *Branch) {
    return const_cast<Stmt *>(Branch ? statement(InBranches.statement(Branch))
                                     : nullptr);
  };
  Body.push_back(IfStmt::Create(AST, If->getIfLoc(), If->getStatementKind(),
                                nullptr, nullptr, Cond, If->getLParenLoc(),
                                If->getRParenLoc(), New(If->getThen()),
                                If->getElseLoc(), New(If->getElse())));
  return InBranches.hasFailed() || InCondition.hasFailed()
             ? TreeRewriter::statement(S)
             : TreeMaker(AST, Caller, S->getSourceRange()).compound(Body);
}

std::vector<const Stmt *>
stevedore::withSeparateSteps(ASTContext &AST, const FunctionDecl *Caller,
                             const VariableFacts &Facts,
                             llvm::ArrayRef<const Stmt *> Region) {
  SeparateSteps Rewriter(AST, Caller, Facts);
  std::vector<const Stmt *> Result;
  for (const Stmt *S : Region)
    Result.push_back(Rewriter.statement(S));
  return Result;
}
