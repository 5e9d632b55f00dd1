//===- Lengths.cpp - Lengths of arrays ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Lengths.h"
#include "State/Unseen.h"
#include "Syntax/Expressions.h"

using namespace clang;
using namespace stevedore;

bool stevedore::neverWritten(const RegionState &R, const VarDecl *Var) {
  return isHiddenInvariant(R, Var) && !R.Form.inFunction().isWritten(Var);
}

std::optional<isl::pw_aff> stevedore::lengthOf(const ArrayType *Shape,
                                               AffineBuilder &Builder,
                                               bool MayAdd) {
  RegionState &R = Builder.state();
  if (const auto *Constant = dyn_cast_or_null<ConstantArrayType>(Shape))
    return Builder.constant(
        llvm::APSInt(Constant->getSize(), /*isUnsigned=*/true));
  const auto *Variable = dyn_cast_or_null<VariableArrayType>(Shape);
  const Expr *Size = Variable ? Variable->getSizeExpr() : nullptr;
  if (!Size)
    return std::nullopt;
  auto isInvariant = [&](const VarDecl *Var) { return neverWritten(R, Var); };
  if (MayAdd) {
    return isBuiltOf(Size, isInvariant)
               ? llvm::expectedToOptional(Builder.value(Size))
               : std::nullopt;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Size->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !isInvariant(Var) || !R.hasParameter(R.printed(Ref)))
    return std::nullopt;
  return llvm::expectedToOptional(Builder.value(Ref));
}
