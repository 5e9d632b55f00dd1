//===- Programs.h - Linear programs over conflicting pairs ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The linear programs behind widths: a form c . (x - y) is maximised over one
/// lifted set of pairs, for given parameter values or over all of them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_PROGRAMS_H
#define STEVEDORE_LIB_ALLOCATION_PROGRAMS_H

#include "Bounds.h"
#include "Lifted.h"
#include "llvm/ADT/ArrayRef.h"

namespace stevedore {

/// One set of pairs { [w, x, y] } as a system.
struct PairSystem {
  LinearSystem Constraints;
  /// Number of dimensions of w, x and y; existentials come after them.
  unsigned Dimensions;
  bool IsSymmetric;

  /// c . (x - y)
  std::vector<int64_t> objective(const Row &C) const;
  /// The pairs with c . (x - y) = 0 for all rows of \p Zero.
  LinearSystem restricted(llvm::ArrayRef<Row> Zero) const;
};

/// A maximisation over a system.
struct Program {
  LinearSystem Constraints;
  std::vector<int64_t> Objective;

  /// True if no rational point satisfies the constraints for any parameter
  /// values.
  bool isEmpty() const;

  /// The maximum and bounds of it as functions of the parameters, at \p
  /// Points. None if it is unbounded.
  std::optional<Envelope>
  envelope(const std::vector<ParameterPoint> &Points) const;

  /// Parameter values where the objective exceeds \p F most, if it does; by at
  /// least 1 / F.Denominator, as integers would, where \p Whole is set.
  std::optional<ParameterPoint> findExcess(const Form &F, bool Whole) const;

  /// Parameter values where the objective exceeds \p B from alternative
  /// number \p First on: one form of each.
  std::optional<ParameterPoint> findGap(const Bound &B,
                                        unsigned First = 0) const;

private:
  std::optional<Form> tangent(const DualSolution &Solution) const;
};

std::vector<int64_t> negated(std::vector<int64_t> Form);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_PROGRAMS_H
