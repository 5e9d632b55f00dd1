//===- CallFrames.cpp - Bodies of functions as parts of others ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/CallFrames.h"
#include "Syntax/CallValues.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

static bool hasReturn(const Stmt *S) {
  return S && (isa<ReturnStmt>(S) || llvm::any_of(partsOf(S), hasReturn));
}

/// The statements \p First, or its parts, and \p Rest.
static Statements joined(const Stmt *First, llvm::ArrayRef<const Stmt *> Rest) {
  Statements Result;
  if (First)
    Result.push_back(First);
  llvm::append_range(Result, Rest);
  return Result;
}

/// What the statements \p Rest of a body return, which has no effects.
Expr *CallInliner::result(Statements Rest) {
  while (!Rest.empty() && !hasFailed()) {
    const Stmt *S = Rest.front();
    llvm::ArrayRef<const Stmt *> Others = llvm::ArrayRef(Rest).drop_front();
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      Statements Next(Block->body());
      llvm::append_range(Next, Others);
      Rest = std::move(Next);
      continue;
    }
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      Expr *Value =
          Return->getRetValue() ? expression(Return->getRetValue()) : nullptr;
      return Value ? explicitly(AST, Value) : give(nullptr, "it has no value");
    }
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || !hasReturn(If)) {
      if (!execute(S))
        return nullptr;
      Rest.erase(Rest.begin());
      continue;
    }
    if (If->getInit() || If->getConditionVariable())
      return give(nullptr, "it declares a variable in a condition");
    Expr *Cond = expression(If->getCond());
    llvm::SaveAndRestore Choice(IsConditional, true);
    ValueMap Before = Top->Values;
    Expr *Then = result(joined(If->getThen(), Others));
    Top->Values = std::move(Before);
    Expr *Else = Then ? result(joined(If->getElse(), Others)) : nullptr;
    return Else ? choice(AST, Cond, Then, Else) : nullptr;
  }
  return give(nullptr, "it may end without a value");
}

/// The test that \p S, a statement of a body, makes.
const Stmt *CallInliner::stated(const Stmt *S) {
  StatedCondition In = statedBy(S);
  Expr *Cond = expression(In.Condition);
  const auto *End = cast<CallExpr>(In.Otherwise);
  if (!llvm::all_of(End->arguments(), [](const Expr *Argument) {
        return isa<StringLiteral, PredefinedExpr, IntegerLiteral>(
            Argument->IgnoreImplicit()->IgnoreParenCasts());
      }))
    give(nullptr, "what it tests ends it in another way than 'assert'");
  const CompoundStmt *Ends = make().compound({End});
  const Stmt *Nothing = new (AST) NullStmt(At.getBegin());
  return In.Holds ? make().branch(Cond, Nothing, Ends)
                  : make().branch(Cond, Ends, make().compound({}));
}

/// Tests of bodies that compute values stand before the statement that uses
/// these; the header of a loop has no such place.
const Stmt *CallInliner::statement(const Stmt *S) {
  if (StatedCondition In = statedBy(S); Top && In.Condition && In.Otherwise)
    return stated(S);
  Statements Outer = std::exchange(Stated, {});
  llvm::SaveAndRestore Around(Root, isa<Expr, DeclStmt>(S) ? S : nullptr);
  const Stmt *New = TreeRewriter::statement(S);
  std::swap(Outer, Stated);
  if (Outer.empty())
    return New;
  if (isLoop(S) || isa<CompoundStmt>(S))
    give(nullptr, "it tests something in the header of a loop");
  if (isa<DeclStmt>(S)) {
    llvm::append_range(Stated, Outer);
    return New;
  }
  Outer.push_back(New);
  SourceRange Where = Top ? At : S->getSourceRange();
  return TreeMaker(AST, Caller, Where).compound(Outer);
}

/// Declarations stay in their block.
std::vector<const Stmt *>
CallInliner::sequence(llvm::ArrayRef<const Stmt *> Old) {
  std::vector<const Stmt *> Result;
  for (const Stmt *S : Old) {
    Statements Outer = std::exchange(Stated, {});
    const Stmt *New = statement(S);
    std::swap(Outer, Stated);
    llvm::append_range(Result, Outer);
    Result.push_back(New);
  }
  return Result;
}

/// Whether \p S does more with \p Var, a value, than to read it or to pass it
/// on to be read.
static bool knowsAddress(const Stmt *S, const VarDecl *Var) {
  if (!S)
    return false;
  auto IsIt = [&](const Expr *E) {
    return E && E->isGLValue() && storageRoot(E) == Var;
  };
  if (isa<LambdaExpr, BlockExpr, StmtExpr, CXXConstructExpr>(S))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->getOpcode() == UO_AddrOf && IsIt(Unary->getSubExpr()))
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_ArrayToPointerDecay &&
      IsIt(Cast->getSubExpr()))
    return true;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Other = dyn_cast<VarDecl>(D))
        if (Other->getType()->isReferenceType() ||
            knowsAddress(Other->getInit(), Var))
          return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      bool IsRead = Callee && !isa<CXXMethodDecl>(Callee) &&
                    I < Callee->getNumParams() &&
                    Callee->getParamDecl(I)
                        ->getType()
                        .getNonReferenceType()
                        .isConstQualified();
      if (IsIt(Call->getArg(I)) && !IsRead)
        return true;
    }
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return knowsAddress(Child, Var);
  });
}

/// Whether somebody else than the body \p In may know where its \p Var is.
bool CallInliner::isAddressKnown(const VarDecl *Var, const Frame &In) {
  return Sites.usesIn(In.Body).isAddressTaken(Var) &&
         knowsAddress(In.Body->getBody(), Var);
}

/// Whether \p A and \p B are the same integer, where \p IsFixed holds of their
/// variables.
static bool isSameSize(const Expr *A, const Expr *B,
                       llvm::function_ref<bool(const VarDecl *)> IsFixed) {
  A = A->IgnoreParens();
  B = B->IgnoreParens();
  if (A->getStmtClass() != B->getStmtClass() ||
      A->getType().getCanonicalType().getUnqualifiedType() !=
          B->getType().getCanonicalType().getUnqualifiedType())
    return false;
  if (const auto *Number = dyn_cast<IntegerLiteral>(A))
    return Number->getValue() == cast<IntegerLiteral>(B)->getValue();
  if (const VarDecl *Var = variableOf(A))
    return Var == variableOf(B) && IsFixed(Var);
  if (const auto *Binary = dyn_cast<BinaryOperator>(A))
    return Binary->getOpcode() == cast<BinaryOperator>(B)->getOpcode() &&
           isSameSize(Binary->getLHS(), cast<BinaryOperator>(B)->getLHS(),
                      IsFixed) &&
           isSameSize(Binary->getRHS(), cast<BinaryOperator>(B)->getRHS(),
                      IsFixed);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(A);
  return Cast && isSameSize(Cast->getSubExpr(),
                            cast<ImplicitCastExpr>(B)->getSubExpr(), IsFixed);
}

/// Whether a parameter of type \p To of the body \p New is given rows as long
/// as it says: where both lengths are computed, in the same way from variables
/// that the caller never changes.
bool CallInliner::hasRowsOf(QualType To, QualType Given, Frame &New) {
  llvm::SaveAndRestore Inside(Top, &New);
  auto IsFixed = [&](const VarDecl *Var) {
    return Sites.usesIn(Caller).isFixed(Var);
  };
  while (To->isPointerType() && Given->isPointerType()) {
    To = To->getPointeeType();
    Given = Given->getPointeeType();
    while (const VariableArrayType *Row = AST.getAsVariableArrayType(To)) {
      const VariableArrayType *Own = AST.getAsVariableArrayType(Given);
      Expr *Length =
          Own && Own->getSizeExpr() ? expression(Row->getSizeExpr()) : nullptr;
      if (!Length || hasFailed() ||
          !isSameSize(Length, Own->getSizeExpr(), IsFixed))
        return false;
      To = Row->getElementType();
      Given = Own->getElementType();
    }
  }
  return !To->isVariablyModifiedType();
}

/// Follows what the statement \p S, from which nothing returns, does to
/// variables of the body.
bool CallInliner::execute(const Stmt *S) {
  if (isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Part) { return execute(Part); });
  if (const Stmt *Once = bodyOnce(S))
    return execute(Once);
  if (StatedCondition In = statedBy(S); In.Condition) {
    if (In.Otherwise && IsConditional)
      return give(nullptr, "it tests something under a condition") != nullptr;
    if (In.Otherwise)
      Stated.push_back(stated(S));
    return !hasFailed();
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return executeBranches(If);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declaration->decls(), [&](const Decl *D) {
      const auto *Var = dyn_cast<VarDecl>(D);
      bool IsPlain = Var && Var->hasLocalStorage() &&
                     Var->getType()->isScalarType() &&
                     !isAddressKnown(Var, *Top);
      if (!IsPlain)
        return give(nullptr, "it declares something else than scalars") !=
               nullptr;
      return !Var->getInit() || define(Var, expression(Var->getInit()));
    });
  if (const auto *E = dyn_cast<Expr>(S))
    return assign(withoutWrappers(E));
  return give(nullptr, isa<ForStmt, WhileStmt, DoStmt>(S)
                           ? "it has a loop"
                           : "it has statements that are no 'if' or 'return'");
}

bool CallInliner::executeBranches(const IfStmt *S) {
  if (S->getInit() || S->getConditionVariable())
    return give(nullptr, "it declares a variable in a condition");
  Expr *Cond = expression(S->getCond());
  llvm::SaveAndRestore Choice(IsConditional, true);
  ValueMap Before = Top->Values;
  if (!execute(S->getThen()))
    return false;
  ValueMap After = std::move(Top->Values);
  Top->Values = Before;
  if (S->getElse() && !execute(S->getElse()))
    return false;
  for (auto &[Var, Value] : Top->Values) {
    const Expr *Then = After.lookup(Var);
    if (Then && Then != Value)
      Value =
          choice(AST, copied(AST, Cond), copied(AST, Then), copied(AST, Value));
  }
  return !hasFailed();
}

bool CallInliner::define(const VarDecl *Var, Expr *Value) {
  if (hasFailed() || weight(Value, limits::InlinedNodes) > limits::InlinedNodes)
    return give(Value, "it is too long");
  if (Sites.hasEffects(Value))
    return give(Value, "it has side effects");
  if (Sites.isHidden(Var->getType()))
    return give(Value, OtherType);
  Top->Values[Var] = explicitly(AST, Value);
  return true;
}

/// Follows an assignment to a variable of the body.
bool CallInliner::assign(const Expr *E) {
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_ToVoid && !Sites.hasEffects(Cast))
    return true;
  const Expr *To = changedLvalue(E);
  const VarDecl *Var = To ? variableOf(To) : nullptr;
  bool IsOwn = Var && Var->hasLocalStorage() &&
               Var->getType()->isScalarType() &&
               Var->getDeclContext() == Top->Body;
  if (!IsOwn)
    return give(E, "it has side effects");
  Expr *Value =
      valueAssigned(AST, E, [&](const Expr *Part) { return expression(Part); });
  if (!Value)
    return give(E, "it changes a variable in a way that is not followed");
  return define(Var, Value);
}

/// The statements \p Rest of a body, without what returns early; nothing if one
/// cannot stand in place of a call.
std::optional<Statements> CallInliner::withoutReturns(Statements Rest) {
  Statements Result;
  while (!Rest.empty()) {
    const Stmt *S = Rest.front();
    llvm::ArrayRef<const Stmt *> Others = llvm::ArrayRef(Rest).drop_front();
    if (++NumNodes > limits::InlinedNodes) {
      give(nullptr, "it is too long");
      return std::nullopt;
    }
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      const Expr *Value = Return->getRetValue();
      if (Value && Top->Value)
        Result.push_back(make().binary(BO_Assign, make().lvalue(Top->Value),
                                       explicitly(AST, expression(Value)),
                                       Top->Value->getType()));
      else if (Value && Sites.hasEffects(Value))
        Result.push_back(statement(Value));
      return Result;
    }
    if (!hasReturn(S)) {
      Result.push_back(statement(S));
      Rest.erase(Rest.begin());
      continue;
    }
    const auto *If = dyn_cast<IfStmt>(S);
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      Statements Next(Block->body());
      llvm::append_range(Next, Others);
      Rest = std::move(Next);
      continue;
    }
    if (!If || If->getInit() || If->getConditionVariable()) {
      give(nullptr, "it returns from a loop or 'switch'");
      return std::nullopt;
    }
    Expr *Cond = expression(If->getCond());
    std::optional<Statements> Then =
        withoutReturns(joined(If->getThen(), Others));
    std::optional<Statements> Else =
        Then ? withoutReturns(joined(If->getElse(), Others)) : std::nullopt;
    if (!Else)
      return std::nullopt;
    Result.push_back(
        make().branch(Cond, make().compound(*Then), make().compound(*Else)));
    return Result;
  }
  return Result;
}
