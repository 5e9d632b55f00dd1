//===- Values.cpp - Sizes at the values of --evaluate= --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

std::optional<int64_t> stevedore::evaluationValue(const Options &O,
                                                  const Roles &Parameters,
                                                  StringRef Name) {
  unsigned Tile = Parameters.isTileSize(Name) ? Parameters.numberOf(Name) : 0;
  if (Tile != 0 && Tile <= O.TileSizes.size())
    return O.TileSizes[Tile - 1];
  for (const auto &[Given, Value] : O.Evaluate)
    if (Given == Name)
      return Value;
  return Tile != 0 ? std::optional(limits::TypicalTileSize) : std::nullopt;
}

Error stevedore::checkValues(const Options &O, const Roles &Parameters,
                             ArrayRef<std::string> Names) {
  std::string Missing;
  for (const std::string &Name : Names)
    if (!evaluationValue(O, Parameters, Name))
      Missing += (Missing.empty() ? "" : ", ") + Name;
  if (O.Evaluate.empty() || Missing.empty())
    return Error::success();
  return createStringError("'evaluate' needs values for the parameters " +
                           Missing);
}
