//===- TreeRewriter.cpp - Trees with parts replaced -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/TreeRewriter.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Clang makes trees of nodes that may be changed; nobody changes these.
template <typename T> static T *changeable(const T *N) {
  return const_cast<T *>(N);
}

Expr *TreeRewriter::fail(const Expr *E) {
  Failed = true;
  return changeable(E);
}

bool TreeRewriter::isKept(const Stmt *S) const {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (isReplaced(Ref->getDecl()))
      return false;
  return llvm::all_of(partsOf(S),
                      [&](const Stmt *Part) { return isKept(Part); });
}

Expr *TreeRewriter::expression(const Expr *E) {
  if (!E || isKept(E))
    return changeable(E);
  if (Expr *Other = replaced(E))
    return Other;
  return rebuilt(E);
}

Expr *TreeRewriter::unused(const Expr *E) {
  if (!E || isKept(E))
    return changeable(E);
  if (Expr *Other = replacedStatement(E))
    return Other;
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (Binary && Binary->isCommaOp())
    return BinaryOperator::Create(
        AST, unused(Binary->getLHS()), unused(Binary->getRHS()), BO_Comma,
        AST.VoidTy, VK_PRValue, OK_Ordinary, place(Binary->getOperatorLoc()),
        Binary->getFPFeatures());
  return expression(E);
}

Expr *TreeRewriter::conversion(const CastExpr *E) {
  Expr *Sub = expression(E->getSubExpr());
  CastKind K = E->getCastKind();
  auto Bases =
      llvm::make_range(changeable(E)->path_begin(), changeable(E)->path_end());
  CXXCastPath Path(Bases.begin(), Bases.end());
  if (llvm::any_of(Path,
                   [](const CXXBaseSpecifier *B) { return B->isVirtual(); }))
    return fail(E);
  if (Sub->isPRValue() && E->getSubExpr()->isGLValue() &&
      (K == CK_LValueToRValue || (K == CK_NoOp && E->isGLValue())))
    return Sub;
  FPOptionsOverride FP = E->getFPFeatures();
  if (isa<ImplicitCastExpr>(E))
    return ImplicitCastExpr::Create(AST, E->getType(), K, Sub, &Path,
                                    E->getValueKind(), FP);
  if (const auto *Old = dyn_cast<CStyleCastExpr>(E))
    return CStyleCastExpr::Create(AST, E->getType(), E->getValueKind(), K, Sub,
                                  &Path, FP, Old->getTypeInfoAsWritten(),
                                  place(Old->getLParenLoc()),
                                  place(Old->getRParenLoc()));
  if (const auto *Static = dyn_cast<CXXStaticCastExpr>(E))
    return CXXStaticCastExpr::Create(
        AST, E->getType(), E->getValueKind(), K, Sub, &Path,
        Static->getTypeInfoAsWritten(), FP, place(Static->getOperatorLoc()),
        place(Static->getRParenLoc()), Static->getAngleBrackets());
  if (const auto *Call = dyn_cast<CXXFunctionalCastExpr>(E))
    return CXXFunctionalCastExpr::Create(AST, E->getType(), E->getValueKind(),
                                         Call->getTypeInfoAsWritten(), K, Sub,
                                         &Path, FP, place(Call->getLParenLoc()),
                                         place(Call->getRParenLoc()));
  return fail(E);
}

Expr *TreeRewriter::call(const CallExpr *E) {
  llvm::SmallVector<Expr *, 4> Arguments;
  for (const Expr *Argument : E->arguments())
    Arguments.push_back(expression(Argument));
  SourceLocation End = place(E->getRParenLoc());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return CXXOperatorCallExpr::Create(
        AST, Operator->getOperator(), changeable(E->getCallee()), Arguments,
        E->getType(), E->getValueKind(), place(Operator->getOperatorLoc()),
        E->getFPFeatures());
  if (isa<CXXMemberCallExpr>(E))
    return CXXMemberCallExpr::Create(AST, expression(E->getCallee()), Arguments,
                                     E->getType(), E->getValueKind(), End,
                                     E->getFPFeatures());
  if (E->getStmtClass() != Stmt::CallExprClass)
    return fail(E);
  return CallExpr::Create(AST, expression(E->getCallee()), Arguments,
                          E->getType(), E->getValueKind(), End,
                          E->getFPFeatures());
}

/// A copy of an object, or one that is made of other values.
Expr *TreeRewriter::construction(const CXXConstructExpr *E) {
  llvm::SmallVector<Expr *, 4> Arguments;
  for (const Expr *Argument : E->arguments())
    Arguments.push_back(expression(Argument));
  SourceRange Parens(place(E->getParenOrBraceRange().getBegin()),
                     place(E->getParenOrBraceRange().getEnd()));
  if (const auto *Named = dyn_cast<CXXTemporaryObjectExpr>(E))
    return CXXTemporaryObjectExpr::Create(
        AST, Named->getConstructor(), E->getType(), Named->getTypeSourceInfo(),
        Arguments, Parens, E->hadMultipleCandidates(),
        E->isListInitialization(), E->isStdInitListInitialization(),
        E->requiresZeroInitialization());
  if (!E->getConstructor()->isCopyOrMoveConstructor())
    return fail(E);
  return CXXConstructExpr::Create(
      AST, E->getType(), place(E->getLocation()), E->getConstructor(),
      E->isElidable(), Arguments, E->hadMultipleCandidates(),
      E->isListInitialization(), E->isStdInitListInitialization(),
      E->requiresZeroInitialization(), E->getConstructionKind(), Parens);
}

Expr *TreeRewriter::member(const MemberExpr *E) {
  MemberExpr *New = MemberExpr::Create(
      AST, expression(E->getBase()), E->isArrow(), place(E->getOperatorLoc()),
      isGranted(E) ? E->getQualifierLoc() : NestedNameSpecifierLoc(),
      SourceLocation(), E->getMemberDecl(), E->getFoundDecl(),
      DeclarationNameInfo(E->getMemberDecl()->getDeclName(),
                          place(E->getMemberLoc())),
      nullptr, E->getType(), E->getValueKind(), E->getObjectKind(), NOUR_None);
  return isHiddenMember(New) ? fail(E) : New;
}

Expr *TreeRewriter::rebuilt(const Expr *E) {
  QualType T = E->getType();
  ExprValueKind VK = E->getValueKind();
  ExprObjectKind OK = E->getObjectKind();
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return new (AST)
        ParenExpr(place(Paren->getLParen()), place(Paren->getRParen()),
                  expression(Paren->getSubExpr()));
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return conversion(Cast);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return UnaryOperator::Create(
        AST, expression(Unary->getSubExpr()), Unary->getOpcode(), T, VK, OK,
        place(Unary->getOperatorLoc()), Unary->canOverflow(),
        Unary->getFPOptionsOverride());
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E))
    return CompoundAssignOperator::Create(
        AST, expression(Compound->getLHS()), expression(Compound->getRHS()),
        Compound->getOpcode(), T, VK, OK, place(Compound->getOperatorLoc()),
        Compound->getFPFeatures(), Compound->getComputationLHSType(),
        Compound->getComputationResultType());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return BinaryOperator::Create(
        AST, expression(Binary->getLHS()), expression(Binary->getRHS()),
        Binary->getOpcode(), T, VK, OK, place(Binary->getOperatorLoc()),
        Binary->getFPFeatures());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return new (AST) ConditionalOperator(
        expression(Choice->getCond()), place(Choice->getQuestionLoc()),
        expression(Choice->getTrueExpr()), place(Choice->getColonLoc()),
        expression(Choice->getFalseExpr()), T, VK, OK);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return new (AST) ArraySubscriptExpr(expression(Subscript->getLHS()),
                                        expression(Subscript->getRHS()), T, VK,
                                        OK, place(Subscript->getRBracketLoc()));
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return member(Member);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return construction(Construct);
  return fail(E);
}

std::vector<const Stmt *>
TreeRewriter::sequence(llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<const Stmt *> Result;
  for (const Stmt *S : Statements)
    Result.push_back(statement(S));
  return Result;
}

const Stmt *TreeRewriter::compound(const CompoundStmt *S) {
  llvm::SmallVector<const Stmt *, 8> Old(S->body());
  std::vector<const Stmt *> Body = sequence(Old);
  if (llvm::equal(Body, Old))
    return S;
  SourceRange Range(place(S->getLBracLoc()), place(S->getRBracLoc()));
  return TreeMaker(AST, nullptr, Range).compound(Body);
}

const Stmt *TreeRewriter::declaration(const DeclStmt *S) {
  llvm::SmallVector<Decl *, 4> Declared;
  for (Decl *D : S->decls()) {
    llvm::append_range(Declared, declaredBefore(D));
    Declared.push_back(declared(D));
  }
  if (llvm::equal(Declared, S->decls()))
    return S;
  return new (AST)
      DeclStmt(DeclGroupRef::Create(AST, Declared.data(), Declared.size()),
               place(S->getBeginLoc()), place(S->getEndLoc()));
}

const Stmt *TreeRewriter::branch(const IfStmt *S) {
  Expr *Cond = expression(S->getCond());
  const Stmt *Then = statement(S->getThen()), *Else = part(S->getElse());
  if (Cond == S->getCond() && Then == S->getThen() && Else == S->getElse())
    return S;
  if (S->getInit() || S->getConditionVariable())
    Failed = true;
  return IfStmt::Create(
      AST, place(S->getIfLoc()), S->getStatementKind(),
      changeable(S->getInit()), changeable(S->getConditionVariable()), Cond,
      place(S->getLParenLoc()), place(S->getRParenLoc()), changeable(Then),
      place(S->getElseLoc()), changeable(Else));
}

const Stmt *TreeRewriter::loop(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    const Stmt *Init = initialization(For->getInit());
    Expr *Cond = expression(For->getCond()), *Inc = unused(For->getInc());
    const Stmt *Body = statement(For->getBody());
    if (Init == For->getInit() && Cond == For->getCond() &&
        Inc == For->getInc() && Body == For->getBody())
      return S;
    return new (AST) ForStmt(
        AST, changeable(Init), Cond, changeable(For->getConditionVariable()),
        Inc, changeable(Body), place(For->getForLoc()),
        place(For->getLParenLoc()), place(For->getRParenLoc()));
  }
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Expr *Cond = expression(While->getCond());
    const Stmt *Body = statement(While->getBody());
    if (Cond == While->getCond() && Body == While->getBody())
      return S;
    return WhileStmt::Create(
        AST, changeable(While->getConditionVariable()), Cond, changeable(Body),
        place(While->getWhileLoc()), place(While->getLParenLoc()),
        place(While->getRParenLoc()));
  }
  const auto *Do = cast<DoStmt>(S);
  const Stmt *Body = statement(Do->getBody());
  Expr *Cond = expression(Do->getCond());
  if (Cond == Do->getCond() && Body == Do->getBody())
    return S;
  return new (AST) DoStmt(changeable(Body), Cond, place(Do->getDoLoc()),
                          place(Do->getWhileLoc()), place(Do->getRParenLoc()));
}

const Stmt *TreeRewriter::statement(const Stmt *S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return compound(Compound);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return loop(S);
  if (const auto *E = dyn_cast<Expr>(S))
    return discarded(E);
  if (const auto *Label = dyn_cast<LabelStmt>(S)) {
    const Stmt *Body = statement(Label->getSubStmt());
    return Body == Label->getSubStmt()
               ? S
               : new (AST) LabelStmt(place(Label->getIdentLoc()),
                                     Label->getDecl(), changeable(Body));
  }
  return isKept(S) ? S : leaf(S);
}

const Stmt *TreeRewriter::discarded(const Expr *E) { return unused(E); }

/// A statement without parts.
const Stmt *TreeRewriter::leaf(const Stmt *S) {
  if (isa<NullStmt>(S))
    return new (AST) NullStmt(place(S->getBeginLoc()));
  if (isa<BreakStmt>(S))
    return new (AST) BreakStmt(place(S->getBeginLoc()));
  if (isa<ContinueStmt>(S))
    return new (AST) ContinueStmt(place(S->getBeginLoc()));
  Failed = true;
  return S;
}
