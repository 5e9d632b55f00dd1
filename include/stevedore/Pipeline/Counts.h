//===- stevedore/Pipeline/Counts.h - What a plan moves ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How many tiles, iterations, elements and transfers a plan has, in closed
/// form.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_COUNTS_H
#define STEVEDORE_PIPELINE_COUNTS_H

#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Counting/LatticeCount.h"
#include "stevedore/Plan/RegionPlan.h"
#include "stevedore/Support/Values.h"

namespace stevedore {

enum class CountKind {
  /// Tiles with points.
  Tiles,
  /// Strips of tiles, of which one has points.
  Strips,
  /// Instances of a statement.
  Iterations,
  /// Elements of an array.
  Loads,
  Stores,
  /// Runs of these along the last dimension, as long as possible: transfers.
  LoadRuns,
  StoreRuns
};

/// What is counted of a level of a plan.
struct CountedSet {
  CountKind Kind = CountKind::Tiles;
  unsigned Level = 0;
  /// The memory whose tiles these are: a level inside of that of its band,
  /// where it is not the farthest one.
  unsigned Memory = 0;
  /// The index of the statement or array; 0 for others.
  unsigned Index = 0;
  /// { [o, I, m] } over N and T: outer counters, the coordinates of a tile or
  /// strip, and the points, whose number is asked for.
  isl::set Points;
  /// The names of the coordinates of o and I; before the latter the origins of
  /// the tiles around, from where those of the tiles inside are counted.
  std::vector<std::string> Coordinates;
  std::vector<LatticeStep> Steps;
  /// So many of the last coordinates are those of tiles of which no two have a
  /// point in common, and all of them together the same points whatever the
  /// steps.
  unsigned NumOnce = 0;

  /// "loads of A"
  std::string text(const RegionPlan &Plan) const;
};

/// What there is to count of \p Plan; without iterations and transfers unless
/// \p HasAll. A null set: isl did not find it within the budget.
std::vector<CountedSet> countedSets(const RegionPlan &Plan, bool HasAll);

/// The points of \p Set at all multiples I of the steps, one by one, where the
/// parameters have the values that \p Value gives. Errors: a value is missing,
/// unbounded, or the budget.
llvm::Expected<uint64_t> countOneByOne(const CountedSet &Set, ValueOf Value);

/// The same with \p Counter, of \p Set.Points, for many values; at most
/// \p MostSteps values of coordinates are looked at.
llvm::Expected<uint64_t> countOneByOne(const CountedSet &Set,
                                       const LatticeCounter &Counter,
                                       ValueOf Value, uint64_t MostSteps);

/// A count in closed form.
struct RegionCount {
  CountedSet Of;
  /// For one tile, or for all tiles of CountedSet::NumOnce coordinates; none:
  /// WhyNot says why there is none.
  std::optional<SymbolicCount> Tile;
  /// The number of its sum in RegionCounts::Sums.
  std::optional<unsigned> Sum;
  std::string WhyNot;
};

/// All counts of a plan.
struct RegionCounts {
  std::vector<RegionCount> Counts;
  CompiledCounts Sums = CompiledCounts({});
};

/// The counts of \p Plan, without those whose closed form takes too long.
llvm::Expected<RegionCounts> countRegion(const RegionPlan &Plan);

/// Proof obligation: at a sample of values, the sums are the numbers that
/// counting the points one by one gives. What is not, or takes too long to
/// count, loses its closed form.
llvm::Error verifyCounts(RegionCounts &Counts, const RegionPlan &Plan);

void print(llvm::raw_ostream &OS, const RegionCounts &Counts,
           const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_COUNTS_H
