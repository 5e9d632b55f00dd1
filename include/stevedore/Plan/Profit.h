//===- stevedore/Plan/Profit.h - Whether tiles pay --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Whether the bands of a plan are worth their transfers: how often a tile
/// accesses what it moves, and how often the loops of a band run.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_PROFIT_H
#define STEVEDORE_PLAN_PROFIT_H

#include "stevedore/Plan/RegionPlan.h"
#include <string>

namespace stevedore {

/// What one tile of a band does, in elements of arrays that are not private and
/// have dimensions; others are kept in registers.
struct TileTraffic {
  /// Reads and writes of the instances of all statements. References of a
  /// statement to one array whose subscripts differ by constants count as one:
  /// a cache has what the neighbours have accessed, too.
  uint64_t Accesses = 0;
  /// Elements loaded and elements stored.
  uint64_t Moved = 0;

  /// How often each element that is moved is accessed, in the mean.
  double reuse() const {
    return double(Accesses) / double(Moved == 0 ? 1 : Moved);
  }
};

/// The traffic of a tile in the middle of the band \p T of \p Plan, a full one
/// where there is one; at the constant tile sizes of \p Plan, else at
/// limits::TypicalTileSize and limits::TypicalProblemSize. Errors: no values of
/// the parameters were found, or budget.
llvm::Expected<TileTraffic> tileTraffic(const RegionPlan &Plan,
                                        const TiledBand &T);

/// How often the loops of a band run, at most.
struct TripCounts {
  /// For each loop whose trips have no constant bound { [(trips)] } over
  /// structure parameters, those of the tiled loops and those of the loops
  /// inside.
  std::vector<isl::pw_aff> Tiled, Inner;
  /// The product of the bounds of the others, limits::LeastIterations if it is
  /// larger. A dimension inside the tiled ones with no more values than there
  /// are statements may only put these in order: it counts as 1.
  int64_t Constant = 1;

  bool areConstant() const { return Tiled.empty() && Inner.empty(); }
};

/// The trips of the loops of \p T. Errors: budget.
llvm::Expected<TripCounts> tripCounts(const Scop &S, const TiledBand &T);

/// What is found out about a plan.
struct Profit {
  /// The numbers of the bands that pay, if their loops run often enough.
  std::vector<unsigned> Bands;
  /// The reason why there are none.
  std::string WhyNot;
};

/// The profit of \p Plan. A band pays where its tiles reuse elements
/// limits::LeastReuse times, and its loops have limits::LeastIterations where
/// these are constant. Where its tiles cannot be counted in time, it pays if it
/// tiles more loops than the arrays that it moves have dimensions.
Profit profitOf(const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PLAN_PROFIT_H
