//===- Control.cpp - What statements do to control ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Control.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

const Stmt *stevedore::withoutDirectives(const Stmt *S) {
  while (S) {
    if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
      if (!Directive->hasAssociatedStmt() || !Directive->getAssociatedStmt())
        return S;
      S = Directive->getAssociatedStmt();
    } else if (const auto *Captured = dyn_cast<CapturedStmt>(S)) {
      S = Captured->getCapturedStmt();
    } else if (const auto *Loop = dyn_cast<OMPCanonicalLoop>(S)) {
      S = Loop->getLoopStmt();
    } else {
      return S;
    }
  }
  return S;
}

const Stmt *stevedore::withoutAttributes(const Stmt *S) {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

llvm::SmallVector<const Stmt *, 8> stevedore::partsOf(const Stmt *S) {
  const Stmt *Inner = withoutDirectives(S);
  if (Inner != S)
    return {Inner};
  return llvm::SmallVector<const Stmt *, 8>(S->children());
}

bool stevedore::findPath(const Stmt *S, const Stmt *To,
                         llvm::SmallVectorImpl<const Stmt *> &Path) {
  if (!S)
    return false;
  Path.push_back(S);
  if (S == To)
    return true;
  for (const Stmt *Child : S->children())
    if (findPath(Child, To, Path))
      return true;
  Path.pop_back();
  return false;
}

bool stevedore::continuesOutside(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return isa<ContinueStmt>(S) || llvm::any_of(S->children(), continuesOutside);
}

bool stevedore::hasLoop(const Stmt *S) {
  if (!S)
    return false;
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) ||
         llvm::any_of(S->children(), hasLoop);
}

bool stevedore::mayLeave(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  if (isa<SwitchStmt>(S))
    return continuesOutside(S);
  return isa<ContinueStmt, BreakStmt>(S) ||
         llvm::any_of(S->children(), mayLeave);
}

bool stevedore::changesRounding(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  return (Block && Block->hasStoredFPFeatures()) ||
         (S && llvm::any_of(S->children(), changesRounding));
}

SourceLocation stevedore::lineNumberIn(const Stmt *S, const ASTContext &AST) {
  if (!S)
    return {};
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      if (Callee->isNoReturn())
        return {};
  bool IsFromMacro = isa<IntegerLiteral>(S) && S->getBeginLoc().isMacroID();
  if (isa<SourceLocExpr>(S) ||
      (IsFromMacro &&
       Lexer::getImmediateMacroName(S->getBeginLoc(), AST.getSourceManager(),
                                    AST.getLangOpts()) == "__LINE__"))
    return S->getBeginLoc();
  for (const Stmt *Part : S->children())
    if (SourceLocation Found = lineNumberIn(Part, AST); Found.isValid())
      return Found;
  return {};
}

const Stmt *stevedore::returnAtOnce(const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (Block)
    S = Block->body_empty() || hasLoop(S) ? nullptr : Block->body_back();
  return isa_and_nonnull<ReturnStmt>(S) ? S : nullptr;
}

bool stevedore::mayBreak(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
    return false;
  return isa<BreakStmt>(S) || llvm::any_of(S->children(), mayBreak);
}

/// Whether control may go from \p S to somewhere behind the loops around it.
static bool mayGoAway(const Stmt *S) {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(S) ||
         (Callee && Callee->isNoReturn()) ||
         llvm::any_of(S->children(), mayGoAway);
}

bool stevedore::mayEndBefore(const Stmt *S) {
  return mayBreak(S) || mayGoAway(S);
}

bool stevedore::isLoop(const Stmt *S) {
  const auto *Do = dyn_cast<DoStmt>(S);
  if (!Do)
    return isa<ForStmt, WhileStmt, CXXForRangeStmt>(S);
  const Expr *Cond = Do->getCond()->IgnoreParenImpCasts();
  const auto *Number = dyn_cast<IntegerLiteral>(Cond);
  const auto *Truth = dyn_cast<CXXBoolLiteralExpr>(Cond);
  return !(Number && Number->getValue().isZero()) &&
         !(Truth && !Truth->getValue());
}

const Stmt *stevedore::bodyOnce(const Stmt *S) {
  const auto *Do = dyn_cast<DoStmt>(S);
  bool IsOnce = Do && !isLoop(Do) && !mayLeave(Do->getBody());
  return IsOnce ? Do->getBody() : nullptr;
}

/// The call that never returns of which \p S consists; null if it does
/// anything else.
static const CallExpr *finalCall(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return Block->size() == 1 ? finalCall(Block->body_front()) : nullptr;
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->isNoReturn() ? Call : nullptr;
}

/// Whether \p S does nothing.
static bool isNothing(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  const auto *E = dyn_cast<Expr>(S);
  return E && isa<IntegerLiteral>(E->IgnoreParenCasts());
}

/// Whether \p S calls functions that may change something: others than those
/// that are declared not to, and constants such as
/// std::is_constant_evaluated().
static bool callsOthers(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  bool IsHarmless =
      Callee && (Callee->hasAttr<ConstAttr>() || Callee->hasAttr<PureAttr>() ||
                 (Callee->isConstexpr() && !Call->getNumArgs()));
  return (Call && !IsHarmless) ||
         (S && llvm::any_of(S->children(), callsOthers));
}

/// What a choice by \p Condition states of which one side ends the program.
static StatedCondition stated(const Expr *Condition, const Stmt *First,
                              const Stmt *Second) {
  bool Holds = finalCall(First) == nullptr;
  const CallExpr *Call = finalCall(Holds ? Second : First);
  if (!Call || !isNothing(Holds ? First : Second))
    return {};
  bool IsUndefined =
      Call->getBuiltinCallee() == Builtin::BI__builtin_unreachable &&
      !Condition->HasSideEffects(Call->getDirectCallee()->getASTContext(),
                                 /*IncludePossibleEffects=*/false) &&
      !callsOthers(Condition);
  return {Condition, Holds, IsUndefined ? nullptr : Call};
}

StatedCondition stevedore::statedBy(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->getInit() || If->getConditionVariable()
               ? StatedCondition()
               : stated(If->getCond(), If->getThen(), If->getElse());
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    if (isa<NullStmt>(Attributed->getSubStmt()))
      for (const Attr *A : Attributed->getAttrs())
        if (const auto *Assume = dyn_cast<CXXAssumeAttr>(A))
          return {Assume->getAssumption(), true, nullptr};
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return {};
  E = E->IgnoreParenCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return statedBy(Full->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Extension ? statedBy(Unary->getSubExpr())
                                              : StatedCondition();
  // What assert() is in C: (sizeof(...), ({ if (c) ; else fail(); }))
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    return Block->getSubStmt()->size() == 1
               ? statedBy(Block->getSubStmt()->body_front())
               : StatedCondition();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->getOpcode() == BO_Comma &&
                   isa<UnaryExprOrTypeTraitExpr>(
                       Binary->getLHS()->IgnoreParenCasts())
               ? statedBy(Binary->getRHS())
               : StatedCondition();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return stated(Choice->getCond(), Choice->getTrueExpr(),
                  Choice->getFalseExpr());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (Call && Call->getBuiltinCallee() == Builtin::BI__builtin_assume)
    return {Call->getArg(0), true, nullptr};
  return {};
}
