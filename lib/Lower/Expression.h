//===- Expression.h - Expressions from isl ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// From isl's AST expressions to those of the loop tree.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_EXPRESSION_H
#define STEVEDORE_LIB_LOWER_EXPRESSION_H

#include "Builder.h"
#include "Names.h"
#include "isl/isl-noexceptions.h"

namespace stevedore {
namespace lower {

/// The value of \p E; sums are taken apart.
Affine toAffine(const isl::ast_expr &E, const Names &N);

/// The value of \p E, which may be a condition.
Expr toExpr(const isl::ast_expr &E, const Names &N);

/// The isl name \p Id: its value when that is fixed, else its variable.
Affine named(llvm::StringRef Id, const Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_EXPRESSION_H
