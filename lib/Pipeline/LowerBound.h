//===- LowerBound.h - How many elements are live together -------*- C++ -*-===//
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

#ifndef STEVEDORE_LIB_PIPELINE_LOWERBOUND_H
#define STEVEDORE_LIB_PIPELINE_LOWERBOUND_H

#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Pipeline/Options.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace stevedore {

/// Values of parameters and tile sizes; absent where none was given.
using ValueOf = llvm::function_ref<std::optional<int64_t>(llvm::StringRef)>;

/// The value of `--evaluate=` for \p Name; for a tile size else that of
/// `--tile=`, or 32.
std::optional<int64_t> evaluationValue(const Options &O, llvm::StringRef Name);

/// The largest number of elements of \p C that are live together, at one tile
/// of \p Tiles where the witnesses are tiles; for conflicts that are given as
/// pairs, the largest number found of elements that conflict pairwise. None
/// where a value is missing or counting would take too long.
std::optional<int64_t> countLiveTogether(const ConflictRelation &C,
                                         const TileSpace *Tiles, ValueOf Value);

/// The same for conflicts that are given as differences z = x - y.
std::optional<int64_t> countLiveTogether(const isl::set &Differences,
                                         ValueOf Value);

/// "  live: 12, cells: 16, ratio: 1.33"
void printBound(llvm::raw_ostream &OS, int64_t Bound, int64_t Cells);

/// Adds the fields "bound" and "ratio" to \p Array.
void addBound(llvm::json::Object &Array, int64_t Bound, int64_t Cells);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_LOWERBOUND_H
