//===- FullBoxes.h - Boxes that are full of points --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which boxes consist of points of a statement.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TILING_FULLBOXES_H
#define STEVEDORE_LIB_TILING_FULLBOXES_H

#include "isl/isl-noexceptions.h"
#include <string>
#include <vector>

namespace stevedore {

/// { I : the box at I, as large as the parameters \p Sizes, is full of \p
/// Points, { [b] } (TileShape::full()) }
isl::set fullForStatement(isl::set Points,
                          const std::vector<std::string> &Sizes);

} // namespace stevedore

#endif // STEVEDORE_LIB_TILING_FULLBOXES_H
