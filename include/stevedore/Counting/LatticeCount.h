//===- stevedore/Counting/LatticeCount.h - Points line by line --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Counting of points for many values of the parameters, without isl: what is
/// left where there is no closed form, and what closed forms are compared with.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_LATTICECOUNT_H
#define STEVEDORE_COUNTING_LATTICECOUNT_H

#include "stevedore/Support/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// A union of convex sets { [x] } whose points are counted once each, line by
/// line along the last coordinate: on a line, each convex set has an interval.
class LatticeCounter {
public:
  /// Errors: the budget, divisions without a value, numbers that are too large.
  static llvm::Expected<LatticeCounter> create(isl::set Points);

  const std::vector<std::string> &parameters() const { return Parameters; }

  /// The points where the parameters have the values \p Values, in their order,
  /// and coordinate number K is a multiple of \p Steps[K], or of 1 where there
  /// is none. None: unbounded, a number that is too large, or more than
  /// \p MostSteps values of coordinates; the greatest number where 64 bits
  /// do not hold that of the points. \p NumSteps, if not null, becomes
  /// larger by the number of these. An estimate where a
  /// coordinate other than the last one has many values: the first and the last
  /// stand for themselves, \p Breadth others, of coordinates with steps half of
  /// it, for as many each.
  std::optional<uint64_t>
  count(llvm::ArrayRef<int64_t> Values, llvm::ArrayRef<int64_t> Steps,
        uint64_t MostSteps, uint64_t *NumSteps = nullptr,
        int64_t Breadth = std::numeric_limits<int64_t>::max()) const;

private:
  /// Factors times parameters, factors times coordinates and divisions, and a
  /// constant: at least 0 or, where IsEquality, 0.
  struct Row {
    std::vector<std::pair<unsigned, int64_t>> OfParameters, Terms;
    int64_t Constant = 0;
    bool IsEquality = false;
  };
  /// Over the parameters, coordinates, and integer divisions. Each division has
  /// one value, which its rows imply where the others have values.
  struct Piece {
    /// What parameters alone must fulfil, and the others.
    std::vector<Row> Guards, Rows;
    /// The numbers of the rows in which a coordinate or division is.
    std::vector<std::vector<unsigned>> RowsOf;
    /// Whether no row joins a coordinate with what comes after it.
    std::vector<char> IsAlone;
    unsigned NumDivisions = 0;
    /// DivisionsAfter[K + 1]: those that need coordinate number K, and none
    /// after it; DivisionsAfter[0]: those of parameters alone.
    std::vector<std::vector<unsigned>> DivisionsAfter;
  };
  struct Interval {
    int64_t First, Last;
  };
  class Scan;

  std::vector<std::string> Parameters;
  unsigned NumCoordinates = 0;
  std::vector<Piece> Pieces;

  llvm::Error addPiece(const isl::basic_set &Set);
};

} // namespace stevedore

#endif // STEVEDORE_COUNTING_LATTICECOUNT_H
