//===- ParallelPoints.h - Conflicts between parallel points -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Conflicts of arrays that live inside tiles whose points run in parallel.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LIVENESS_PARALLELPOINTS_H
#define STEVEDORE_LIB_LIVENESS_PARALLELPOINTS_H

#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// { A[x] -> A[y] : some tile accesses both, and y may be written while x is
/// live }, for an array that is temporary in each tile; null where all points
/// of a tile run in sequence, or where this takes too long or falls into many
/// pieces, so that cliques have to do.
///
/// All accesses to an element lie in one tile. Points of one tile are ordered
/// by the first of the loops inside the tile in which they differ, unless that
/// is one of Band::ParallelPoints; the triangle of the liveness paper (Eq. 5
/// and 7) on that order says which elements conflict. The order also relates
/// points of different tiles, which does not matter: their elements are left
/// out, and whether two accesses in one tile come before each other does not
/// depend on others.
isl::map conflictsInTile(const Scop &S, const Band &B, const ArrayTransfers &A);

} // namespace stevedore

#endif // STEVEDORE_LIB_LIVENESS_PARALLELPOINTS_H
