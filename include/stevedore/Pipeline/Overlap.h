//===- stevedore/Pipeline/Overlap.h - What overlaps -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How much of what tiles move overlaps with computation.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_OVERLAP_H
#define STEVEDORE_PIPELINE_OVERLAP_H

#include "stevedore/Pipeline/Figures.h"

namespace stevedore {

/// The share of the bytes that \p Plan moves, \p F in number, for which there
/// is another tile that may be computed meanwhile: all but what the first tile
/// of each pipeline loads and the last one stores. It is what overlaps where
/// computing takes longer than transfers. None where \p Value does not give a
/// value to all parameters, nothing is moved, or the budget does not suffice.
std::optional<double> overlappingShare(const RegionPlan &Plan,
                                       const RegionFigures &F, ValueOf Value);

/// Whether transfers of some tiles of \p Plan overlap with computation.
bool mayOverlap(const RegionPlan &Plan);

/// The same in words, with the share where all sizes are constants.
std::string describeOverlap(const RegionPlan &Plan, const RegionCounts *Counts);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_OVERLAP_H
