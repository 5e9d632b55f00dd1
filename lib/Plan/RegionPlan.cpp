//===- RegionPlan.cpp - The plan of a region ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/RegionPlan.h"

using namespace stevedore;

unsigned RegionPlan::numTileSizes() const {
  unsigned Sizes = 0;
  for (const TiledBand &T : Bands)
    Sizes += T.Tiles.SizeNames.size();
  return Sizes;
}
