//===- stevedore/Tiling/PhaseOrder.h - When tiles move data -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The order in which the phases of the tiles of a band are executed: the
/// ExecutionOrder of the instances load[I], compute[I] and store[I], given by
/// the pairs of them that it leaves unordered.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TILING_PHASEORDER_H
#define STEVEDORE_TILING_PHASEORDER_H

#include "stevedore/Tiling/TileShape.h"

namespace stevedore {

/// An order of phases by name, as options give it: a tile begins when the tile
/// before has ended; or its transfers are under way while its neighbours in the
/// strip compute (Darte and Isoard, section 4).
enum class OrderKind { Sequential, Pipelined };

/// What keeps transfers in an order while several are under way.
enum class ChannelKind {
  /// A load begins when the stores that were started before it have ended.
  Fenced,
  /// Loads and stores are on channels that do not know of each other.
  Independent
};

/// Tiles are computed one after the other, in the lexicographic order of their
/// origins; load[I] comes before compute[I], which comes before store[I]. Any
/// three relations make an order: transfers, conflicts, proofs and code follow
/// from them.
struct PhaseOrder {
  /// { [I] -> [I'] : load[I'] and compute[I] are in no order }, I' after I.
  isl::map Loading;
  /// { [I] -> [I'] : store[I'] and compute[I] are in no order }, I' before I.
  isl::map Storing;
  /// { [I] -> [I'] : load[I'] and store[I] are in no order }, I' after I. Other
  /// loads begin when the stores that were started before them have ended.
  isl::map Crossing;

  /// Whether no phases are executed at the same time.
  bool isSequential() const;
  /// Whether loads wait for the stores that were started before them.
  bool isFenced() const;

  /// { [I] -> [I'] : I' comes before I, and what it computes may not have left
  /// local memory when load[I] begins }.
  isl::map unfinished() const;
};

/// The order of tiles of \p Shape that begin when the tile before has ended.
PhaseOrder phasesInSequence(const TileShape &Shape);

/// The order called \p Kind for tiles of \p Shape.
PhaseOrder phaseOrder(OrderKind Kind, ChannelKind Channels,
                      const TileShape &Shape);

} // namespace stevedore

#endif // STEVEDORE_TILING_PHASEORDER_H
