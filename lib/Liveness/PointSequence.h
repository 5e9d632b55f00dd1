//===- PointSequence.h - Points of a tile in their order --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Accesses by the points of a band, and by those of a tile in their order.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LIVENESS_POINTSEQUENCE_H
#define STEVEDORE_LIB_LIVENESS_POINTSEQUENCE_H

#include "stevedore/Liveness/Liveness.h"

namespace stevedore {

/// \p X and \p Y, of which each may be null.
isl::map united(const isl::map &X, const isl::map &Y);

/// { pt -> A[m] } for the accesses of one kind; null where there are none.
isl::map accessesByTime(const Scop &S, const Band &B, const ArrayTransfers &A,
                        bool Access::*Kind);

/// { [I -> pt] -> [I, p] } : p the coordinates of pt in the \p Ordered
/// outermost loops inside a tile; pt in the tile at I.
isl::map sequenceInTile(const Band &B, const TileSpace &T, unsigned Ordered);

} // namespace stevedore

#endif // STEVEDORE_LIB_LIVENESS_POINTSEQUENCE_H
