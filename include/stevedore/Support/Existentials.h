//===- stevedore/Support/Existentials.h - Exact elimination -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Elimination of existentially quantified variables over the integers.
/// isl_map_compute_divs() finds their values instead, at the price of pieces
/// (see difference()).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_EXISTENTIALS_H
#define STEVEDORE_SUPPORT_EXISTENTIALS_H

#include "isl/isl-noexceptions.h"

namespace stevedore {

/// Whether a piece of \p M has an existentially quantified variable that is not
/// an integer division of known value.
bool hasExistentials(const isl::map &M);

/// \p M without existentially quantified variables where they can be eliminated
/// from a convex piece such that it stays one piece: an integer e with
///   e >= ceil(l_i / a_i) for all i and e <= floor(u_j / b_j) for all j
/// exists iff ceil(l_i / a_i) <= floor(u_j / b_j) for all pairs of i and j
/// (Ancourt and Irigoin, Scanning Polyhedra with DO Loops, theorems 1 to 3). A
/// pair in which a_i or b_j is 1 needs no integer division, any other a single
/// one, of that of the two which depends on outer dimensions alone. A piece is
/// left as it is where a division would contain another variable to eliminate.
isl::map withoutExistentials(const isl::map &M);

/// \p S, whose convex pieces are runs along the last dimension where they can
/// be: what bounds it contains no division of it, nor an existential variable.
isl::set inRuns(const isl::set &S);

/// \p M without existential variables and integer divisions, piece by piece: a
/// superset.
isl::map withoutDivisions(const isl::map &M);

/// \p A without the elements of \p B. isl has to know the value of each
/// variable for that, and splits a piece into one for each bound that may give
/// the least value: 64 pieces where elimination leaves 4 (the elements that a
/// tile of a 3-D stencil writes and no later one does).
inline isl::map difference(const isl::map &A, const isl::map &B) {
  return withoutExistentials(A).subtract(withoutExistentials(B));
}

/// Whether all of \p A is in \p B; see difference(). Pieces of A that lie in a
/// single piece of B are passed over first: isl would split each of them by the
/// pieces of B that it meets before.
isl::boolean isIncluded(const isl::map &A, const isl::map &B);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_EXISTENTIALS_H
