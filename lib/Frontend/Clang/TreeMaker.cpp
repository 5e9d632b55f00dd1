//===- TreeMaker.cpp - New trees of statements ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeMaker.h"
#include "clang/AST/Decl.h"

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
  CastKind K = T->isRealFloatingType() ? CK_IntegralToFloating
               : T->isBooleanType()    ? CK_IntegralToBoolean
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

Expr *TreeMaker::both(const Expr *A, const Expr *B) const {
  return A ? binary(BO_LAnd, A, B, truthType()) : node(B);
}

Expr *TreeMaker::negation(const Expr *E) const {
  Expr *Whole =
      new (AST) ParenExpr(E->getBeginLoc(), E->getEndLoc(), node(E));
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

Stmt *TreeMaker::declaration(const VarDecl *Var) const {
  return new (AST)
      DeclStmt(DeclGroupRef(node(Var)), Range.getBegin(), Range.getBegin());
}

Stmt *TreeMaker::compound(llvm::ArrayRef<const Stmt *> Body) const {
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
