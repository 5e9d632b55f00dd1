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
/// accesses what it moves, how often the loops of a band run, and how much
/// memory they access.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_PROFIT_H
#define STEVEDORE_PLAN_PROFIT_H

#include "stevedore/Plan/RegionPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace stevedore {

/// What tiles of a band do, in elements of arrays that are not private and
/// have dimensions; others are kept in registers.
struct TileTraffic {
  /// Reads and writes of the instances of all statements. References of a
  /// statement to one array whose subscripts differ by constants count as one:
  /// a cache has what the neighbours have accessed, too.
  uint64_t Accesses = 0;
  /// Elements loaded and elements stored.
  uint64_t Moved = 0;
  /// Of arrays of which elements are moved inside of buffers
  /// (LocalArray::Kept): these, and all that tiles have.
  uint64_t Kept = 0, Held = 0;

  /// How often each element that is moved is accessed, in the mean.
  double reuse() const {
    return double(Accesses) / double(Moved == 0 ? 1 : Moved);
  }
};

/// The traffic of tiles of the band \p T of \p Plan, full ones where there are
/// any: of one in the middle and, if that reuses limits::LeastReuse times, also
/// of one in the first and one in the last third of all coordinates, which may
/// do something else. At the typical values of \p Plan, or where
/// these have no tiles near them. Errors: no values of
/// the parameters were found, or budget.
llvm::Expected<TileTraffic> tileTraffic(const RegionPlan &Plan,
                                        const Level &T);

/// The accesses of an instance of \p Stmt to the arrays that \p IsCounted: the
/// reads and the writes of each, neighbours counted once.
unsigned references(const Statement &Stmt,
                    llvm::function_ref<bool(unsigned)> IsCounted);

/// How often tiles of \p S, whatever its order is, access each element that
/// they move: no more than this in the mean over all tiles, where each is moved
/// once. The sum of what its statements do by themselves, each at values for
/// which it is executed, near those of \p Typical or limits::ReuseProblemSize;
/// limits::LeastReuse or more as soon as that is known. Errors: no such values
/// were found, or budget.
llvm::Expected<double> mostReuse(const Scop &S, TypicalValues Typical);

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

/// The trips of the loops of \p B. Errors: it has no instances; budget.
llvm::Expected<TripCounts> tripCounts(const Scop &S, const Band &B);

/// The bytes of the arrays that a band accesses, of boxes around its elements.
struct Footprint {
  /// An array whose extents have no constant bounds.
  struct Box {
    /// The product of the extents that are constant and the bytes of an
    /// element, Least if it is larger.
    int64_t Constant = 1;
    /// The other extents, { [(elements)] } over structure parameters.
    std::vector<isl::pw_aff> Extents;
  };
  std::vector<Box> Boxes;
  /// The bytes of the other arrays, Least if these are more.
  int64_t Constant = 0;
  /// What the arrays of a band must have for its tiles to pay.
  int64_t Least = 0;

  bool isConstant() const { return Boxes.empty(); }
};

/// The footprint of \p B, whose trips are \p Trips. Least is
/// limits::LeastBytes; limits::LeastRowBytes where the innermost loops of the
/// original program go along rows, or a loop inside of a tile has no constant
/// bound, so that tiles hold as much. Errors: budget.
llvm::Expected<Footprint> footprint(const Scop &S, const Band &B,
                                    const TripCounts &Trips);

/// Why no tiles of \p S pay, whatever its order is: its loops run too seldom,
/// or elements are accessed too seldom (mostReuse()). Empty: some may, or that
/// is not known within limits::TrafficOperations.
std::string whyNothingPays(const Scop &S, const TypicalValues &Typical);

/// Why no band of \p Order pays, whatever its tiles move: coordinates of tiles
/// add counters of several loops, loops run too seldom, or arrays are too
/// small. Empty: some band may, or that is not known.
std::string whyNothingPays(const Scop &S, const Schedule &Order);

/// What is found out about a plan.
struct Profit {
  /// The numbers of the bands that pay, if their loops run often enough.
  std::vector<unsigned> Bands;
  /// The reason why there are none.
  std::string WhyNot;
};

/// The profit of \p Plan. A band pays where no coordinate of its tiles adds
/// counters of several loops, its tiles reuse elements limits::LeastReuse
/// times, its loops have limits::LeastIterations and its arrays
/// Footprint::Least, as far as these are constant. Where its tiles cannot be
/// counted in time, it must tile more loops than the arrays that it moves have
/// dimensions instead of reusing elements.
Profit profitOf(const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PLAN_PROFIT_H
