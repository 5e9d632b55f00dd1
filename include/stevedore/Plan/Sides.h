//===- stevedore/Plan/Sides.h - Buffers that take turns ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The two sides of a buffer while transfers overlap with computation: tiles,
/// or strips of tiles, take turns with them, so that what a tile holds and what
/// arrives for the next one are apart whatever elements they are.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_SIDES_H
#define STEVEDORE_PLAN_SIDES_H

#include "stevedore/Plan/RegionPlan.h"

namespace stevedore {

/// The sides of the array of \p A in the tiles of \p T.
SideKind sidesFor(const ArrayTransfers &A, const Level &T);

/// Whether the array of \p A may have sides in the tiles of \p T between which
/// what stays is moved: tiles overlap, some elements stay, and no load begins
/// while a store is under way.
bool mayMoveBetweenSides(const ArrayTransfers &A, const Level &T);

/// Whether tiles take turns with \p Sides.
bool areOfTiles(SideKind Sides);

/// The order in which tiles of \p T have what is on one side of a buffer with
/// \p Sides: one after the other, where each tile has a side of its own.
PhaseOrder orderOnSide(const Level &T, SideKind Sides);

/// Gives \p L the row of its sides, in front of the others: a zero row, with
/// the modulus 2 where tiles or strips are more than one, else 1.
void addSides(LocalArray &L, const Level &T);

/// Whether the row number \p Row of \p L tells the sides apart.
bool isSideRow(const LocalArray &L, unsigned Row);

/// { [I] }: the tiles, each the first of a strip, that load what the last tile
/// of an earlier strip writes; empty where one pipeline runs through all strips
/// and never stops. Null where it would stop for any problem however large,
/// where there is one strip, or where the budget does not suffice.
isl::set stopsBetweenStrips(llvm::ArrayRef<ArrayTransfers> Transfers,
                            const Level &T, ChannelKind Channels);

/// Proof obligation for Level::Stops of \p T, where it is set and \p Transfers
/// are those of its tiles: no scope of reuse has more than a strip, each tile
/// stores nothing but what it writes, and each tile that loads what is written
/// at points of a strip before its own is one of the stops. Where loads wait
/// for stores that were started before them, that is asked of first tiles of
/// strips and of points in last tiles alone: the stores of all tiles before
/// these have ended. Works from the accesses of the program \p S and the points
/// of tiles. Errors: the claim that cannot be proved, or budget.
llvm::Error verifyStops(const Scop &S, const Level &T,
                        llvm::ArrayRef<ArrayTransfers> Transfers);

/// Whether loops over the tiles of a strip may leave some out between others,
/// or that is not known.
bool mayHaveGaps(const Level &T);

/// Proof obligation for an array of \p T: where strips overlap, its buffer has
/// sides if it moves; where it has, its first row
/// is zero, and its modulus at least 2 where two tiles, or tiles of two strips,
/// are a step or more apart; where each tile has a side, no element that a tile
/// of a scope accesses or loads is accessed in another tile of the scope, but
/// where those are moved, which verifyWindows() proves. Works from the accesses
/// of the program \p S and the points of tiles. Errors: that it cannot be
/// proved, or budget.
llvm::Error verifySides(const Scop &S, const Level &T, const LocalArray &L);

} // namespace stevedore

#endif // STEVEDORE_PLAN_SIDES_H
