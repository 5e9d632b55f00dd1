//===- RandomConflicts.h - Random unions of polyhedra -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_ALLOCATION_FUZZ_RANDOMCONFLICTS_H
#define STEVEDORE_TEST_ALLOCATION_FUZZ_RANDOMCONFLICTS_H

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace fuzz {

using Point = std::vector<int64_t>;

/// Coefficients . x + Parameters . p + Constant >= 0, or a multiple of Modulus
/// where that is not zero.
struct Constraint {
  Point Coefficients;
  Point Parameters;
  int64_t Constant = 0;
  int64_t Modulus = 0;

  bool holds(const Point &X, const Point &P) const;
  std::string text(const std::string &Suffix) const;
};

/// A union of bounded polyhedra.
struct RandomSet {
  unsigned Rank = 1;
  unsigned NumParameters = 0;
  std::vector<std::vector<Constraint>> Polyhedra;

  static RandomSet make(std::mt19937_64 &Random, bool Symmetric);

  bool contains(const Point &X, const Point &P) const;
  /// "[N, M] -> { "
  std::string prefix() const;
  /// "x0, x1" with a suffix for each name.
  std::string tuple(const std::string &Suffix) const;
  /// The constraints on x0, x1, ... as isl text.
  std::string text(const std::string &Suffix) const;
  /// Calls \p Visit for each point at the parameter values \p P, until it
  /// returns false; false if one call did.
  bool forEachPoint(const Point &P,
                    const std::function<bool(const Point &)> &Visit) const;
};

} // namespace fuzz

#endif // STEVEDORE_TEST_ALLOCATION_FUZZ_RANDOMCONFLICTS_H
