//===- stevedore/Pipeline/Figures.h - Numbers of a plan ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the tiles of a plan move and hold at given sizes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_FIGURES_H
#define STEVEDORE_PIPELINE_FIGURES_H

#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Plan/Machine.h"
#include "stevedore/Plan/RegionPlan.h"
#include <map>

namespace stevedore {

/// Numbers of one array, added up over the bands. Those that could not be
/// counted for some band are none.
struct ArrayFigures {
  std::optional<int64_t> Loads = 0;
  std::optional<int64_t> Stores = 0;
  int64_t Cells = 0;
  /// Of an array in parts, all their cells together.
  std::vector<int64_t> Extents;
};

/// Numbers of the tiles for one memory, and of what they move.
struct MemoryFigures {
  uint64_t Tiles = 0;
  uint64_t Strips = 0;
  /// The bytes of all buffers, each as large as the largest array in it.
  uint64_t LocalBytes = 0;
  /// By the index of the array.
  std::map<unsigned, ArrayFigures> Arrays;
  /// Runs of elements that are moved, as long as possible; none where they were
  /// not counted.
  std::optional<int64_t> Transfers = 0;
};

/// Numbers of a region; its own are those of the nearest memory.
struct RegionFigures : MemoryFigures {
  /// Those of the memories behind it, in their order.
  std::vector<MemoryFigures> Farther;
  /// What a band does for one memory. None: it was not counted.
  struct Sums {
    std::optional<int64_t> Bytes = 0, Transfers = 0;
    int64_t Tiles = 0, Strips = 0;
    /// Of all iterations; for the nearest memory.
    std::optional<int64_t> Accesses = 0;
  };
  /// Of each band for each memory, from the nearest one out.
  std::vector<std::vector<Sums>> Bands;
  /// What was not counted, and why.
  std::vector<std::string> Remarks;

  MemoryFigures &of(unsigned Memory) {
    return Memory == 0 ? *this : Farther[Memory - 1];
  }
};

/// The cycles of what \p F counts of \p Plan on \p M; none where it takes
/// something that was not counted.
std::optional<double> cyclesOf(const RegionFigures &F, const RegionPlan &Plan,
                               const Machine &M);

/// The numbers of \p Plan at \p Values, from the closed forms in \p Counts where
/// it is not null and has them; else counted point by point. Errors: a value is missing, or counting
/// went over \p Limits.
llvm::Expected<RegionFigures> figuresOf(const RegionPlan &Plan,
                                        const EvaluationValues &Values,
                                        BudgetLimits Limits,
                                        const RegionCounts *Counts = nullptr);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_FIGURES_H
