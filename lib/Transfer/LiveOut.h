//===- LiveOut.h - What others see of what a tile writes --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_LIVEOUT_H
#define STEVEDORE_LIB_TRANSFER_LIVEOUT_H

#include "stevedore/Tiling/Tiling.h"

namespace stevedore {

/// What others see of what the tiles of a band write to one array:
///
///   { I -> m : an instance of the tile writes to m what an instance outside of
///              its reuse scope reads, or what is there after the region }
///
/// A write that may not happen reads the element: what it finds there stays.
/// Since no dependence of a legal band is negative along a tiled dimension,
/// "the reader is not in this scope" is a union of half spaces, or a reader
/// outside of the band; no set difference is taken over tiles. From
/// memory-based dependences it is a superset: what others read after the write,
/// also when it has been overwritten by then.
class LiveOut {
public:
  /// \p Inside, { I -> S[i] }, are the instances of the tile at I, and \p Like
  /// is in the space of the answers, { I -> A[m] } for array number \p Array.
  LiveOut(const Scop &S, const Dependences &D, const Band &B,
          const TileSpace &T, const isl::union_map &Inside, unsigned Array,
          const isl::map &Like);

  /// What is there after the region and what instances outside of the band
  /// read; null when isl gave up.
  isl::map outsideOfBand() const;
  /// The same for what other scopes of the band read.
  isl::map inOtherScopes() const;

private:
  const Scop &S;
  const Dependences &D;
  const Band &B;
  const TileSpace &T;
  const isl::union_map &Inside;
  const unsigned Array;
  isl::map Empty;
  isl::union_map Must, May, Writes;
  /// { reader -> [writer -> A[m]] : the reader may find in m what the writer,
  /// an instance of the band, wrote there }
  isl::union_map Readers;

  isl::union_map pairs(const isl::union_map &Order,
                       const isl::union_map &Sinks) const;
  isl::union_map lasting() const;
  isl::map inOneSpace(const isl::union_map &Found) const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_LIVEOUT_H
