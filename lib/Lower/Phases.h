//===- Phases.h - Load, compute, store --------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The three phases of a tile as blocks.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_PHASES_H
#define STEVEDORE_LIB_LOWER_PHASES_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// Which way elements move.
enum class Direction { Load, Store };

/// How transfers are issued: at once, or with a tag to wait for.
struct Channel {
  Direction D;
  std::optional<Expr> Tag;
  /// The buffers on the other side, where that is not remote memory.
  const std::vector<Buffer> *Farther = nullptr;
  /// The one of them that elements are moved to or from.
  const Buffer *Far = nullptr;
  /// They stay in the buffer: that is Far as the tile before had it.
  bool IsKept = false;
};

/// The loops over the elements that the tile loads or stores, one transfer
/// for each contiguous run.
llvm::Expected<Block> lowerTransfers(const BandFrame &B,
                                     const std::vector<Buffer> &Buffers,
                                     const Channel &C);

/// When elements are moved that stay in a buffer: before a tile those that it
/// has from the one before, or behind it, to the other side, those that the
/// next one has from it (SideKind::Moving).
enum class KeptTime { BeforeTile, AfterTile };

/// The loops over what stays in buffers and is moved at \p Time, one move for
/// each element.
llvm::Expected<Block> lowerKept(const BandFrame &B,
                                const std::vector<Buffer> &Buffers,
                                KeptTime Time);

/// The tile's statement instances on local buffers.
llvm::Expected<Block> lowerCompute(const BandFrame &B,
                                   const std::vector<Buffer> &Buffers);

/// \p Then where \p Condition holds, \p General elsewhere.
inline Block lowerBoth(Expr Condition, Block Then, Block General) {
  return {looptree::makeIf(std::move(Condition), std::move(Then),
                           std::move(General))};
}

/// The variable that tells whether the tile is full.
inline Expr isFull(const BandFrame &B) {
  return Expr::variable(B.N.of("%full" + std::to_string(B.Tiled.B.Memory)));
}

/// \p General, or where the tile is full \p Full when that is different and
/// has fewer parts.
Block lowerByFullness(const BandFrame &B, Block Full, Block General);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_PHASES_H
