//===- OriginalCost.h - What the original program costs ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the original program costs on a machine with a cache, by the counts of
/// a plan.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_ORIGINALCOST_H
#define STEVEDORE_LIB_PIPELINE_ORIGINALCOST_H

#include "stevedore/Plan/Machine.h"
#include "stevedore/Plan/RegionPlan.h"
#include <optional>

namespace stevedore {

/// What an iteration costs besides bytes that move into a cache: an access that
/// the innermost loop moves across rows takes the time of a line. A row of a
/// tile takes some time to begin, one of the original program none.
struct RowCosts {
  /// Cycles, for each statement, in the original program and in tiles.
  std::vector<int64_t> Before, After;
  /// Cycles for a row of each statement in tiles.
  std::vector<int64_t> Starts;
  /// For each statement the tile size that is the length of its rows; empty:
  /// these are not cut.
  std::vector<std::string> Lengths;
  /// The names of tile sizes, that of the innermost loop of the original
  /// program first, and an empty one behind those of each band.
  std::vector<std::string> Sizes;
};

/// Whether \p Stmt has more loops than its arrays have dimensions: what comes
/// from memory does not hold up its operations.
bool usesOften(const Statement &Stmt);

/// Those of \p Plan on \p M; none where its memory is no cache.
std::optional<RowCosts> rowCosts(const RegionPlan &Plan, const Machine &M);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_ORIGINALCOST_H
