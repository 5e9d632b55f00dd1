//===- Guard.h - Run-time checks before a region ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The condition under which the rewritten region may run.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_GUARD_H
#define STEVEDORE_LIB_LOWER_GUARD_H

#include "Ast.h"
#include "Beliefs.h"
#include "stevedore/Lower/Lower.h"

namespace stevedore {
namespace lower {

/// What has to be asked about addresses before the loops run.
struct OverlapCheck {
  /// Definitions of the ranges of addresses that the region touches in arrays
  /// that may overlap.
  Block Ranges;
  /// Tests of what pointers in memory lead to, which read these, and the flags
  /// that they clear. They are executed where everything else holds.
  Block RowTests;
  std::vector<std::string> Flags;
  /// No two of them overlap when one is written; none: nothing to ask.
  std::vector<Expr> Conditions;
  /// What need not be asked, as the model knows it.
  std::vector<BelievedCondition> Believed;
};

/// The product of \p Factors, which are positive, as far as it is below
/// \p Most; its own products fit 64 bits.
Expr boundedProduct(llvm::ArrayRef<Expr> Factors, const Expr &Most);

/// The check for the arrays of \p S; with \p WithBeliefs, of those that are known
/// not to overlap, too. Errors: budget.
llvm::Expected<OverlapCheck> lowerOverlapCheck(const Scop &S, bool WithBeliefs,
                                               Names &N);

/// What has to hold of the trips of loops and the bytes of arrays for the new
/// loops to pay, as one expression; none where they always run. Errors: budget.
llvm::Expected<std::vector<Expr>> lowerTripCheck(const RegionPlan &Plan,
                                                 const Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_GUARD_H
