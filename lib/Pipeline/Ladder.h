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

#include "stevedore/Pipeline/Options.h"

namespace stevedore {

/// One step of a ladder: options, and what it may spend. The operations decide
/// first, so that the answer does not depend on the machine; the time is for
/// the regions on which isl's operations are slow.
struct Rung {
  Options O;
  BudgetLimits Limits;
  /// The options are more coarsely than what was asked for.
  bool IsCoarser = false;
  /// What the next step does without.
  const char *Otherwise = "";
};

/// What \p O asks for, more coarsely: memory-based dependences, convex loads
/// and bounding boxes without reuse.
Options coarser(const Options &O);

/// The answers for one band, the best first: what \p O asks for, and what is
/// coarser than that, if anything.
std::vector<Options> bandAnswers(const Options &O);

/// For a region that is tiled: what was asked for, then convex loads and
/// bounding boxes without reuse.
std::vector<Rung> coarserAnswers(const Options &O);

/// For what is not tiled: what was asked for, with everything that \p O allows.
std::vector<Rung> onlyAnswer(const Options &O);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_LADDER_H
