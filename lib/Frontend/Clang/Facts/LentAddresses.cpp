//===- LentAddresses.cpp - Addresses that callees only follow -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/LentAddresses.h"
#include "Syntax/Expressions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Whether \p E is `*Parameter`.
static bool isPointeeOf(const Expr *E, const ParmVarDecl *Parameter) {
  const auto *Deref = dyn_cast<UnaryOperator>(E->IgnoreParens());
  return Deref && Deref->getOpcode() == UO_Deref &&
         variableOf(Deref->getSubExpr()) == Parameter;
}

/// Whether \p S mentions \p Parameter only as an object `*Parameter` that is
/// read or written; a pointer is only moved along what it points into.
static bool onlyFollows(const Stmt *S, const ParmVarDecl *Parameter) {
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != Parameter;
  if (isa<LambdaExpr, BlockExpr>(S))
    return false;
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  bool IsPlain = Binary && Binary->getOpcode() == BO_Assign &&
                 Binary->getType()->isPointerType();
  if (Binary && Binary->isAssignmentOp() && !IsPlain &&
      isPointeeOf(Binary->getLHS(), Parameter))
    return onlyFollows(Binary->getRHS(), Parameter);
  const Expr *Object = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    Object = Unary->isIncrementDecrementOp() ? Unary->getSubExpr() : nullptr;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S))
    Object =
        Cast->getCastKind() == CK_LValueToRValue ? Cast->getSubExpr() : nullptr;
  return (Object && isPointeeOf(Object, Parameter)) ||
         llvm::all_of(S->children(), [&](const Stmt *Part) {
           return onlyFollows(Part, Parameter);
         });
}

const Expr *stevedore::lentObject(const CallExpr *Call, unsigned Argument) {
  const auto *Address =
      dyn_cast<UnaryOperator>(Call->getArg(Argument)->IgnoreParenCasts());
  const FunctionDecl *Callee = Call->getDirectCallee(), *Body = nullptr;
  if (!Address || Address->getOpcode() != UO_AddrOf || !Callee ||
      isa<CXXMethodDecl>(Callee) || !Callee->hasBody(Body) ||
      Body->hasAttr<WeakAttr>() || Body->isVariadic() ||
      Argument >= Body->getNumParams())
    return nullptr;
  return onlyFollows(Body->getBody(), Body->getParamDecl(Argument))
             ? Address->getSubExpr()
             : nullptr;
}

bool stevedore::lendsAddress(const CallExpr *Call) {
  for (unsigned I = 0; I < Call->getNumArgs(); ++I)
    if (lentObject(Call, I))
      return true;
  return false;
}
