//===- stevedore/Support/Redundancy.h - Implied constraints -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Exact answers to "does this constraint follow from those?". Scanning asks it
/// thousands of times about small systems, for which isl's general arithmetic
/// takes ten times as long.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_REDUNDANCY_H
#define STEVEDORE_SUPPORT_REDUNDANCY_H

#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/LinearProgram.h"

namespace stevedore {

/// A conjunction of constraints over integers from which those that follow from
/// the others are taken out one by one. By Farkas' lemma the constraints
/// contradict each other iff some combination of them with nonnegative
/// multipliers is 0 >= 1: one tableau, with the objective 0, serves all
/// questions.
class RedundancyTest {
public:
  explicit RedundancyTest(unsigned NumVariables) : System(NumVariables, 0) {}

  /// Adds \p C and returns its number. To be called before the first question.
  unsigned add(const AffineConstraint &C);

  /// Whether no rational point satisfies the constraints; false also when that
  /// is not known.
  bool isContradiction();

  /// Whether constraint number \p I follows from the others over the integers,
  /// by what a rational point may violate it by; if so, it is taken out. False
  /// also when that is not known, as where a number does not fit or the
  /// constraints contradict each other.
  bool removeIfImplied(unsigned I);

private:
  bool prepare();
  bool contradictsOthers(unsigned I, bool Opposite);

  LinearSystem System;
  std::vector<int64_t> Constants;
  std::vector<unsigned> Removed;
  std::optional<DualSimplex> Simplex;
  /// Of all constraints; Optimal until that is known.
  DualSolution::Status Whole = DualSolution::Optimal;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_REDUNDANCY_H
