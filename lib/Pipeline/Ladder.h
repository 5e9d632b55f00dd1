//===- Ladder.h - Coarser answers -------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is tried in turn for a region on which isl spends too much.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_LADDER_H
#define STEVEDORE_LIB_PIPELINE_LADDER_H

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Support/Isl.h"

namespace stevedore {

/// One attempt at a region: what is decided, and what it may spend. The
/// operations count first, so that the answer does not depend on the machine; the
/// time is for the regions on which isl's operations are slow.
struct Attempt {
  Decisions Decided;
  BudgetLimits Limits;
  /// This is coarser than what was asked for.
  bool IsCoarser = false;
  /// What the next attempt does without.
  const char *Otherwise = "";
};

/// \p D, more coarsely: memory-based dependences, convex loads and bounding
/// boxes without reuse.
Decisions coarser(const Decisions &D);

/// What is decided for one band in turn, the best first: \p D, with several
/// memories that with convex loads into the nearest one, and what is coarser
/// than that, if anything.
std::vector<Decisions> bandDecisions(const Decisions &D);

/// For a region that is tiled, within \p Limits, and that may take \p Share
/// times the operations of a region of few statements: \p D, then convex loads
/// and bounding boxes without reuse.
std::vector<Attempt> coarserAttempts(const Decisions &D, BudgetLimits Limits,
                                     size_t Share);

/// For what is not tiled: \p D, with everything that \p Limits allow.
std::vector<Attempt> onlyAttempt(const Decisions &D, BudgetLimits Limits);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_LADDER_H
