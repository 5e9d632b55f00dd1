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

/// The elements of one array that the tile around those of \p T moves.
class FartherTile {
public:
  /// \p A are its transfers; null: there is none.
  FartherTile(const ArrayTransfers *A, const TileSpace &T) : A(A), T(T) {}

  /// Leaves out of what \p Inner loads, more than it needs, what the buffer of
  /// the tile around does not hold.
  void limitLoad(ArrayTransfers &Inner) const;

  /// Adds to what \p Inner stores what the tile around stores and \p Inner
  /// writes last, whether or not somebody sees it: { I -> A[m] } that tiles
  /// after it in the tile around write is \p WrittenLater.
  void addStored(ArrayTransfers &Inner, const isl::map &WrittenLater) const;

private:
  const ArrayTransfers *A;
  const TileSpace &T;

  isl::set elements(const isl::map &OfTile) const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_FARTHERTILE_H
