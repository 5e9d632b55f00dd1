//===- Tiles.h - The loops over tiles ---------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The loops over tile origins with parametric steps, and what one tile is.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_TILES_H
#define STEVEDORE_LIB_LOWER_TILES_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// A level of a band with its buffers.
struct BandCode {
  BandFrame Frame;
  std::vector<Buffer> Buffers;
  /// The level inside; empty in the nearest memory.
  std::vector<BandCode> Inside;
};

/// The loops over the tiles of \p Code, and the phases of a tile, in which data
/// are moved between its buffers and \p Farther, those of the tile around;
/// null: remote memory.
llvm::Expected<Block> lowerTiles(const BandCode &Code,
                                 const std::vector<Buffer> *Farther = nullptr);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_TILES_H
