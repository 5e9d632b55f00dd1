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
#include "llvm/ADT/STLFunctionalExtras.h"
#include "isl/isl-noexceptions.h"
#include <optional>

namespace stevedore {
namespace lower {

/// The value of \p E; sums are taken apart.
Affine toAffine(const isl::ast_expr &E, const Names &N);

/// The value of \p E, which may be a condition.
Expr toExpr(const isl::ast_expr &E, const Names &N);

/// The isl name \p Id: its value when that is fixed, else its variable.
Affine named(llvm::StringRef Id, const Names &N);

/// The first multiple of \p Step that is not below \p E, if all variables of \p
/// E are multiples of numbers that \p MultipleOf gives; none if one is not.
std::optional<Expr>
firstMultiple(const Expr &E, int64_t Step,
              llvm::function_ref<int64_t(llvm::StringRef)> MultipleOf);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_EXPRESSION_H
