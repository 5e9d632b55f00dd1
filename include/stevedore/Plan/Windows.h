//===- stevedore/Plan/Windows.h - Where windows lie -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The windows of tiles in buffers (RowWindow), and their proof.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_WINDOWS_H
#define STEVEDORE_PLAN_WINDOWS_H

#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Plan/Sharing.h"

namespace stevedore {

/// Finds the windows of the arrays of \p Plan (LocalArray::Windows), each under
/// a small budget: rows have none where it does not suffice. They are to be
/// proved by verifyWindows(). Errors: budget of the caller.
llvm::Error placeWindows(RegionPlan &Plan);

/// Proof obligation for the windows of \p A, an array of \p Plan: along each
/// row c with a static window, whose start { [I] -> [(s)] } is the largest of
/// its forms, and whose extent is b,
///
///   0 <= c . m - s < b for each { [I] -> A[m] } that the tile at I reads,
///   writes, loads or stores;
///
///   where s depends on I_k, no element that is accessed in the tile at I or
///   before it, and again in it or after it, is accessed at a point of the same
///   reuse scope that lies outside the tile along dimension k; and no other
///   tile whose transfers may be under way meanwhile differs from I in I_k.
///
/// By the second, what is in the buffer during a tile has the start of that
/// tile, so that c . m - s = c . m' - s' modulo b where c . m = c . m' modulo b
/// does. Along each row with an aligned window, which begins at a coordinate
/// I_k of the origin that is a multiple of the step t between tiles, where b is
/// the least of some forms, each of them f satisfies one of
///
///   f = n t for an integer n, and 0 <= c . m - I_k < t: then I_k mod b is a
///   multiple of t and at most b - t;
///   0 <= c . m < f and 0 <= I_k < f where no other form is less.
///
/// Where elements are kept (LocalArray::Kept), s depends on the last coordinate
/// of I in one row; p is what it is a step before. The second
/// claim is about all other coordinates, and the tiles of a strip have the
/// buffer for themselves, one after the other. Then for each { [I] -> A[m] }
/// that a point of the scope before the tile at I accesses, and one in it or
/// after it, or that the tile stores,
///
///   m is kept at I; the tile a step before I in its strip has points;
///   0 <= c . m - p < b;
///   c . m - s < s - p: cells that elements are moved to are none that elements
///   are moved from; or, where they are moved in lexicographic order, what is
///   moved to the cell of another element comes after that; between two sides
///   no such cells are there;
///   no other element that is kept at I agrees with m in all rows with static
///   windows;
///   where tiles take turns with two sides, m is not loaded in the tile at I.
///
/// Then the move from one side to the other, behind the computation of the tile
/// before and all stores that were started earlier, meets nothing that is under
/// way: loads of the tile at I are to other cells, and what has left the side
/// is that of two tiles before.
///
/// Arrays that overlap in one buffer have one window along each row
/// (areOneWindow()).
/// Works from the accesses of the program and the points of tiles.
/// Errors: the claim that cannot be proved, or budget.
llvm::Error verifyWindows(const RegionPlan &Plan, const PlannedArray &A);

/// Whether each element that is \p Used, { [I] -> A[m] }, is in one of the rows
/// of the packed form of \p M. Errors: budget.
llvm::Expected<bool> areInPackedRows(const isl::map &Used,
                                     const ModularMapping &M);

/// \p W, of an array of \p T, as the tile has it that is \p Steps steps further
/// in the same strip; none where \p Sizes leave the step no form.
std::optional<RowWindow> windowAt(const RowWindow &W, const Level &T,
                                  const FixedSizes &Sizes, int Steps);

/// Whether the window of \p L, an array of \p T that overlaps with others in
/// its buffer, along row number \p R is theirs, too: where positions count from
/// its start, all have the same one; an offset is 0 where there is a window.
bool areOneWindow(const Level &T, const LocalArray &L, unsigned R);

/// Whether \p Form is a positive multiple of \p Step, both over parameters and
/// without divisions.
bool isMultipleOf(const isl::aff &Form, const isl::aff &Step);

} // namespace stevedore

#endif // STEVEDORE_PLAN_WINDOWS_H
