//===- ArrayAllocation.h - Allocation of the arrays of a band ---*- C++ -*-===//
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

#ifndef STEVEDORE_LIB_PIPELINE_ARRAYALLOCATION_H
#define STEVEDORE_LIB_PIPELINE_ARRAYALLOCATION_H

#include "Stages.h"
#include "stevedore/Pipeline/Values.h"

namespace stevedore {

/// What is asked for of the arrays of a region.
struct AllocationRequest {
  AllocationRequest(const Decisions &D, const Goal &Wanted,
                    bool IsInCache = false)
      : Mapping{D.Allocation, D.Modulo, D.Linearize, D.Moduli},
        Values(D.TileSizes, Wanted.BoundsAt, Wanted.HasBounds),
        Typical(D.typical()),
        MayBeInParts(D.SplitArrays && D.Allocation == AllocationKind::Lattice),
        MayOverlap(D.ShareBuffers && !D.Linearize &&
                   D.Allocation == AllocationKind::Lattice),
        IsInCache(IsInCache) {}

  MappingRequest Mapping;
  /// Where cells are counted.
  EvaluationValues Values;
  /// Where mappings are compared.
  TypicalValues Typical;
  /// An array may be stored in parts.
  bool MayBeInParts;
  /// Elements of an array may take cells of another one.
  bool MayOverlap;
  /// Elements are in a cache, whose cells are not scarce.
  bool IsInCache;
};

/// Folds \p C into a mapping by \p Wanted, proved.
llvm::Expected<MappedArray>
mapConflicts(const Driver &D, const MappingRequest &Wanted, ConflictRelation C);

/// Cells that no mapping of \p A does without at \p Values; none where no
/// numbers are asked for. \p Tiles are those of its band, null where there is
/// none. What modular mappings need is found out as well where \p A has
/// \p Cells cells that may be too many.
std::optional<ArrayBound> boundOf(const Driver &D,
                                  const EvaluationValues &Values,
                                  const MappedArray &A, const TileSpace *Tiles,
                                  std::optional<int64_t> Cells);

/// Shows \p Bound beside the \p Cells that are taken, if it is known.
void showBound(const Driver &D, const std::optional<ArrayBound> &Bound,
               int64_t Cells);

/// The cells of \p A at \p Values.
int64_t cellsFor(const MappedArray &A, const EvaluationValues &Values);

/// What became of an array of a band.
struct MappedParts {
  /// One entry for the array, or for each of its parts; none where nobody needs
  /// mappings.
  std::vector<LocalArray> Arrays;
  std::optional<ArrayBound> Bound;
};

/// Folds the array of \p Transfers in the band of \p Planned, in parts where
/// that is smaller; where it \p Moves between sides (SideKind::Moving), as a
/// whole. Errors: a proof that failed, or budget.
llvm::Expected<MappedParts> allocateArray(const Driver &D,
                                          const AllocationRequest &Wanted,
                                          const Scop &S, const Level &Planned,
                                          ArrayTransfers Transfers, bool Moves);

/// As allocateArray(), the whole of it, and nothing is printed.
llvm::Expected<LocalArray> foldArray(const Driver &D,
                                     const AllocationRequest &Wanted,
                                     const Scop &S, const Level &Planned,
                                     ArrayTransfers Transfers, bool Moves);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_ARRAYALLOCATION_H
