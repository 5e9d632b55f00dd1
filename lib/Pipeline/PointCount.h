//===- PointCount.h - Counting the points of a set ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_POINTCOUNT_H
#define STEVEDORE_LIB_PIPELINE_POINTCOUNT_H

#include "stevedore/Support/Isl.h"
#include <cstdint>

namespace stevedore {

/// The number of points of the bounded, parameter-free set \p Points. isl
/// generates the loops that scan the set; they are interpreted, with a loop
/// whose body does not depend on its counter counted once, so that the time
/// grows with the number of runs of points, not of points.
/// Errors: the set is unbounded, or the budget.
llvm::Expected<uint64_t> countPoints(isl::set Points);

/// The largest number of images of one argument of \p Images, which has no
/// parameters. The loops that scan the images of an argument are generated once
/// and interpreted for each argument, up to a fixed number of steps.
/// Errors: unbounded, or the budget.
llvm::Expected<uint64_t> largestImage(isl::map Images);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_POINTCOUNT_H
