//===- Folding.h - Folding the arrays of a band -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// From the conflicts of an array to a proved mapping, or to one for each of
/// its parts.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_FOLDING_H
#define STEVEDORE_LIB_PIPELINE_FOLDING_H

#include "Phases.h"

namespace stevedore {

/// Folds \p C into a mapping by \p O, proved.
llvm::Expected<FoldedArray> foldConflicts(const Driver &D, const Options &O,
                                          ConflictRelation C);

/// Cells that no mapping of \p A does without at the values of `--evaluate=`;
/// none where there are no values. \p Tiles are those of its band, null where
/// there is none. What modular mappings need is found out as well where \p A
/// has \p Cells cells that may be too many.
std::optional<ArrayBound> boundOf(const Driver &D, const Options &O,
                                  const FoldedArray &A, const TileSpace *Tiles,
                                  std::optional<int64_t> Cells);

/// Shows \p Bound beside the \p Cells that are taken, if it is known.
void showBound(const Driver &D, const std::optional<ArrayBound> &Bound,
               int64_t Cells);

/// The cells of \p A at the values of `--evaluate=`.
int64_t cellsFor(const FoldedArray &A, const Options &O);

/// What became of an array of a band.
struct FoldedParts {
  /// One entry for the array, or for each of its parts; none where nobody needs
  /// mappings.
  std::vector<LocalArray> Arrays;
  std::optional<ArrayBound> Bound;
};

/// Folds the array of \p Transfers in the band of \p Planned, in parts where
/// that is smaller. Errors: a proof that failed, or budget.
llvm::Expected<FoldedParts> foldArray(const Driver &D, const Options &O,
                                      const Scop &S, const TiledBand &Planned,
                                      ArrayTransfers Transfers);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_FOLDING_H
