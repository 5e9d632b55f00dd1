//===- stevedore/Tiling/Tiling.h - The parametric tile space ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on TileSpace: the points of a tile, before it and after it. Tiles
/// named by their origins, with sizes that are parameters, and the points
/// executed before and after a tile (Darte and Isoard, Exact and Approximated
/// Data-Reuse Optimizations for Tiling with Parametric Sizes, section 3). All
/// relations are affine in the sizes T because a tile is named by its origin I,
/// never by its index.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TILING_TILING_H
#define STEVEDORE_TILING_TILING_H

#include "stevedore/Support/Roles.h"
#include "stevedore/Tiling/TileShape.h"

namespace stevedore {

/// What loops over the tiles of a band enumerate.
enum class TileLoops {
  /// All that are not empty, and perhaps others.
  Rational,
  /// Those that are not empty alone.
  Exact
};

/// The tile space of one band. Relations go from tile origins [I1..In] to time
/// points [o, b, r] of Band::Theta; tile sizes T<k> and outer counters
/// O1..Oq are parameters.
struct TileSpace {
  /// What the tiles are; the relations here are those of the shape within the
  /// context, for aligned origins.
  std::shared_ptr<const TileShape> Shape;
  /// What the parameters of the relations stand for.
  Roles Parameters;
  /// Names of the size parameters, "T1" ...
  std::vector<std::string> SizeNames;
  /// Names of the outer counter parameters, "O1" ...
  std::vector<std::string> OuterNames;
  /// The tiles around these, from the outermost in; their parameters are those
  /// of the relations, too, their origins with the role of outer counters.
  std::vector<TileBox> Around;
  /// Names of the cut sizes, where there are tiles around: relations have them
  /// in the place of sizes, and are right for any that Aligned allows.
  std::vector<std::string> CutNames;
  /// { I -> pt : o = O and pt is in the tile at I }
  isl::map Inside;
  /// Points of the reuse scope executed before, after the tile at I:
  /// empty without reuse, the strip along the innermost tiled dimension, or
  /// the whole band.
  isl::map Before;
  isl::map After;
  /// { I }: what follows for the origins of tiles with points from being on the
  /// lattice (TileShape::aligned()). All other relations are restricted to it.
  isl::set Aligned;
  /// { I } with at least one point; for fixed O.
  isl::set NonEmpty;
  /// { I } whose tile is full of points of every statement.
  isl::set Full;
  /// Parameter set: T_k >= 1 and the region's context.
  isl::set Context;
  /// The reuse scope of Before and After.
  ReuseScope Reuse = ReuseScope::strip();
  /// Tiles are divided into others for a nearer memory, which may execute their
  /// points in another order than the program.
  bool IsDivided = false;
};

/// The tile space of \p B under \p Reuse; \p Assumptions is an optional
/// parameter set that is added to the context (null: none). Tiles \p Around,
/// for the next memory, are what these are inside of (null: nothing).
llvm::Expected<TileSpace> computeTileSpace(const Scop &S, const Band &B,
                                           ReuseScope Reuse,
                                           isl::set Assumptions = {},
                                           const TileSpace *Around = nullptr);

/// { I : some point of \p B is in the tile at I }; a superset of it is
/// T.NonEmpty, which has no existential variables.
isl::set tilesWithPoints(const Band &B, const TileSpace &T);

/// \p Origins, { [I] }, for some value of the cut sizes of \p T.
isl::set withoutCuts(isl::set Origins, const TileSpace &T);

void print(llvm::raw_ostream &OS, const TileSpace &T);

} // namespace stevedore

#endif // STEVEDORE_TILING_TILING_H
