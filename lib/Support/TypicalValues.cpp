//===- TypicalValues.cpp - Where candidates are compared ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/TypicalValues.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace stevedore;
using llvm::StringRef;

int64_t stevedore::typicalTileSize(unsigned Memory) {
  return limits::TypicalTileSize << (2 * Memory);
}

bool TypicalValues::isOpen(const Roles &Known, StringRef Name) const {
  return Known.of(Name) == Role::Structure &&
         llvm::none_of(Given, [&](const auto &At) { return At.first == Name; });
}

int64_t TypicalValues::of(const Roles &Known, StringRef Name) const {
  unsigned Number = Known.numberOf(Name), Memory = Known.memoryOf(Name);
  switch (Known.of(Name)) {
  case Role::TileSize:
  case Role::CutSize:
    return TileSizes.of(Number, Memory).value_or(typicalTileSize(Memory));
  case Role::TileOrigin:
  case Role::OuterCounter:
    return limits::TypicalCounter;
  case Role::Structure:
    break;
  }
  for (const auto &[Parameter, Value] : Given)
    if (Parameter == Name)
      return std::min(Value, int64_t(1) << 30);
  return limits::TypicalProblemSize;
}
