//===- stevedore/Plan/Origins.h - Tiles by their origins --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The tiles of a plan by the coordinates of their origins, as parameters I1,
/// I2, ...
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_ORIGINS_H
#define STEVEDORE_PLAN_ORIGINS_H

#include "stevedore/Plan/FixedSizes.h"

namespace stevedore {

/// The isl name of coordinate number \p K of the origins of \p B.
std::string originName(const Band &B, unsigned K);

/// The form { [(I_K)] } of coordinate number \p K of the origins of \p B.
isl::aff coordinateOf(const Band &B, unsigned K);

/// \p M, { [I] -> X } with tiles of \p B, as { X } with I as parameters.
isl::set atOrigin(const isl::map &M, const Band &B);

/// \p S, over N, T, O and I, for tiles of \p T that may have a point where the
/// parameters make \p Form, { [(f)] }, not negative; or more, where it takes
/// several sets to say which. All of \p S for a null form. With \p Sizes in the
/// place of parameters.
isl::set inCase(isl::set S, const Level &T, const isl::aff &Form,
                const FixedSizes *Sizes = nullptr);

/// Where the band of a level is executed, and by which tiles.
struct ExecutedTiles {
  /// { : ... } over N, T, O, and the origins of the tiles around.
  isl::set Context;
  /// { [I] : the aligned origin I may have a point, and Context holds }
  isl::set Origins;
  /// { : ... } over N, T, O, I and cut sizes: the tile at I is executed.
  isl::set Tile;
};

/// The tiles of the level at \p Place of \p Plan, with \p Sizes in the place of
/// parameters; of a level inside of others, those of one tile of these. With
/// \p ByLoops those that loops enumerate alone, at some cost. Null sets on
/// errors of isl.
ExecutedTiles executedTiles(const RegionPlan &Plan, const LevelPlace &Place,
                            const FixedSizes &Sizes, bool ByLoops = false);

/// Those of \p Origins, { [I] : the aligned origin I of \p T may have a point
/// }, that loops enumerate: those that have points, where they are wanted alone
/// and can be told at little cost.
isl::set enumeratedTiles(const RegionPlan &Plan, const Level &T,
                         const isl::set &Origins, const FixedSizes &Sizes);

} // namespace stevedore

#endif // STEVEDORE_PLAN_ORIGINS_H
