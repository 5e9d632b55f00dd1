//===- Values.cpp - Sizes at the values of --evaluate= --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/TypicalValues.h"

using namespace stevedore;
using namespace llvm;

std::optional<int64_t> EvaluationValues::of(const Roles &Parameters,
                                            StringRef Name) const {
  unsigned Tile = Parameters.isTileSize(Name) ? Parameters.numberOf(Name) : 0;
  if (std::optional<int64_t> Size =
          TileSizes.of(Tile, Parameters.memoryOf(Name)))
    return Size;
  for (const auto &[Known, Value] : Given)
    if (Known == Name)
      return Value;
  return Tile != 0 ? std::optional(typicalTileSize(Parameters.memoryOf(Name)))
                   : std::nullopt;
}

Error EvaluationValues::check(const Roles &Parameters,
                              ArrayRef<std::string> Names) const {
  std::string Missing;
  for (const std::string &Name : Names)
    if (!of(Parameters, Name))
      Missing += (Missing.empty() ? "" : ", ") + Name;
  if (!areWanted() || Missing.empty())
    return Error::success();
  return createStringError("'evaluate' needs values for the parameters " +
                           Missing);
}
