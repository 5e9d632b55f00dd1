//===- stevedore/Liveness/Liveness.h - Conflicting elements -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on a ConflictRelation for each array, and its Lifetime in local
/// memory. Which elements of an array must not share a cell of local memory, and
/// which arrays must not share a buffer: both from what is live when, which is
/// found once.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIVENESS_LIVENESS_H
#define STEVEDORE_LIVENESS_LIVENESS_H

#include "stevedore/Conflicts/ConflictRelation.h"
#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// When elements of one array of a tiled band are in local memory.
struct Lifetime {
  /// { I -> A[m] : m is in local memory, or on its way, while the tile at I is
  /// computed }; under the pipelined order with what the tiles before and after
  /// it transfer at that time.
  isl::map Tiles;
  /// { pt -> A[m] : m was accessed at or before pt and will be at or after it
  /// }, pt in the order inside a tile, where the array is temporary in each
  /// tile and all points are executed in sequence; otherwise null.
  isl::map Points;
};

/// The liveness of one array of a tiled band.
struct ArrayLiveness {
  /// Elements that must not share a cell.
  ConflictRelation Conflicts;
  /// What arrays that share a buffer are compared by.
  Lifetime Live;
};

/// The liveness of array number \p A.Array in the tiled band under \p Order
/// (tiling paper, section 4): elements accessed in the tile, or before and
/// after it, conflict. Arrays that are temporary in each tile conflict only
/// where they are live at the same point of it. Errors: budget.
llvm::Expected<ArrayLiveness> computeLiveness(const Scop &S, const Band &B,
                                              const TileSpace &T,
                                              const ArrayTransfers &A,
                                              const PhaseOrder &Order);

/// What conflicts between the arrays of \p X and \p Y of the tiled band, whose
/// tiles and their points are executed one after the other, and so are the
/// phases of a tile: elements that are both in local memory, or written, at one
/// moment. An instance that writes one element reads all others before. An
/// element is there from the load of a tile, or the point that first accesses
/// it, to the last point that does, or to the end of a tile that stores it or
/// leaves it to others. Witnesses are [I, p], the points of a tile in their
/// order, and [I]. Errors: budget.
llvm::Expected<CrossConflicts>
computeCrossConflicts(const Scop &S, const Band &B, const TileSpace &T,
                      const ArrayTransfers &X, const ArrayTransfers &Y);

/// True if the array is temporary in each tile: nothing of it comes from
/// outside of a tile or is needed after it. A value that flows from one tile
/// straight into the next is neither loaded nor alive across a tile, but does
/// come from outside.
bool isTemporary(const ArrayTransfers &A);

/// The coordinates of the origin along which tiles that hold the same element
/// of array number \p A.Array at one time may differ; those of which that cannot
/// be told are among them.
std::vector<unsigned> sharedCoordinates(const Scop &S, const Band &B,
                                        const TileSpace &T,
                                        const ArrayTransfers &A,
                                        const PhaseOrder &Order);

/// Whether elements of two arrays of one band may be in local memory at the
/// same time, by the relation of computeLiveness() across arrays: at points
/// where both arrays are temporary, else at tiles. Also true where a small
/// budget does not suffice to tell.
bool mayOverlap(const Lifetime &X, const Lifetime &Y, const isl::set &Context);

/// Proof obligation: elements of the arrays of \p X and \p Y, both of the band
/// \p B, are never in local memory at the same time. Shown from the accesses,
/// independently of mayOverlap(): no access to one array falls between the
/// first and the last access to an element of the other.
llvm::Error verifyDisjoint(const Scop &S, const Band &B, const TileSpace &T,
                           const ArrayTransfers &X, const ArrayTransfers &Y,
                           const PhaseOrder &Order);

/// Proof obligation: the tiles of \p B reuse data within one execution of the
/// band only, so that none of it outlives the execution.
llvm::Error verifyConfined(const Scop &S, const Band &B, const TileSpace &T);

} // namespace stevedore

#endif // STEVEDORE_LIVENESS_LIVENESS_H
