//===- CounterNames.h - Names of loop counters ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What new loops call their counters: as the source calls the iterators whose
/// values they run through.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_COUNTERNAMES_H
#define STEVEDORE_LIB_LOWER_COUNTERNAMES_H

#include "Names.h"
#include "stevedore/Plan/RegionPlan.h"
#include <string>
#include <vector>

namespace stevedore {
namespace lower {

/// Names for the dimensions of \p Time, { S[i] -> [o, b, r] }, the schedule of
/// \p Tiled in some order, from the first tiled one on: those of iterators on
/// which they depend, else c0, c1, ...
std::vector<std::string> namesOfTime(const Scop &S, const Band &Tiled,
                                     const isl::union_map &Time);

/// Names for counters of the elements of array number \p Array of \p S: those
/// of the outermost iterators in its subscripts, else m0, m1, ... Different
/// from those in \p Nest.
std::vector<std::string> countersOfElements(const Scop &S, unsigned Array,
                                            std::vector<std::string> Nest,
                                            Names &N);

/// Names for the \p Dimensions of time in the outer order of \p Plan: those of
/// iterators on which they depend, else t0, t1, ...
std::vector<std::string> namesOfOuterOrder(const RegionPlan &Plan,
                                           unsigned Dimensions);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_COUNTERNAMES_H
