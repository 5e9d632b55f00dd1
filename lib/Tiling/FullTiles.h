//===- FullTiles.h - Tiles whose box is full ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TILING_FULLTILES_H
#define STEVEDORE_LIB_TILING_FULLTILES_H

#include "stevedore/Support/Isl.h"
#include <vector>

namespace stevedore {

/// Tile origins { [I1..In] } whose box I_k <= b_k < I_k + T_k lies, for each
/// statement's set of points { [b1..bn] } in \p Points, either completely in
/// the set or completely outside of it. A subset of all such tiles: sets with
/// holes count as never full. \p Sizes are the names of the parameters T_k.
isl::set fullTiles(const std::vector<isl::set> &Points,
                   const std::vector<std::string> &Sizes);

} // namespace stevedore

#endif // STEVEDORE_LIB_TILING_FULLTILES_H
