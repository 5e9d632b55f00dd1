//===- LexMinimum.h - Lexicographic integer programs ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Lexicographic minima over systems of constraints, some variables of which
/// are integers and the others rational, by branch and bound in exact
/// arithmetic. isl_basic_set_lexmin() takes every variable for an integer.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_LEXMINIMUM_H
#define STEVEDORE_LIB_ALLOCATION_LEXMINIMUM_H

#include "stevedore/Support/LinearProgram.h"
#include <optional>

namespace stevedore {

/// The values of all variables, over one positive denominator.
struct LexPoint {
  std::vector<int64_t> Numerators;
  int64_t Denominator = 1;

  Rational at(unsigned V) const {
    return {Integer(Numerators[V]), Integer(Denominator)};
  }
};

/// Whether the first \p NumCosts entries of \p A are lexicographically less
/// than those of \p B.
bool isLexLess(const LexPoint &A, const LexPoint &B, unsigned NumCosts);

/// Which variables are minimized, one after the other: the first NumCosts, none
/// of which is negative in the system. Those from FirstInteger on are integers.
struct LexOrder {
  unsigned NumCosts;
  unsigned FirstInteger;
};

/// A point of \p System, which has no parameters, with the least costs, or the
/// best one found within a number of steps; \p Start is one known before. None
/// if there is no point, or none was found.
std::optional<LexPoint> lexMinimum(const LinearSystem &System, LexOrder Order,
                                   std::optional<LexPoint> Start);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_LEXMINIMUM_H
