//===- BlockCalls.cpp - memset and memcpy ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/BlockCalls.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;
using namespace stevedore;

/// The expression that the statement \p S consists of, without a conversion to
/// `void`.
static const Expr *discarded(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return discarded(Full->getSubExpr());
  const auto *Cast = dyn_cast<ExplicitCastExpr>(E);
  return Cast && Cast->getCastKind() == CK_ToVoid
             ? discarded(Cast->getSubExpr())
             : E;
}

std::optional<BlockCall> stevedore::blockCall(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(discarded(S));
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || Call->getNumArgs() != 3)
    return std::nullopt;
  BlockCall Result{BlockCall::Set, Call, Call->getArg(0), Call->getArg(1),
                   Call->getArg(2)};
  switch (Callee->getBuiltinID()) {
  case Builtin::BImemset:
  case Builtin::BI__builtin_memset:
    return Result;
  case Builtin::BImemcpy:
  case Builtin::BI__builtin_memcpy:
    Result.K = BlockCall::Copy;
    return Result;
  case Builtin::BImemmove:
  case Builtin::BI__builtin_memmove:
    Result.K = BlockCall::Move;
    return Result;
  default:
    return std::nullopt;
  }
}

const Expr *stevedore::blockPointer(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<CastExpr>(E);
  bool IsToVoid =
      Cast && E->getType()->isVoidPointerType() &&
      (Cast->getCastKind() == CK_BitCast || Cast->getCastKind() == CK_NoOp);
  return IsToVoid ? blockPointer(Cast->getSubExpr()) : E;
}

std::pair<const Expr *, const Expr *> stevedore::pointerSum(const Expr *E) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParens());
  if (!Sum || Sum->getOpcode() != BO_Add)
    return {nullptr, nullptr};
  bool IsLeft = Sum->getLHS()->getType()->isPointerType();
  return {IsLeft ? Sum->getLHS() : Sum->getRHS(),
          IsLeft ? Sum->getRHS() : Sum->getLHS()};
}
