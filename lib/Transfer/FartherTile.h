//===- FartherTile.h - What a tile around others has ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Tiles inside of a tile for the next memory move data between the buffers of
/// both, which hold what that tile accesses, loads or stores.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_FARTHERTILE_H
#define STEVEDORE_LIB_TRANSFER_FARTHERTILE_H

#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// Leaves out of what \p Inner, a tile of \p T, loads more than it needs what
/// the buffer of the tile around, which has \p Farther, does not hold.
void limitLoad(ArrayTransfers &Inner, const ArrayTransfers &Farther,
               const TileSpace &T);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_FARTHERTILE_H
