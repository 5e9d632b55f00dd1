//===- Generators.h - Differences that limit widths -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The cone over the differences of conflicting elements: all (z, p, h) such
/// that z is h times a difference at the parameter values p / h, and what that
/// tends to for h = 0. By Farkas' lemma |c . z| <= u . p + w holds for all
/// conflicting differences at all parameter values iff multipliers derive it
/// from the constraints of each set of pairs, and fails iff it does on some
/// (z, p, h) of the cone. Either is found by one linear program for each set,
/// where isl_basic_set_coefficients() would eliminate all multipliers first
/// (LinearProgram.h).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_GENERATORS_H
#define STEVEDORE_LIB_ALLOCATION_GENERATORS_H

#include "Programs.h"

namespace stevedore {

/// (z, p, h) in the cone.
struct Generator {
  Row Difference;
  std::vector<int64_t> Parameters;
  int64_t Homogenizer = 0;

  bool operator==(const Generator &Other) const {
    return Difference == Other.Difference && Parameters == Other.Parameters &&
           Homogenizer == Other.Homogenizer;
  }
};

/// Scale |Direction . z| <= Coefficients . p + Constant.
struct WidthBound {
  Row Direction;
  int64_t Scale = 1;
  std::vector<int64_t> Coefficients;
  int64_t Constant = 0;
};

/// The cone over one set of pairs, as far as z, p and h have no entry above 1.
class DifferenceCone {
public:
  /// The pairs of \p Pairs on which the rows \p Zero vanish.
  DifferenceCone(const PairSystem &Pairs, llvm::ArrayRef<Row> Zero,
                 unsigned Rank);

  /// Adds to \p Found where \p Bound fails most, at z and where the set is not
  /// symmetric at -z, if it does. False if that could not be decided.
  bool addViolations(const WidthBound &Bound, std::vector<Generator> &Found);

private:
  bool addViolation(const WidthBound &Bound, int Sign,
                    std::vector<Generator> &Found);
  bool isOverNothing();

  const PairSystem &Pairs;
  unsigned Rank;
  unsigned NumParameters;
  /// Over the variables of the pairs, the parameters, and h.
  LinearSystem Cone;
  /// Whether there are no pairs, once that is known.
  std::optional<bool> IsEmpty;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_GENERATORS_H
