//===- stevedore/Support/Points.h - Points of a set -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The points of a finite set, one by one.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_POINTS_H
#define STEVEDORE_SUPPORT_POINTS_H

#include "stevedore/Support/Isl.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace stevedore {

using Coordinates = std::vector<int64_t>;

/// The points of \p Set, { [m] } without parameters, in lexicographic order;
/// none if there are more than \p Limit, or isl gives up.
std::optional<std::vector<Coordinates>> pointsOf(const isl::set &Set,
                                                 size_t Limit);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_POINTS_H
