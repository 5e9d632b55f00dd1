//===- TreeMaker.cpp - New trees of statements ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/TreeMaker.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

/// Clang makes trees of nodes that may be changed; nobody changes these.
template <typename T> static T *node(const T *N) { return const_cast<T *>(N); }

Expr *TreeMaker::number(const llvm::APSInt &V, QualType T) const {
  return IntegerLiteral::Create(AST, V.extOrTrunc(AST.getIntWidth(T)), T,
                                Range.getBegin());
}

Expr *TreeMaker::number(uint64_t V, QualType T) const {
  return number(llvm::APSInt(llvm::APInt(64, V), T->isUnsignedIntegerType()),
                T);
}

VarDecl *TreeMaker::variable(llvm::StringRef Name, QualType T) const {
  return VarDecl::Create(AST, node(Function), Range.getBegin(),
                         Range.getBegin(), &AST.Idents.get(Name), T,
                         AST.getTrivialTypeSourceInfo(T), SC_None);
}

Expr *TreeMaker::lvalue(const VarDecl *Var) const {
  return DeclRefExpr::Create(AST, NestedNameSpecifierLoc(), SourceLocation(),
                             node(Var), false, Range.getBegin(),
                             Var->getType().getNonReferenceType(), VK_LValue);
}

Expr *TreeMaker::value(const Expr *LValue) const {
  return ImplicitCastExpr::Create(AST, LValue->getType().getUnqualifiedType(),
                                  CK_LValueToRValue, node(LValue), nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

Expr *TreeMaker::converted(const Expr *E, QualType T) const {
  if (AST.hasSameUnqualifiedType(E->getType(), T))
    return node(E);
  bool IsFloating = E->getType()->isRealFloatingType();
  CastKind K = T->isRealFloatingType()
                   ? (IsFloating ? CK_FloatingCast : CK_IntegralToFloating)
               : IsFloating         ? CK_FloatingToIntegral
               : T->isBooleanType() ? CK_IntegralToBoolean
                                    : CK_IntegralCast;
  return ImplicitCastExpr::Create(AST, T.getUnqualifiedType(), K, node(E),
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *TreeMaker::binary(BinaryOperatorKind K, const Expr *A, const Expr *B,
                        QualType T) const {
  bool IsLValue = K == BO_Assign && AST.getLangOpts().CPlusPlus;
  return BinaryOperator::Create(AST, node(A), node(B), K, T,
                                IsLValue ? VK_LValue : VK_PRValue, OK_Ordinary,
                                Range.getBegin(), FPOptionsOverride());
}

/// \p E as an operand of `&&`.
static const Expr *operandOfAnd(ASTContext &AST, const Expr *E) {
  const Expr *Plain = E->IgnoreImpCasts();
  const auto *Binary = dyn_cast<BinaryOperator>(Plain);
  bool IsWeaker = Binary ? Binary->getOpcode() > BO_LAnd
                         : isa<AbstractConditionalOperator>(Plain);
  return IsWeaker ? new (AST) ParenExpr(E->getBeginLoc(), E->getEndLoc(),
                                        const_cast<Expr *>(E))
                  : E;
}

Expr *TreeMaker::both(const Expr *A, const Expr *B) const {
  return A ? binary(BO_LAnd, operandOfAnd(AST, A), operandOfAnd(AST, B),
                    truthType())
           : node(B);
}

Expr *TreeMaker::negation(const Expr *E) const {
  Expr *Whole = new (AST) ParenExpr(E->getBeginLoc(), E->getEndLoc(), node(E));
  return UnaryOperator::Create(AST, Whole, UO_LNot, truthType(), VK_PRValue,
                               OK_Ordinary, E->getBeginLoc(), false,
                               FPOptionsOverride());
}

Expr *TreeMaker::increment(const VarDecl *Var) const {
  return UnaryOperator::Create(AST, lvalue(Var), UO_PreInc, Var->getType(),
                               VK_PRValue, OK_Ordinary, Range.getBegin(), true,
                               FPOptionsOverride());
}

Expr *TreeMaker::element(const Expr *Base, const Expr *Index) const {
  return new (AST) ArraySubscriptExpr(node(Base), node(Index),
                                      Base->getType()->getPointeeType(),
                                      VK_LValue, OK_Ordinary, Range.getEnd());
}

Expr *TreeMaker::decayed(const Expr *LValue) const {
  return ImplicitCastExpr::Create(
      AST, AST.getArrayDecayedType(LValue->getType()), CK_ArrayToPointerDecay,
      node(LValue), nullptr, VK_PRValue, FPOptionsOverride());
}

/// The member function of \p Object called \p Name; one that may change the
/// object where there are two.
CXXMethodDecl *TreeMaker::method(const Expr *Object, DeclarationName Name,
                                 unsigned NumParams) const {
  const CXXRecordDecl *Class = Object->getType()->getAsCXXRecordDecl();
  CXXMethodDecl *Result = nullptr;
  if (Class)
    for (NamedDecl *D : Class->lookup(Name))
      if (auto *Method = dyn_cast<CXXMethodDecl>(D))
        if (Method->getNumParams() == NumParams &&
            (!Result || !Method->isConst()))
          Result = Method;
  return Result;
}

Expr *TreeMaker::memberCall(const Expr *Object, llvm::StringRef Name,
                            QualType T) const {
  CXXMethodDecl *Method = method(Object, &AST.Idents.get(Name), 0);
  if (!Method)
    return nullptr;
  Expr *Member =
      MemberExpr::CreateImplicit(AST, node(Object), false, Method,
                                 AST.BoundMemberTy, VK_PRValue, OK_Ordinary);
  return CXXMemberCallExpr::Create(AST, Member, {}, T, VK_PRValue,
                                   Range.getEnd(), FPOptionsOverride());
}

Expr *TreeMaker::subscript(const Expr *Object, const Expr *Index,
                           QualType T) const {
  DeclarationName Name = AST.DeclarationNames.getCXXOperatorName(OO_Subscript);
  CXXMethodDecl *Method = method(Object, Name, 1);
  if (!Method)
    return nullptr;
  Expr *Callee = DeclRefExpr::Create(
      AST, NestedNameSpecifierLoc(), SourceLocation(), Method, false,
      Range.getBegin(), Method->getType(), VK_PRValue);
  Callee = ImplicitCastExpr::Create(AST, AST.getPointerType(Method->getType()),
                                    CK_FunctionToPointerDecay, Callee, nullptr,
                                    VK_PRValue, FPOptionsOverride());
  return CXXOperatorCallExpr::Create(AST, OO_Subscript, Callee,
                                     {node(Object), node(Index)}, T, VK_LValue,
                                     Range.getBegin(), FPOptionsOverride());
}

Stmt *TreeMaker::declaration(const VarDecl *Var) const {
  return new (AST)
      DeclStmt(DeclGroupRef(node(Var)), Range.getBegin(), Range.getBegin());
}

Stmt *TreeMaker::branch(const Expr *Cond, const Stmt *Then,
                        const CompoundStmt *Else) const {
  SourceLocation At = Range.getBegin();
  return IfStmt::Create(AST, At, IfStatementKind::Ordinary, nullptr, nullptr,
                        node(Cond), At, At, node(Then), At,
                        Else->body_empty() ? nullptr : node(Else));
}

CompoundStmt *TreeMaker::compound(llvm::ArrayRef<const Stmt *> Body) const {
  llvm::SmallVector<Stmt *, 8> Statements;
  for (const Stmt *S : Body)
    Statements.push_back(node(S));
  return CompoundStmt::Create(AST, Statements, FPOptionsOverride(),
                              Range.getBegin(), Range.getEnd());
}

Stmt *TreeMaker::loop(VarDecl *I, const Expr *Count, const Stmt *Body) const {
  I->setInit(number(0, I->getType()));
  Expr *Test =
      binary(BO_LT, value(I), converted(Count, I->getType()), truthType());
  return new (AST)
      ForStmt(AST, declaration(I), Test, nullptr, increment(I), node(Body),
              Range.getBegin(), Range.getBegin(), Range.getEnd());
}
