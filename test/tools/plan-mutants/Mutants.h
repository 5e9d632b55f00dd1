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
  /// The mistake is made while whole rows are looked for
  /// (LoweringOptions::Mistake), with nothing wrong in the plan. No proof
  /// needed: it is part of the lowering.
  std::function<void(isl::set &, unsigned &)> InRows = {};
};

/// Mutants of \p Plan: one for each place where one of the mistakes can be made.
std::vector<Mutant> mutantsOf(const RegionPlan &Plan);

/// Mutants of the whole rows that the lowering of \p Plan finds in \p Counts,
/// the numbers of dimensions of which it finds whole one after the other.
std::vector<Mutant> mutantsOfRows(const RegionPlan &Plan,
                                  llvm::ArrayRef<unsigned> Counts);

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_PLANMUTANTS_MUTANTS_H
