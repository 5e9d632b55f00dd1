//===- stevedore/Source/UserFacts.h - What a user says ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the user says of regions that their text does not show.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SOURCE_USERFACTS_H
#define STEVEDORE_SOURCE_USERFACTS_H

#include "stevedore/Source/Assumption.h"
#include "stevedore/Source/Fact.h"

namespace stevedore {

/// What is tested before the new loops.
enum class GuardKind {
  /// What the C text does not show.
  Source,
  /// What its LLVM IR does not show either.
  Llvm,
  /// What the C text does not show; and what it shows stops the program where it
  /// does not hold.
  Checked
};

struct UserFacts {
  /// Names of the arrays that alone are observed after the region, if
  /// HasLiveOut.
  std::vector<std::string> LiveOut;
  bool HasLiveOut = false;
  /// Names of arrays that are not.
  std::vector<std::string> Local;
  /// What holds wherever a region is entered.
  std::vector<Assumption> Assumptions;
  /// Pointers do not overlap.
  bool AssumesNoAlias = false;
  GuardKind Guards = GuardKind::Source;
  /// The facts of a model are taken without one of their reasons: a test that
  /// others find that.
  HindranceRules Rules = {};
};

} // namespace stevedore

#endif // STEVEDORE_SOURCE_USERFACTS_H
