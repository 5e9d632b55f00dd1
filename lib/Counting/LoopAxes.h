//===- LoopAxes.h - The coordinates that sums have loops over ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Over which coordinates of tiles a count is summed by loops, in which residue
/// classes over the others, and between which bounds loops run: what all forms
/// of the sum share.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_LOOPAXES_H
#define STEVEDORE_LIB_COUNTING_LOOPAXES_H

#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Counting/SymbolicCount.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace stevedore {

/// The coordinates in \p F, a form of \p C, as bits.
unsigned axesOf(const SymbolicCount &C, const AffineForm &F);

/// How a piece of a count is summed.
struct SumWay {
  /// The coordinates over which there are loops, as bits.
  unsigned Loops = 0;
  /// That of them whose loop is the innermost one and need not be executed:
  /// constraints join it with one coordinate without a loop, and the sum over
  /// both is one of powers of floors. 0: none.
  unsigned Folded = 0;
  /// Of each coordinate: its numbers of tiles fall into as many residue
  /// classes, in each of which floors of it are affine.
  std::vector<int64_t> Periods;

  unsigned executed() const { return Loops & ~Folded; }
};

/// The ways to sum \p P, a piece of \p C, whose coordinates have the steps \p
/// Steps, with the fewest loops, and of these as few that are executed: such
/// that no constraint joins two of the other coordinates, and those in floors
/// fall into limits::CountClasses classes at most. At most limits::CountWays
/// of them; none: some coordinate has no bounds.
std::vector<SumWay> sumWays(const SymbolicCount &C, const CountPiece &P,
                            llvm::ArrayRef<LatticeStep> Steps);

/// \p P for each combination of residues r of numbers of tiles. The coordinate
/// I = T k of step T and period p becomes the J with I = J + T r, whose step is
/// T p; a floor of (a I + f) / c becomes a / c J and the floor of (a T r + f) /
/// c, which is appended to those of \p C. None: a number does not fit.
std::optional<std::vector<CountPiece>>
inClasses(SymbolicCount &C, const CountPiece &P,
          llvm::ArrayRef<LatticeStep> Steps, const SumWay &Way);

/// What \p P says of the coordinates \p Kept, as bits, all others being
/// eliminated. Errors: budget.
llvm::Expected<std::vector<AffineConstraint>>
loopConstraints(isl::ctx Ctx, const SymbolicCount &C, const CountPiece &P,
                unsigned Kept);

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_LOOPAXES_H
