//===- stevedore/Plan/Cost.h - What a plan costs ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The time that tiles take on a machine.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_COST_H
#define STEVEDORE_PLAN_COST_H

#include "stevedore/Plan/Machine.h"

namespace stevedore {

/// What all tiles of a region do together, whole tiles and partial ones.
struct Work {
  double Bytes = 0, Transfers = 0;
  /// Accesses of statements, one after the other.
  double Accesses = 0;
  double Tiles = 1;
};

/// The cycles of \p W on \p M: of its transfers, Latency each and one for
/// BytesPerCycle, with Align - 1 bytes more for each, and of the accesses.
/// Where tiles load, compute and store in turn these add up. Where copies go on
/// beside the computation (\p IsPipelined) it is the larger of the two, and one
/// tile's share of the other, for the first loads and the last stores.
double cyclesOf(const Work &W, const Machine &M, bool IsPipelined);

} // namespace stevedore

#endif // STEVEDORE_PLAN_COST_H
