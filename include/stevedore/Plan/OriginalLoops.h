//===- stevedore/Plan/OriginalLoops.h - Old and new loops -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How the loops of the original program compare with those of a plan.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_ORIGINALLOOPS_H
#define STEVEDORE_PLAN_ORIGINALLOOPS_H

#include "stevedore/Plan/RegionPlan.h"
#include <optional>
#include <vector>

namespace stevedore {

/// The innermost loop around the statement \p Stmt, { S[i] -> S[i'] } : i' is
/// the iteration behind i in it, whether it is executed or not; null where
/// there is no loop.
isl::map stepInOriginal(const Statement &Stmt);

/// A loop over the points of a tile.
struct TileLoop {
  /// As that of stepInOriginal().
  isl::map Step;
  /// The tiled dimension that it is, counted from 0; none: it is not tiled.
  std::optional<unsigned> Dimension;
};

/// The loops around \p Stmt in tiles of \p T, the outermost first.
std::vector<TileLoop> loopsInTile(const Statement &Stmt, const Level &T);

/// Whether \p Stmt reads in an iteration an element that it wrote a step
/// before, even if another statement has done so since.
bool isCarried(const Statement &Stmt, isl::map Step);

/// Whether the loop with the steps \p Step, { S[i] -> S[i'] }, goes from an
/// element that \p A accesses to the same one, or the next or the last one in
/// its row.
bool staysInRow(const Access &A, isl::map Step);

/// The accesses of \p Stmt to arrays of \p S in memory that do not stay in
/// rows.
unsigned accessesAcrossRows(const Scop &S, const Statement &Stmt,
                            isl::map Step);

/// The tiled dimensions of \p T, counted from 0, in the order of the loops of
/// the original program, the innermost one first: a dimension is where the
/// innermost counter is that it has for the statements in the most loops.
std::vector<unsigned> dimensionsFromInnermost(const Level &T);

} // namespace stevedore

#endif // STEVEDORE_PLAN_ORIGINALLOOPS_H
