//===- stevedore/Counting/SymbolicCount.h - Counts in closed form -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The number of points of a set as a function of its parameters and of some of
/// its coordinates: a piecewise quasi-polynomial.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_SYMBOLICCOUNT_H
#define STEVEDORE_COUNTING_SYMBOLICCOUNT_H

#include "stevedore/Counting/Polynomial.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace stevedore {

/// The greatest integer that is not above Argument / Divisor.
struct FloorSymbol {
  /// Over the variables that are not counted.
  AffineForm Argument;
  int64_t Divisor = 1;

  bool operator<(const FloorSymbol &Other) const;
};

/// Where a count is one quasi-polynomial.
struct CountPiece {
  /// Constraints over the variables that are not counted, without divisions.
  std::vector<AffineConstraint> Domain;
  /// Over these variables and, numbered from there on, the floors.
  Polynomial Value;
};

/// A number of points. Its variables are the parameters and after them those
/// coordinates that are not counted. It is the sum of the values of the pieces
/// that they lie in, one for each convex part of the set at most.
struct SymbolicCount {
  std::vector<std::string> Parameters;
  std::vector<std::string> Coordinates;
  std::vector<FloorSymbol> Floors;
  std::vector<CountPiece> Pieces;

  unsigned numVariables() const {
    return Parameters.size() + Coordinates.size();
  }
  /// The name of a variable, or the floor as text.
  std::string nameOf(unsigned Variable) const;
};

/// \p Points in convex pieces that have no point in common, nor unknown
/// variables. Errors: the budget.
llvm::Expected<isl::set> inDisjointPieces(isl::set Points);

/// The number of points { [m] } for which \p Points, { [x, m] }, in disjoint
/// pieces, has [x, m], for all parameters and x, whose coordinates are called
/// \p Coordinates. In each piece, integer divisions become coordinates of their
/// own, and coordinates are summed over one after the other: in each chamber
/// one lower bound is the greatest and one upper bound the least, and the sum
/// of a polynomial between them is Faulhaber's. A bound l / c with c > 1
/// becomes a floor; where l contains other coordinates that are counted, these
/// are split into residue classes first. Errors: unbounded sets, and the
/// budget, which includes limits::CountPieces.
llvm::Expected<SymbolicCount>
countSymbolically(isl::set Points, std::vector<std::string> Coordinates);

/// Which of the numbers that a count takes at different coordinates, of those
/// that are not 0.
enum class Extreme { Least, Greatest };

/// Where the fewest or the most points are one of some polynomials.
struct ExtremePiece {
  /// Constraints over the parameters.
  std::vector<AffineConstraint> Domain;
  /// Over these: the least or the greatest of them.
  std::vector<Polynomial> Values;
};

/// Numbers that \p C does not exceed, or is not less than where it has points,
/// whatever its coordinates are, in pieces that may overlap; elsewhere it has
/// no points. Bounds are those of its
/// polynomials in Bernstein form on the polytopes of its coordinates (Clauss,
/// Fernandez, Garbervetsky and Verdoolaege, Symbolic polynomial maximization
/// over convex sets and its application to memory requirement estimation): the
/// extreme is one of a corner, or a bound alone. Empty: not known, as where \p
/// C has floors, and past the budget.
std::vector<ExtremePiece> extremesOf(isl::ctx Ctx, const SymbolicCount &C,
                                     Extreme Which);

/// Prints \p C, one line for each piece: "T1*T2 : 0 <= I1 <= N - T1".
void print(llvm::raw_ostream &OS, const SymbolicCount &C,
           llvm::StringRef Indent);

/// Prints \p Pieces of \p C in the same way: "at most T1*T2 : T1 <= N".
void print(llvm::raw_ostream &OS, const SymbolicCount &C, Extreme Which,
           llvm::ArrayRef<ExtremePiece> Pieces, llvm::StringRef Indent);

} // namespace stevedore

#endif // STEVEDORE_COUNTING_SYMBOLICCOUNT_H
