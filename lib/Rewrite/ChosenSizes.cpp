//===- ChosenSizes.cpp - Regions that choose their sizes ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenSizes.h"
#include "stevedore/Emit/TileChooser.h"

std::string stevedore::addChooser(const RegionResult &R, EmitOptions &Code,
                                  llvm::StringSet<> &Taken,
                                  clang::Preprocessor &PP) {
  if (!R.Chooser)
    return "";
  std::string Prefix = tileChooserPrefix(Code, [&](llvm::StringRef Name) {
    const auto &Known = PP.getIdentifierTable();
    return Taken.contains(Name) || Known.find(Name) != Known.end();
  });
  Taken.insert(Prefix + "tiles");
  Code.Sizes = callOfTileChooser(Code, *R.Plan.Program, Prefix);
  return generateTileChooser(Code, *R.Chooser, Prefix);
}
