//===- Packing.h - Arrays that are copied beside a cache --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which arrays have buffers where elements come by themselves.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_PACKING_H
#define STEVEDORE_LIB_PIPELINE_PACKING_H

#include "OriginalCost.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Values.h"

namespace stevedore {

/// The names of the arrays of \p Plan that tiles in the cache of \p M copy:
/// those of which a statement writes an element beside another that it reads,
/// in a part of the array that has a buffer of its own. Compilers do not know
/// such elements apart where they are, so that each iteration waits for the one
/// before. The copies, counted by \p Counts at \p Values, take fewer cycles
/// than that. What has no closed form is not copied.
std::vector<std::string> packedArrays(const RegionPlan &Plan,
                                      const RegionCounts &Counts,
                                      const EvaluationValues &Values,
                                      const Machine &M);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_PACKING_H
