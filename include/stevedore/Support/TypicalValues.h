//===- stevedore/Support/TypicalValues.h - Typical values -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The values at which candidates are compared where none is better for all:
/// what is known of tile sizes and parameters, and numbers that are far apart
/// from each other for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_TYPICALVALUES_H
#define STEVEDORE_SUPPORT_TYPICALVALUES_H

#include "stevedore/Support/ConstantSizes.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>
#include <vector>

namespace stevedore {

/// The size of tiles for memory number \p Memory where nothing tells another
/// one: limits::TypicalTileSize, four times that of the memory before it.
int64_t typicalTileSize(unsigned Memory);

struct TypicalValues {
  ConstantSizes TileSizes;
  /// Of structure parameters, as `--typical=` gives them.
  std::vector<std::pair<std::string, int64_t>> Given;

  /// Whether \p Name is a structure parameter without a value in Given.
  bool isOpen(const Roles &Known, llvm::StringRef Name) const;
  /// The value of \p Name, whose role is in \p Known: what TileSizes or Given
  /// say, 2^30 at most, else typicalTileSize(), limits::TypicalCounter or
  /// limits::TypicalProblemSize.
  int64_t of(const Roles &Known, llvm::StringRef Name) const;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_TYPICALVALUES_H
