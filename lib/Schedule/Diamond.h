//===- Diamond.h - Tiles that start together --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hyperplanes for tiles of which a row can start together.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_DIAMOND_H
#define STEVEDORE_LIB_SCHEDULE_DIAMOND_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// { S[i] -> [c1..cn] } for the n tiled dimensions of \p B: c_k = h_k . b plus
/// a constant for each statement, such that no dependence of \p D goes back
/// along any of them and the first dimension is a sum of h_k with factors that
/// are not negative, two or more of them positive; of those with small
/// coefficients, the ones with the smallest determinant. Null: there are none,
/// or finding them costs too much.
isl::union_map diamondCoordinates(const Band &B, const Dependences &D);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_DIAMOND_H
