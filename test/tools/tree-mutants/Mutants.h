//===- Mutants.h - Loop trees with one mistake ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Plants mistakes in a loop tree, each of which its verifier must refuse.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_TREEMUTANTS_MUTANTS_H
#define STEVEDORE_TEST_TOOLS_TREEMUTANTS_MUTANTS_H

#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {

/// A tree with one mistake.
struct Mutant {
  /// The mistake in a few words.
  std::string Kind;
  looptree::Block Tree;
};

/// Every mutant of \p B: one for each place where one of the mistakes can be
/// made.
std::vector<Mutant> mutantsOf(const looptree::Block &B);

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_TREEMUTANTS_MUTANTS_H
