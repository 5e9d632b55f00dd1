//===- OpaqueStatements.cpp - Statements that data decide about -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement whose control flow is not affine is one statement of the model.
// What it may access is what its parts may, and what it writes is written
// perhaps, unless no condition is around it. Variables that are declared in it
// and those that its loops give their first values are its own.
//
//===----------------------------------------------------------------------===//

#include "Expression/Affine.h"
#include "Expression/Ranges.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "State/Unseen.h"
#include "Statements/StatementBuilder.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

/// A variable of the statement's own. Where another variable of its name is
/// mentioned, which the text of addresses may have, it gets a new one.
void StatementBuilder::declareOwn(const VarDecl *Var) {
  R.Notes.Own.insert(Var);
  R.Notes.Ranges.erase(Var);
  if (!R.Form.inFunction().mentionsNamesake(Var))
    return;
  Map.Names[Var] = unusedIdentifier(R.AST, Var->getNameAsString() + "_");
}

llvm::Error StatementBuilder::declaration(const DeclStmt *S,
                                          const Evaluation &At) {
  for (const Decl *D : S->decls()) {
    if (isa<StaticAssertDecl, EmptyDecl>(D))
      continue;
    const auto *Var = dyn_cast<VarDecl>(D);
    QualType Type = Var ? Var->getType() : QualType();
    bool IsPlain = Var && !isa<DecompositionDecl>(Var) &&
                   !Var->isStaticLocal() && !Var->hasExternalStorage() &&
                   !Type->isReferenceType() && !Type->isPointerType() &&
                   !Type->isVariablyModifiedType() &&
                   !R.AST.getBaseElementType(Type).isVolatileQualified() &&
                   Type.isTriviallyCopyableType(R.AST);
    if (!IsPlain)
      return R.reject(RejectReason::UnsupportedStatement, S->getBeginLoc(),
                      {"DeclStmt"});
    if (Var->getInit())
      if (llvm::Error Why = value(Var->getInit(), At))
        return Why;
    declareOwn(Var);
    bool Keeps = Var->getInit() && R.Form.inFunction().isFixed(Var) &&
                 Type->isIntegralOrEnumerationType();
    if (Keeps)
      noteRange(R, N, Var, Var->getInit());
  }
  return llvm::Error::success();
}

llvm::Error StatementBuilder::sequence(const CompoundStmt *S,
                                       const Evaluation &At) {
  FactScope Scope(R);
  Evaluation Here = At;
  llvm::SmallVector<const Stmt *, 8> Rest(S->body());
  for (const Stmt *Child : S->body()) {
    if (llvm::Error Why = statement(Child, Here))
      return Why;
    Rest.erase(Rest.begin());
    if (StatedCondition Stated = statedBy(Child); Stated.Condition)
      addFacts(R, N, Stated.Condition, Stated.Holds, Rest);
    if (mayLeave(Child))
      Here.leave();
  }
  return llvm::Error::success();
}

llvm::Error StatementBuilder::branch(const IfStmt *S, const Evaluation &At) {
  if (S->getInit() || S->getConditionVariable())
    return R.reject(RejectReason::UnsupportedStatement, S->getIfLoc(),
                    {"'if' with a declaration"});
  if (llvm::Error Why = condition(S->getCond(), At))
    return Why;
  auto [If, Else] = branches(S->getCond(), At);
  auto side = [&](const Stmt *Part, bool Holds, const Evaluation &Where) {
    FactScope Scope(R);
    addFacts(R, N, S->getCond(), Holds, Part);
    return statement(Part, Where);
  };
  if (llvm::Error Why = side(S->getThen(), true, If))
    return Why;
  return S->getElse() ? side(S->getElse(), false, Else)
                      : llvm::Error::success();
}

static const Stmt *withoutLabels(const Stmt *S) {
  while (const auto *Label = dyn_cast<SwitchCase>(S))
    S = Label->getSubStmt();
  return S;
}

/// What holds before a label need not hold behind it, and declarations in the
/// block itself would reach past labels.
llvm::Error StatementBuilder::selection(const SwitchStmt *S,
                                        const Evaluation &At) {
  if (S->getInit() || S->getConditionVariable())
    return R.reject(RejectReason::UnsupportedStatement, S->getSwitchLoc(),
                    {"'switch' with a declaration"});
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body)
    return R.rejectStatement(S);
  if (llvm::Error Why = value(S->getCond(), At))
    return Why;
  Evaluation Inside = At;
  Inside.leave();
  ++NumBreakable;
  llvm::Error Result = llvm::Error::success();
  for (const Stmt *Part : Body->body()) {
    Part = withoutLabels(Part);
    Result =
        isa<DeclStmt>(Part) ? R.rejectStatement(Part) : statement(Part, Inside);
    if (Result)
      break;
  }
  --NumBreakable;
  return Result;
}

/// The condition and the body of a loop, each of which may be evaluated any
/// number of times.
llvm::Error StatementBuilder::loopBody(const Expr *Condition, const Stmt *Body,
                                       const Stmt *Loop, const Evaluation &At) {
  Evaluation Inside = At;
  Inside.leave();
  if (Condition)
    if (llvm::Error Why = value(Condition, isa<DoStmt>(Loop) ? Inside : At))
      return Why;
  FactScope Scope(R);
  if (Condition && !isa<DoStmt>(Loop))
    addFacts(R, N, Condition, true, Body);
  ++NumLoops;
  ++NumBreakable;
  llvm::Error Result = statement(Body, Inside);
  --NumLoops;
  --NumBreakable;
  return Result;
}

/// The variable that \p S gives a value before it does anything else, if
/// nothing but loops that do so use it.
static const VarDecl *ownIterator(const RegionState &R, const ForStmt *S) {
  const auto *Init = dyn_cast_or_null<BinaryOperator>(S->getInit());
  const VarDecl *Var = Init && Init->getOpcode() == BO_Assign
                           ? variableOf(Init->getLHS())
                           : nullptr;
  bool IsLocal = Var && Var->hasLocalStorage() && isOnlyIterator(R, Var) &&
                 Var->getType()->isIntegerType() &&
                 !R.Form.inFunction().isAddressTaken(Var) &&
                 isDeadAfter(R, Var);
  return IsLocal ? Var : nullptr;
}

/// Whether \p Inc makes \p Var larger: `k++`, `k += 2`.
static bool isIncrement(const Expr *Inc, const VarDecl *Var) {
  const auto *E = Inc ? Inc->IgnoreParens() : nullptr;
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(E))
    return Unary->isIncrementOp() && variableOf(Unary->getSubExpr()) == Var;
  const auto *Sum = dyn_cast_or_null<CompoundAssignOperator>(E);
  return Sum && Sum->getOpcode() == BO_AddAssign &&
         variableOf(Sum->getLHS()) == Var &&
         isa<IntegerLiteral>(Sum->getRHS()->IgnoreParenImpCasts());
}

/// Whether a variable of type \p T that is made larger does not fall below its
/// first value.
static bool staysAboveStart(const RegionState &R, QualType T) {
  return T->isSignedIntegerType() &&
         R.AST.getIntWidth(T) >= R.AST.getIntWidth(R.AST.IntTy);
}

llvm::Error StatementBuilder::forLoop(const ForStmt *S, const Evaluation &At) {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(S->getInit());
  if (S->getConditionVariable() ||
      (Declaration && !Declaration->isSingleDecl()))
    return R.rejectStatement(S);
  const VarDecl *Var = ownIterator(R, S);
  const Expr *Start = nullptr;
  if (Var) {
    Start = cast<BinaryOperator>(S->getInit())->getRHS();
    if (llvm::Error Why = value(Start, At))
      return Why;
    declareOwn(Var);
    Map.Declared.insert(Var);
  } else if (S->getInit()) {
    if (llvm::Error Why = statement(S->getInit(), At))
      return Why;
  }
  if (Declaration) {
    Var = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    Start = Var ? Var->getInit() : nullptr;
  }
  VariableFacts Within;
  Within.scan(S->getCond());
  Within.scan(S->getBody());
  if (Var && Start && isIncrement(S->getInc(), Var) && !Within.isWritten(Var) &&
      staysAboveStart(R, Var->getType()))
    R.Notes.Ranges[Var] = {{rangeOf(R, N, Start).Low, isl::pw_aff()},
                           {rangeOf(R, N, Start, true).Low, isl::pw_aff()}};
  if (llvm::Error Why = loopBody(S->getCond(), S->getBody(), S, At))
    return Why;
  Evaluation Inside = At;
  Inside.leave();
  return S->getInc() ? value(S->getInc(), Inside) : llvm::Error::success();
}

llvm::Error StatementBuilder::statement(const Stmt *S, const Evaluation &At) {
  IsOpaque = true;
  S = withoutAttributes(withoutDirectives(S));
  if (const auto *E = dyn_cast<Expr>(S)) {
    StatedCondition Stated = statedBy(S);
    return value(Stated.Condition ? Stated.Condition : E, At);
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return sequence(Block, At);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return statedBy(S).Condition ? value(If->getCond(), At) : branch(If, At);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return selection(Switch, At);
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    return forLoop(Loop, At);
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Loop->getConditionVariable()
               ? R.rejectStatement(S)
               : loopBody(Loop->getCond(), Loop->getBody(), S, At);
  if (const auto *Loop = dyn_cast<DoStmt>(S))
    return loopBody(Loop->getCond(), Loop->getBody(), S, At);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration, At);
  if (isa<NullStmt>(S) || (isa<BreakStmt>(S) && NumBreakable > 0) ||
      (isa<ContinueStmt>(S) && NumLoops > 0))
    return llvm::Error::success();
  return R.rejectStatement(S);
}

llvm::Error stevedore::modelOpaque(RegionState &R, ArrayTable &Arrays,
                                   const Nest &N, const Stmt *S,
                                   unsigned Number, Statement &Result) {
  StatementBuilder Builder(R, Arrays, N, Number);
  if (llvm::Error Why = Builder.statement(S, Builder.start()))
    return Why;
  Builder.finish(S->getBeginLoc(), Builder.text(S), Result);
  return llvm::Error::success();
}
