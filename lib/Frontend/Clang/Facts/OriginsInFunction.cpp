//===- OriginsInFunction.cpp - Where a function passes pointers on --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which values each pointer variable is given, and which values are handed on to
// memory or to other functions, from where they may come back. An expression of
// a kind that is not listed hands on the pointers in it.
//
//===----------------------------------------------------------------------===//

#include "Facts/Origins.h"
#include "Facts/Symbols.h"
#include "Facts/VariableFacts.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/Rotations.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

PointerOrigins::PointerOrigins(const ASTContext &AST,
                               const FunctionDecl *Function,
                               const VariableFacts &Uses, HindranceRules Rules)
    : Rules(Rules), AST(AST), Function(Function), Uses(Uses) {
  const Stmt *Body = Function->getBody();
  collectAddressed(Body);
  for (const ParmVarDecl *Parameter : Function->parameters())
    collectDeclaration(Parameter, Body->getSourceRange());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Function))
    for (const CXXCtorInitializer *I : Constructor->inits())
      if (const Expr *Init = I->getInit()) {
        hand(Init);
        collect(Init, Body->getSourceRange());
      }
  collect(Body, Body->getSourceRange());
  solve();
}

void PointerOrigins::collectAddressed(const Stmt *S) {
  if (!S)
    return;
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    if (const VarDecl *Var = variableOf(Unary->getSubExpr()))
      Addressed.insert(Var);
  for (const Stmt *Part : partsOf(S))
    collectAddressed(Part);
}

/// The value of the pointer \p E, or the address of the object \p E, comes to
/// where it is not followed.
void PointerOrigins::hand(const Expr *E) {
  if (E && (E->isGLValue() || E->getType()->isPointerType()))
    HandedOn.push_back(E);
}

void PointerOrigins::assign(const VarDecl *Var, const Expr *Value,
                            Hindrance H) {
  if (isTracked(Var))
    Given[Var].push_back({Value, H});
  else if (Value->getType()->isPointerType())
    hand(Value);
}

void PointerOrigins::collectDeclaration(const VarDecl *Var, SourceRange Block) {
  Blocks[Var] = Block;
  if (isTracked(Var))
    Given[Var];
  const Expr *Init = isa<ParmVarDecl>(Var) ? nullptr : Var->getInit();
  bool IsReference = Var->getType()->isReferenceType();
  if (Init && (IsReference || Var->getType()->isPointerType()))
    assign(Var, Init,
           IsReference ? Hindrance::ByReference : Hindrance::ByInitializer);
}

void PointerOrigins::collectArguments(const CallExpr *E) {
  bool IsMethod = isa<CXXOperatorCallExpr>(E) &&
                  isa_and_nonnull<CXXMethodDecl>(E->getDirectCallee());
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (IsMethod ? I > 0 : !forgetsArgument(AST, E, I))
      hand(E->getArg(I));
}

/// Whether pointers among the operands of \p E go nowhere but into its value,
/// which ofPointer() and ofObject() follow, or are only used for an access.
bool PointerOrigins::collectKept(const Expr *E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() != BO_Assign)
      return true;
    const VarDecl *Var = variableOf(Binary->getLHS());
    if (Var && !Var->getType()->isReferenceType())
      assign(Var, Binary->getRHS(), Hindrance::ByAssignment);
    else if (Binary->getRHS()->getType()->isPointerType())
      hand(Binary->getRHS());
    return true;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_PointerToIntegral)
      hand(Cast->getSubExpr());
    return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (swappedPointers(E) && Call->getNumArgs() == 2)
      for (unsigned I : {0, 1})
        if (const VarDecl *Var = variableOf(Call->getArg(I)))
          assign(Var, Call->getArg(1 - I), Hindrance::ByAssignment);
    collectArguments(Call);
    return true;
  }
  return isa<ParenExpr, ArraySubscriptExpr, MemberExpr, UnaryOperator,
             AbstractConditionalOperator, FullExpr, OpaqueValueExpr,
             UnaryExprOrTypeTraitExpr, StmtExpr, GenericSelectionExpr,
             MaterializeTemporaryExpr, DeclRefExpr, CXXDeleteExpr>(E);
}

/// What the lambda expression or block with the body \p S returns comes to where
/// it is called, which is not followed.
void PointerOrigins::handReturned(const Stmt *S) {
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    hand(Return->getRetValue());
  for (const Stmt *Child : partsOf(S))
    handReturned(Child);
}

void PointerOrigins::collectExpression(const Expr *E) {
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    const CXXMethodDecl *Called = Lambda->getCallOperator();
    for (const ParmVarDecl *Parameter : Called->parameters())
      collectDeclaration(Parameter, Lambda->getBody()->getSourceRange());
    for (const Expr *Init : Lambda->capture_inits())
      hand(Init);
    return handReturned(Lambda->getBody());
  }
  if (const auto *Block = dyn_cast<BlockExpr>(E)) {
    for (const BlockDecl::Capture &Capture : Block->getBlockDecl()->captures())
      if (isTracked(Capture.getVariable()))
        KeptInBlocks.insert(Capture.getVariable());
    for (const ParmVarDecl *Parameter : Block->getBlockDecl()->parameters())
      collectDeclaration(Parameter, Block->getSourceRange());
    handReturned(Block->getBlockDecl()->getBody());
    return collect(Block->getBlockDecl()->getBody(), Block->getSourceRange());
  }
  if (collectKept(E))
    return;
  for (const Stmt *Child : E->children())
    hand(dyn_cast_or_null<Expr>(Child));
}

/// \p Block: the innermost block around \p S.
void PointerOrigins::collect(const Stmt *S, SourceRange Block) {
  if (!S)
    return;
  if (isa<CompoundStmt, ForStmt, IfStmt, WhileStmt, SwitchStmt,
          CXXForRangeStmt, CXXCatchStmt>(S))
    Block = S->getSourceRange();
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        collectDeclaration(Var, Block);
  if (const auto *Catch = dyn_cast<CXXCatchStmt>(S))
    if (const VarDecl *Var = Catch->getExceptionDecl()) {
      collectDeclaration(Var, Block);
      FromElsewhere.insert(Var);
    }
  if (const auto *E = dyn_cast<Expr>(S))
    collectExpression(E);
  if (isa<AsmStmt, CoreturnStmt>(S))
    for (const Stmt *Child : S->children())
      hand(dyn_cast_or_null<Expr>(Child));
  for (const Stmt *Child : partsOf(S))
    collect(Child, Block);
}
