//===- SeparateSteps.cpp - Assignments within expressions -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/SeparateSteps.h"
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
                const VariableFacts &Facts, const Expr *Whole)
      : TreeRewriter(AST), Caller(Caller), Facts(Facts) {
    Uses.scan(Whole);
  }
  void collect(const Stmt *S, bool TakesSteps);
  llvm::SmallVector<const Expr *, 4> Steps;

protected:
  Expr *replaced(const Expr *E) override;
  bool isKept(const Stmt *S) const override {
    return !S || (!llvm::is_contained(Steps, S) &&
                  llvm::all_of(S->children(),
                               [&](const Stmt *Part) { return isKept(Part); }));
  }

private:
  bool isAlone(const VarDecl *Var) const;

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

/// Whether \p Var is an integer or a pointer of the function, whose one mention
/// in the expression changes it.
bool StepSeparator::isAlone(const VarDecl *Var) const {
  QualType T = Var->getType();
  return (T->isIntegerType() || T->isPointerType()) &&
         !T.isVolatileQualified() && Var->hasLocalStorage() &&
         !Facts.isAddressTaken(Var) && Uses.use(Var).Mentions.size() == 1;
}

/// Adds the assignments below \p S that are made whenever it is evaluated.
void StepSeparator::collect(const Stmt *S, bool TakesSteps) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, LambdaExpr, StmtExpr>(S))
    return;
  const auto *E = dyn_cast<Expr>(S);
  const VarDecl *Var = E ? changedFirst(E, TakesSteps) : nullptr;
  if (Var && isAlone(Var)) {
    Steps.push_back(E);
    return;
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    return collect(Choice->getCond(), false);
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (Binary && (Binary->isLogicalOp() || Binary->isCommaOp()))
    return collect(Binary->getLHS(), false);
  for (const Stmt *Part : S->children())
    collect(Part, TakesSteps && isa<ImplicitCastExpr, ParenExpr>(S));
}

Expr *StepSeparator::replaced(const Expr *E) {
  if (!llvm::is_contained(Steps, E))
    return nullptr;
  const VarDecl *Var = changedFirst(E, /*TakesSteps=*/true);
  TreeMaker Make(AST, Caller, E->getSourceRange());
  return E->isGLValue() ? Make.lvalue(Var) : Make.value(Var);
}

const Stmt *SeparateSteps::discarded(const Expr *E) {
  const auto *Root = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Root || !Root->isAssignmentOp())
    return E;
  StepSeparator Separator(AST, Caller, Facts, E);
  Separator.collect(Root->getLHS(), false);
  Separator.collect(Root->getRHS(), variableOf(Root->getLHS()) != nullptr);
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
