//===- Mutants.h - Plans with one mistake -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Plants mistakes in a plan, each of which its proofs must refuse, and so must
/// the execution of the loops that it is lowered to.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_PLANMUTANTS_MUTANTS_H
#define STEVEDORE_TEST_TOOLS_PLANMUTANTS_MUTANTS_H

#include "stevedore/Lower/PlantedMistakes.h"
#include "stevedore/Plan/RegionPlan.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace stevedore {

/// A plan with one mistake, and the proof that is about it.
struct Mutant {
  /// The mistake in a few words.
  std::string Kind;
  RegionPlan Plan;
  std::function<llvm::Error(const RegionPlan &)> Prove;
  /// The plan may be right after all: it is where the replay finds nothing, and
  /// the proof may be more careful.
  bool MayBeRight = false;
  /// The mistake is in the windows: they are not found anew for the plan.
  bool HasWindows = false;
  /// Plants the mistake in the lowering, with nothing wrong in the plan; its
  /// proof is part of the lowering, too.
  std::function<void(PlantedMistakes &)> InLowering = {};
};

/// Mutants of \p Plan: one for each place where one of the mistakes can be made.
std::vector<Mutant> mutantsOf(const RegionPlan &Plan);

/// What the lowering of a plan decides, in the order in which it does.
struct LoweringDecisions {
  /// For each transfer the number of dimensions that are whole.
  std::vector<unsigned> WholeRows;
  /// For each loop that runs in segments the number of limits of their length.
  std::vector<size_t> SegmentLimits;
  /// For each buffer with banks whether its elements move for them.
  std::vector<bool> MovesForBanks;
};

/// Mutants of what the lowering of \p Plan decides.
std::vector<Mutant> mutantsOfLowering(const RegionPlan &Plan,
                                      const LoweringDecisions &Made);

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_PLANMUTANTS_MUTANTS_H
