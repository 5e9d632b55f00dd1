//===- Summation.h - Sums over convex sets ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The sum of a polynomial over the integer points of a convex set, coordinate
/// by coordinate; see SymbolicCount.h.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_SUMMATION_H
#define STEVEDORE_LIB_COUNTING_SUMMATION_H

#include "stevedore/Counting/SymbolicCount.h"
#include <map>
#include <tuple>

namespace stevedore {

/// The set of the points, with \p Columns coordinates, that \p Domain allows.
isl::basic_set convexSet(isl::ctx Ctx,
                         const std::vector<AffineConstraint> &Domain,
                         unsigned Columns);

/// The constraints of \p Set, which has no parameters. Errors: divisions, a
/// number that does not fit, or the budget.
llvm::Expected<std::vector<AffineConstraint>>
constraintsIn(const isl::basic_set &Set);

/// Prints " : " and the constraints \p Domain over the variables of \p C, and
/// ends the line.
void printDomain(llvm::raw_ostream &OS, const SymbolicCount &C,
                 llvm::ArrayRef<AffineConstraint> Domain);

/// A convex piece of a set with a column for each parameter, coordinate and
/// integer division.
struct ConvexPiece {
  /// Those of the set, and then two for each division d = floor(f / c): f - c d
  /// >= 0 and c d + c - 1 - f >= 0.
  std::vector<AffineConstraint> Constraints;
  unsigned Columns;
};

/// \p Set, whose integer divisions become columns with one value each. Errors:
/// divisions without a value, too many columns.
llvm::Expected<ConvexPiece> convexPiece(const isl::basic_set &Set);

/// Sums polynomials over the last coordinates of convex sets. All sets have the
/// same columns; of these the first \p Kept are not summed over.
class Summation {
public:
  Summation(isl::ctx Ctx, unsigned Kept, std::vector<FloorSymbol> &Floors)
      : Ctx(Ctx), Kept(Kept), Floors(Floors) {}

  /// Appends the sum of \p Value over \p Domain, over \p Columns columns, to
  /// pieces(). Errors: unbounded, or the budget.
  llvm::Error add(std::vector<AffineConstraint> Domain, Polynomial Value,
                  unsigned Columns);

  /// The sums of all sets that were added.
  std::vector<CountPiece> takePieces();

private:
  /// A sum that is still to be taken over the coordinates Open.
  struct Sum {
    std::vector<AffineConstraint> Domain;
    Polynomial Value;
    std::vector<unsigned> Open;
  };
  /// Factor * x >= Form, or Factor * x <= Form.
  struct Bound {
    int64_t Factor;
    AffineForm Form;
  };
  struct Bounds {
    std::vector<Bound> Lower, Upper;
    std::vector<AffineConstraint> Others;
  };

  isl::ctx Ctx;
  unsigned Kept;
  unsigned NumColumns = 0;
  std::vector<FloorSymbol> &Floors;
  std::map<FloorSymbol, unsigned> FloorNumbers;
  std::vector<CountPiece> Pieces;

  llvm::Expected<bool> simplify(std::vector<AffineConstraint> &Domain) const;
  llvm::Expected<bool> substituteByEquality(Sum &S) const;
  Bounds boundsOf(const Sum &S, unsigned X) const;
  using Cost = std::tuple<bool, size_t, size_t>;
  Cost costOf(const Sum &S, unsigned X) const;
  const AffineForm *firstUndivided(const Bounds &B, unsigned &Y,
                                   int64_t &Divisor) const;
  llvm::Error splitClasses(const Sum &S, unsigned Y, int64_t Divisor,
                           std::vector<Sum> &Rest) const;
  Polynomial valueOf(const Bound &B, bool IsUpper);
  Polynomial floorOf(AffineForm Argument, int64_t Divisor);
  llvm::Error eliminate(const Sum &S, unsigned X, std::vector<Sum> &Rest);
  llvm::Error step(Sum S, std::vector<Sum> &Rest);
};

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_SUMMATION_H
