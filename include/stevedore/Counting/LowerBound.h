//===- stevedore/Counting/LowerBound.h - Elements live together -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Elements that conflict pairwise need a cell each: the most of them that are
/// found for given parameter values bound every mapping from below.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_LOWERBOUND_H
#define STEVEDORE_COUNTING_LOWERBOUND_H

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Tiling/Tiling.h"
#include <optional>

namespace stevedore {

/// The largest number of elements of \p C that are live together, at one tile
/// of \p Tiles where the witnesses are tiles; for conflicts that are given as
/// pairs, or by their differences, the largest number found of elements that
/// conflict pairwise. None where a value is missing or counting would take too
/// long.
std::optional<int64_t> countLiveTogether(const ConflictRelation &C,
                                         const TileSpace *Tiles, ValueOf Value);

/// A number of cells that no modular mapping of the whole array does without at
/// the given values, if it keeps apart what conflicts by \p C, as \p M does: a
/// modular mapping depends on differences only, so that it is one to one on any
/// set all of whose differences are conflicts, whether or not its elements are
/// live together. 0 where a small number of isl operations does not suffice.
int64_t modularBound(const ConflictRelation &C, const ModularMapping &M,
                     ValueOf Value);

/// \p Map with the values of its parameters and with the counters of outer
/// loops as leading input dimensions; null where a value is missing.
isl::map instantiate(isl::map Map, const Roles &Parameters, ValueOf Value);

} // namespace stevedore

#endif // STEVEDORE_COUNTING_LOWERBOUND_H
