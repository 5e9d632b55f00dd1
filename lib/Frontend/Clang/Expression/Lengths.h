//===- Lengths.h - Lengths of arrays ----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The lengths that the declarations of arrays say.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_LENGTHS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_LENGTHS_H

#include "Expression/Affine.h"

namespace stevedore {

/// Whether \p Var has one value in the whole function.
bool neverWritten(const RegionState &R, const clang::VarDecl *Var);

/// { [i] -> [n] }: the length of an array of type \p Shape (null: not known),
/// where its declaration says it in constants or in parameters that never
/// change in the function. With \p MayAdd, the length may be an expression, and
/// its variables become parameters of the region.
std::optional<isl::pw_aff> lengthOf(const clang::ArrayType *Shape,
                                    AffineBuilder &Builder,
                                    bool MayAdd = false);

/// The same of an array that the region declares, where the variables in the
/// length need not change in the region only.
std::optional<isl::pw_aff> lengthInside(const clang::ArrayType *Shape,
                                        AffineBuilder &Builder);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_LENGTHS_H
