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

/// The band's tiles in lexicographic order, each with its three phases.
llvm::Expected<Block> lowerTiles(const BandFrame &B,
                                 const std::vector<Buffer> &Buffers);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_TILES_H
