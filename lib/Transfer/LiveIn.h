//===- LiveIn.h - What a tile reads from outside itself ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_LIVEIN_H
#define STEVEDORE_LIB_TRANSFER_LIVEIN_H

#include "stevedore/Tiling/Tiling.h"

namespace stevedore {

/// In(I) of the tiling paper without any set difference. One dataflow call
/// under theta gives the last write before each read; since no dependence of a
/// legal band is negative along a tiled dimension, "the source is not in this
/// tile" is a union of half spaces:
///
///   In = Tile.theta^-1.(reads without source)  u
///        { I -> m : sink in Tile and (some o_src,k < O_k or b_src,k < I_k) }
class LiveIn {
public:
  LiveIn(const Scop &S, const Band &B, const TileSpace &T);

  /// { [I1..In] -> A[m] } for array number \p Array, whose space \p Empty has;
  /// null when isl gave up.
  isl::map of(unsigned Array, isl::map Empty) const;

private:
  const Scop &S;
  /// { I -> A[m] } of all arrays.
  isl::union_map In;

  isl::map outsideTile(const TileSpace &T) const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_LIVEIN_H
