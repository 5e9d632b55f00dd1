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

/// The dimensions [b, r] inside a tile of \p B as loops, where directives of
/// \p S stand before loops; empty when it has no parallel loops. Those that
/// may be parallel count as such whether a directive will stand before a loop
/// or not. Errors: budget.
llvm::Expected<std::vector<LoopDimension>>
findParallelPoints(const Scop &S, const Dependences &D, const Band &B);

/// The dimensions of the outer order of \p Order as loops around and beside its
/// bands; empty when \p S has no parallel loops. Errors: budget.
llvm::Expected<std::vector<LoopDimension>>
findParallelOutside(const Scop &S, const Dependences &D, const Schedule &Order);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_PARALLELLOOPS_H
