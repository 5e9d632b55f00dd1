//===- stevedore/Plan/Sharing.h - Arrays that share a buffer ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which arrays of a region share a buffer.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_SHARING_H
#define STEVEDORE_PLAN_SHARING_H

#include "stevedore/Plan/RegionPlan.h"

namespace stevedore {

/// One array of one band of a plan.
struct PlannedArray {
  const Level *Band;
  const LocalArray *Local;
  unsigned BandNumber;
};

/// The arrays of \p Plan by buffer, each list in the order of the plan.
std::vector<std::vector<PlannedArray>> buffersOf(const RegionPlan &Plan);

/// The arrays of \p Plan by band: those that a cache holds at the same time.
std::vector<std::vector<PlannedArray>> arraysByBand(const RegionPlan &Plan);

/// Gives every array of \p Plan a buffer of its own.
void separateBuffers(RegionPlan &Plan);

/// Lets arrays of \p Plan share buffers (LocalArray::Buffer): those of one
/// element type that are never live at the same time. Arrays of different bands
/// never are, since bands run one after the other and none keeps data when it
/// ends. Colours greedily, from the largest array down, so that the result
/// depends on nothing but the plan. What takes too long to tell overlaps.
void shareBuffers(RegionPlan &Plan);

/// Whether arrays of \p T, a level of \p Plan, may overlap in one buffer while
/// they are live together: tiles, their points and phases run one after the
/// other, in one memory and by one worker.
bool mayOverlapIn(const RegionPlan &Plan, const Level &T);

/// Whether \p L, an array of \p T, may be one of them: it is whole, found by
/// its subscripts, and has a mapping for itself.
bool mayOverlapOthers(const RegionPlan &Plan, const Level &T,
                      const LocalArray &L);

/// Proof obligation: no two arrays that share a buffer of \p Plan are ever live
/// at the same time; of those whose mappings have offsets no two elements are
/// that share a cell.
llvm::Error verifySharing(const RegionPlan &Plan);

/// One line for each shared buffer: "buffer shared by A of band 0 and B of band
/// 1".
void printSharing(llvm::raw_ostream &OS, const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PLAN_SHARING_H
