//===- Typical.h - A tile at typical values ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The elements of a tile where tile sizes, origins, outer counters and
/// parameters have values that are far apart from each other, so that sets can
/// be compared by their sizes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_TYPICAL_H
#define STEVEDORE_LIB_TRANSFER_TYPICAL_H

#include "stevedore/Tiling/Tiling.h"

namespace stevedore {

/// \p Set at values of tile sizes, outer counters and parameters that are far
/// apart from each other.
isl::set atTypicalValues(isl::set Set, const TileSpace &T);

/// { A[m] : \p M, { [I] -> A[m] }, relates m to the typical tile }
isl::set inTypicalTile(isl::map M, const TileSpace &T);

/// The logarithm of the number of elements in the bounding box of \p Elements,
/// a set without parameters that is not empty; dimensions that are unbounded
/// are taken for limits::TypicalProblemSize.
double boxSize(const isl::set &Elements);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_TYPICAL_H
