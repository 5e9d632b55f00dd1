//===- stevedore/Plan/RegionPlan.h - The plan of a region -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The plan of a region: its order, bands, tiles, transfers and buffers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_REGIONPLAN_H
#define STEVEDORE_PLAN_REGIONPLAN_H

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Schedule/LoopDimension.h"
#include <memory>

namespace stevedore {

/// An array of a band with everything that code needs.
struct LocalArray {
  ArrayTransfers Transfers;
  ModularMapping Mapping;
  /// Number of its buffer. Arrays of one region with the same number are never
  /// live at the same time and share one buffer, as large as the largest of
  /// them needs.
  unsigned Buffer = 0;
  /// { : ... } over N and T: what holds where any tile uses the buffer; null:
  /// always.
  isl::set Needed;
};

/// A band ready for code generation.
struct TiledBand {
  Band B;
  TileSpace Tiles;
  std::vector<LocalArray> Arrays;
  /// The dimensions [b, r] as the loops inside a tile; empty when the program
  /// has no parallel loops.
  std::vector<LoopDimension> Loops;
};

/// A region ready for code generation.
struct RegionPlan {
  std::shared_ptr<const Scop> Program;
  Schedule Order;
  std::vector<TiledBand> Bands;
  /// The dimensions of Order.Skeleton, for the statements outside the bands;
  /// empty when the program has no parallel loops.
  std::vector<LoopDimension> SkeletonLoops;
};

} // namespace stevedore

#endif // STEVEDORE_PLAN_REGIONPLAN_H
