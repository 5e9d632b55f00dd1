//===- Cells.h - Where elements lie in local memory -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The mappings of one array as text, and the cells that they give.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_BRUTEFORCE_CELLS_H
#define STEVEDORE_TEST_BRUTEFORCE_CELLS_H

#include "Replay.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace bruteforce {

/// An error that says \p Message.
llvm::Error wrong(const llvm::Twine &Message);

/// Cell of element m: row by row (M m) mod b. A row may be longer than the
/// array's rank, for (c . m + constant + sum over x <= y of q_xy m_x m_y) / d,
/// in that order.
struct Mapping {
  std::vector<Point> Matrix;
  Point Moduli;
  /// { [I] -> A[m] } : the elements that it is for; null: all.
  isl::map Part;
};

/// Reads "1 -1; 0 1 | 5 2", with " @ " and a part after it where the array has
/// several mappings, which are separated by " @@ ".
llvm::Expected<std::vector<Mapping>> parseMappings(isl::ctx Ctx,
                                                   llvm::StringRef Line,
                                                   unsigned Rank);

/// Gives the cells of \p Mappings in the tiles of \p B: the number of the
/// mapping, then the cell of its buffer. What is in no part, or in two, gets
/// the cell [-1].
CellOf cellsOf(std::vector<Mapping> Mappings, const stevedore::Band &B,
               const Values &V);

} // namespace bruteforce

#endif // STEVEDORE_TEST_BRUTEFORCE_CELLS_H
