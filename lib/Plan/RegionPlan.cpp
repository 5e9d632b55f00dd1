//===- RegionPlan.cpp - The plan of a region ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/RegionPlan.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

bool RegionPlan::isTileNumber(unsigned Number) const {
  return llvm::any_of(Levels, [&](const Level &T) {
    return Number > T.B.FirstTile && Number <= T.B.FirstTile + T.B.TileNumbers;
  });
}

unsigned RegionPlan::numTileSizes() const {
  unsigned Sizes = 0;
  for (const Level &T : Levels)
    Sizes += T.Tiles.SizeNames.size();
  return Sizes;
}
