//===- Values.h - Expressions as isl has them -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Values of the expressions of loops, for proofs about them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_VALUES_H
#define STEVEDORE_LIB_LOWER_VALUES_H

#include "Builder.h"
#include "stevedore/Support/Isl.h"

namespace stevedore {
namespace lower {

/// Expressions as isl has them, each variable a parameter of its name.
class Values {
public:
  explicit Values(isl::ctx Ctx) : Ctx(Ctx) {}

  isl::pw_aff number(int64_t Number) const;
  isl::pw_aff variable(const std::string &Name) const;
  /// The value of \p E; an operation that is not affine is a variable of its
  /// own, any integer.
  isl::pw_aff of(const Expr &E) const;

private:
  isl::ctx Ctx;

  isl::pw_aff sumOf(const Expr &E) const;
  isl::pw_aff selected(const Expr &E) const;
  isl::pw_aff quotientOf(const Expr &E) const;
};

/// The operands of \p E, a minimum or maximum as \p K says, and of those in it;
/// or \p E alone.
std::vector<Expr> operandsOf(Expr::Kind K, const Expr &E);

/// \p E as a form over expressions that are no sums.
Affine formOf(const Expr &E);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_VALUES_H
