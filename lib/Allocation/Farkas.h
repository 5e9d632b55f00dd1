//===- Farkas.h - The optimized basis by Farkas' lemma ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The basis of Heuristic 1 that is optimized row by row (section 4.1.1): each
/// row has the least width, in a fixed order of the parameters, among the
/// vectors that are linearly independent of the rows before it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_FARKAS_H
#define STEVEDORE_LIB_ALLOCATION_FARKAS_H

#include "Widths.h"

namespace stevedore {

/// A basis c_1, c_2, ... of the lattice that the rows of \p Basis span. With
/// c_1, ..., c_{i-1} chosen, c_i is the vector of what completes them for which
/// the coefficients u, then the constant w, are lexicographically least such
/// that |c_i . z| <= u . p + w for all differences z of conflicting elements
/// with c_j . z = 0, j < i, and all parameter values p, with u >= 0. Structure
/// parameters come first in that order, as the context names them, then tile
/// sizes. Of equal ones the shortest vector
/// is taken. None if some width is unbounded, or half of the budget of \p W is
/// spent before the basis is found.
std::optional<std::vector<Row>> farkasBasis(const Widths &W,
                                            std::vector<Row> Basis);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_FARKAS_H
