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

static const Expr *sizeOf(const ArrayType *Shape) {
  const auto *Variable = dyn_cast_or_null<VariableArrayType>(Shape);
  return Variable ? Variable->getSizeExpr() : nullptr;
}

/// The length where all variables in it are \p IsInvariant, which become
/// parameters.
static std::optional<isl::pw_aff>
lengthOver(const ArrayType *Shape, AffineBuilder &Builder,
           llvm::function_ref<bool(const VarDecl *)> IsInvariant) {
  if (const auto *Constant = dyn_cast_or_null<ConstantArrayType>(Shape))
    return Builder.constant(
        llvm::APSInt(Constant->getSize(), /*isUnsigned=*/true));
  const Expr *Size = sizeOf(Shape);
  return Size && isBuiltOf(Size, IsInvariant)
             ? llvm::expectedToOptional(Builder.value(Size))
             : std::nullopt;
}

std::optional<isl::pw_aff> stevedore::lengthOf(const ArrayType *Shape,
                                               AffineBuilder &Builder,
                                               bool MayAdd) {
  RegionState &R = Builder.state();
  const Expr *Size = sizeOf(Shape);
  if (Size && !MayAdd) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Size->IgnoreParenImpCasts());
    if (!Ref || !R.hasParameter(R.printed(Ref)))
      return std::nullopt;
  }
  return lengthOver(Shape, Builder,
                    [&](const VarDecl *Var) { return neverWritten(R, Var); });
}

std::optional<isl::pw_aff> stevedore::lengthInside(const ArrayType *Shape,
                                                   AffineBuilder &Builder) {
  const RegionState &R = Builder.state();
  return lengthOver(Shape, Builder, [&](const VarDecl *Var) {
    return isHiddenInvariant(R, Var);
  });
}
