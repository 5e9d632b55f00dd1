//===- ByValue.h - Loads found value by value -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_BYVALUE_H
#define STEVEDORE_LIB_TRANSFER_BYVALUE_H

#include "stevedore/Transfer/Transfer.h"
#include <optional>

namespace stevedore {

/// What tiles load, or full tiles alone.
struct ValueLoad {
  LoadedValues Values;
  bool OfFullTiles = false;
};

/// The maps of \p Touched in one map in the space of \p Empty. What
/// polly::singleton() gives is the same relation, which isl then coalesces into
/// other pieces.
isl::map united(const isl::union_map &Touched, isl::map Empty);

/// Load(I) = In(I) - AccessedBefore(I) (Eq. 3) in strips, or In(I) where a
/// scope is one tile, of values in the place of elements. Both are the same in
/// a band without negative dependences: if an element of In(I) was accessed in
/// the scope before I with another value than the one that the tile reads, the
/// write in between is in the scope, too. Values are named by the instances
/// that wrote them, so that divisions occur in what is left alone: subscripts
/// by which elements take turns, as those of pointers that are rotated, and the
/// parity of a band that is skewed. Elements have the space of \p Empty. Of
/// full tiles alone, in strips, where it has more than \p MostPieces or takes
/// more than \p Limits. None where elements are as simple, where an instance
/// writes several of them, where tiles have other scopes, and where that takes
/// more, too.
std::optional<ValueLoad> loadByValue(const Scop &S, const Band &B,
                                     const TileSpace &T, unsigned Array,
                                     const isl::map &Empty, int MostPieces,
                                     BudgetLimits Limits);

/// movedByValue() for elements in the space of \p Empty.
MovedValues movedValues(const Scop &S, const Dependences &D, const Band &B,
                        const TileSpace &T, unsigned Array,
                        const isl::map &Empty);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_BYVALUE_H
