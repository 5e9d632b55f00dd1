//===- stevedore/Transfer/Partition.h - Parts of an array -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Parts of an array that are folded into buffers of their own, because one
/// modular mapping for all elements would waste memory: in Floyd-Warshall's
/// path[i][j], path[i][k], path[k][j] at fixed k, elements of a block, of a
/// column and of a row are live together, far apart from each other (Darte and
/// Isoard, end of section 4).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFER_PARTITION_H
#define STEVEDORE_TRANSFER_PARTITION_H

#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// What a family of references is taken to touch in a reuse scope.
enum class FamilyReach {
  /// All that its subscripts alone allow, whatever the domains: few
  /// constraints.
  Subscripts,
  /// A convex hull of what its instances touch: tells families apart that go
  /// along the same line, a[i] and a[i + m] for i < m, or towards each other,
  /// a[i] and a[n - 1 - i] for 2i < n.
  Instances,
  /// All that its subscripts allow in one tile, where tiles share no data: an
  /// element may be in another part in the next one.
  Tile
};

/// The parts { [I] -> A[m] } of array number \p A.Array, one for each family of
/// references of the band, smallest first: what the family touches, by \p
/// Reach, in the reuse scope of the tile at I, without the parts before it; the
/// last part is all that is left. References belong to one family when they are
/// uniformly generated. Parts depend only on what is fixed in a reuse scope, so
/// that an element never changes its part while it is in local memory. No part
/// at all where there is only one family. Errors: budget.
llvm::Expected<std::vector<isl::map>>
partitionElements(const Scop &S, const Band &B, const TileSpace &T,
                  const ArrayTransfers &A, const FamilyReach &Reach);

/// The transfers of the elements in \p Part alone.
ArrayTransfers restrictTo(const ArrayTransfers &A, const isl::map &Part);

/// { : some tile accesses or loads an element of \p A }, over N and T, or a
/// superset, given that there are tiles. Tells a part apart that is empty where
/// a tile is larger than the problem: origins are multiples of T, so that each
/// is 0 or at least T away from it. Errors: budget.
llvm::Expected<isl::set> usedBySomeTile(const Scop &S, const TileSpace &T,
                                        const ArrayTransfers &A);

/// Proof obligation: each element that \p A accesses or moves is in exactly one
/// of \p Parts, and in the same one for all tiles of a reuse scope.
/// Errors: the claim that does not hold, or budget.
llvm::Error verifyPartition(const Scop &S, const TileSpace &T,
                            const ArrayTransfers &A,
                            llvm::ArrayRef<isl::map> Parts);

} // namespace stevedore

#endif // STEVEDORE_TRANSFER_PARTITION_H
