//===- LoopAxes.h - The coordinates that sums have loops over ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Over which coordinates of tiles a count is summed by loops, and between
/// which bounds these run: what all forms of the sum share.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_LOOPAXES_H
#define STEVEDORE_LIB_COUNTING_LOOPAXES_H

#include "stevedore/Counting/SymbolicCount.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace stevedore {

/// The coordinates in \p F, a form of \p C, as bits.
unsigned axesOf(const SymbolicCount &C, const AffineForm &F);

/// The fewest coordinates, as bits, over which there are loops in \p P, a piece
/// of \p C: those in floors, and such that no constraint joins two of the
/// others. None: some coordinate has no bounds.
std::optional<unsigned> loopAxes(const SymbolicCount &C, const CountPiece &P);

/// What \p P says of coordinate number \p Axis and of those of the loops \p
/// Loops around it, all others being eliminated. Errors: budget.
llvm::Expected<std::vector<AffineConstraint>>
loopConstraints(isl::ctx Ctx, const SymbolicCount &C, const CountPiece &P,
                unsigned Loops, unsigned Axis);

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_LOOPAXES_H
