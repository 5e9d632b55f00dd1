//===- stevedore/Counting/PointCount.h - Counting points --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on numbers: of points, and of cells that no mapping does without. The
/// number of points of a set, and the largest of many sets. isl_set_count_val()
/// visits the points one by one; barvinok, which need not, brings an isl of its
/// own.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_POINTCOUNT_H
#define STEVEDORE_COUNTING_POINTCOUNT_H

#include "stevedore/Support/Isl.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace stevedore {

/// The number of points of the bounded, parameter-free set \p Points. Errors:
/// the set is unbounded, the budget, or more than \p MostSteps nodes of loops.
llvm::Expected<uint64_t>
countPoints(isl::set Points,
            uint64_t MostSteps = std::numeric_limits<uint64_t>::max());

/// The largest number of images found of one argument in \p Arguments, without
/// parameters as \p Images: of all arguments where they are few, else of a
/// selection that a fixed number of steps allows, the same in every run.
/// Errors: unbounded, or the budget.
llvm::Expected<uint64_t> largestImage(isl::map Images, isl::set Arguments);

/// A point of the bounded, parameter-free set \p Points, from the middle of the
/// loops that scan it; no coordinates where there is none. Errors: the budget.
llvm::Expected<std::vector<int64_t>> middlePoint(isl::set Points);

} // namespace stevedore

#endif // STEVEDORE_COUNTING_POINTCOUNT_H
