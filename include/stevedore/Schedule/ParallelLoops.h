//===- stevedore/Schedule/ParallelLoops.h - Parallel ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which loops of an order may be parallel.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCHEDULE_PARALLELLOOPS_H
#define STEVEDORE_SCHEDULE_PARALLELLOOPS_H

#include "stevedore/Schedule/LoopDimension.h"

namespace stevedore {

/// Finds the loops inside the tiles of \p B that may be parallel, by the
/// directives of \p S and by \p Given, dimensions of the band's schedule. They
/// count as parallel whether a directive will stand before a loop or not.
/// \p Loops becomes the dimensions [b, r] as loops, where there are such
/// directives. Errors: budget; then there are none by directives.
llvm::Error findParallelPoints(const Scop &S, const Dependences &D,
                               llvm::ArrayRef<unsigned> Given, Band &B,
                               std::vector<LoopDimension> &Loops);

/// The dimensions of the skeleton of \p Order as loops around and beside its
/// bands; empty when \p S has no parallel loops. Errors: budget.
llvm::Expected<std::vector<LoopDimension>>
findParallelOutside(const Scop &S, const Dependences &D, const Schedule &Order);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_PARALLELLOOPS_H
