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

unsigned RegionPlan::numMemories() const {
  return Levels.empty() ? 1 : Levels.front().B.Memory + 1;
}

std::vector<LevelPlace> RegionPlan::allLevels() const {
  std::vector<LevelPlace> Result;
  for (unsigned Band = 0; Band < Levels.size(); ++Band) {
    LevelPlace Place = {Band, {&Levels[Band]}};
    Result.push_back(Place);
    while (!Place.level().Inside.empty()) {
      Place.Path.push_back(&Place.level().Inside.front());
      Result.push_back(Place);
    }
  }
  return Result;
}

static void visit(std::vector<Level> &Levels,
                  llvm::function_ref<void(Level &)> Visit) {
  for (Level &T : Levels) {
    Visit(T);
    visit(T.Inside, Visit);
  }
}

void RegionPlan::forEachLevel(llvm::function_ref<void(Level &)> Visit) {
  visit(Levels, Visit);
}

unsigned RegionPlan::numTileSizes() const {
  unsigned Sizes = 0;
  for (const Level &T : Levels)
    Sizes += T.Tiles.SizeNames.size();
  return Sizes;
}
