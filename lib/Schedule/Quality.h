//===- Quality.h - How good a choice of bands is ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Compares schedules of one region by what tiling makes of them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_QUALITY_H
#define STEVEDORE_LIB_SCHEDULE_QUALITY_H

#include "LoopTree.h"

namespace stevedore {

/// Properties of the bands selected in a loop tree.
struct Quality {
  /// Private variables that are used in several bands or outside of them: each
  /// will need one cell in remote memory that serializes all loops around it.
  unsigned UnprivatizedArrays = 0;
  /// For each depth of statements, deepest first, the sum over those statements
  /// of the number of linearly independent tiled loops around them.
  std::vector<unsigned> TiledRank;
  /// Statements and tiled loops where the statement takes less than three
  /// quarters of the loop's range: bands of statements that are shifted
  /// against each other by a parameter, which share no data within a tile but
  /// keep it in local memory for long.
  unsigned Sparse = 0;
  /// Terms of tiled loops beyond one iterator with coefficient one.
  unsigned Skew = 0;
  unsigned Bands = 0;
  /// Every statement is tiled in all its dimensions.
  bool FullRank = false;
  /// Every statement is tiled in two dimensions at least, or in all of its own.
  bool Tiled = false;

  /// Bands that hold all uses of private variables come first; then wider ones;
  /// then those whose tiles are fuller, simpler and fewer.
  bool isBetterThan(const Quality &Other) const;
  /// No other schedule can be much better.
  bool isGood() const {
    return FullRank && Bands <= 1 && Sparse == 0 && UnprivatizedArrays == 0;
  }
};

/// The quality of \p Bands for the statements of \p S, ranges being measured
/// at one large value of the parameters.
Quality measureQuality(const Scop &S, llvm::ArrayRef<const LoopTree *> Bands);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_QUALITY_H
