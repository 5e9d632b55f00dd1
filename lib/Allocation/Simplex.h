//===- Simplex.h - Maxima of linear forms, with their duals -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The linear programs that propose sizes: one system of constraints, one
/// objective, many right-hand sides. The dual solution of each gives an affine
/// upper bound that holds for every right-hand side (weak duality). Computed in
/// floating point: what is proposed here is proved by isl before it is used.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_SIMPLEX_H
#define STEVEDORE_LIB_ALLOCATION_SIMPLEX_H

#include <cstdint>
#include <vector>

namespace stevedore {

/// Constraints Variables . x + Parameters . p + Constant >= 0, or = 0, as the
/// rows of one matrix.
class LinearSystem {
public:
  LinearSystem(unsigned NumVariables, unsigned NumParameters)
      : NumVariables(NumVariables), NumParameters(NumParameters) {}

  unsigned numVariables() const { return NumVariables; }
  unsigned numParameters() const { return NumParameters; }
  unsigned size() const { return Equalities.size(); }
  bool isEquality(unsigned I) const { return Equalities[I]; }
  /// Row number \p I: coefficients of variables, of parameters, the constant.
  const double *row(unsigned I) const { return &Entries[I * width()]; }

  /// Adds a row of zeros and returns it; rows before may move.
  double *add(bool Equality);
  /// The constant terms at the parameter values \p Point.
  std::vector<double> constants(const std::vector<double> &Point) const;
  /// The same constraints with the parameters as further variables.
  LinearSystem overParameters() const;
  /// The same constraints with \p Count further variables, after the others.
  LinearSystem withVariables(unsigned Count) const;

  /// Adds what solving programs over this system, or one made from it, takes to
  /// \p Effort: the entries of tableaus that change.
  void countEffort(uint64_t &Effort) { this->Effort = &Effort; }
  uint64_t *effort() const { return Effort; }

private:
  unsigned width() const { return NumVariables + NumParameters + 1; }

  unsigned NumVariables;
  unsigned NumParameters;
  std::vector<bool> Equalities;
  std::vector<double> Entries;
  uint64_t *Effort = nullptr;
};

/// The solution of min { d . y : Y y = c, y >= 0 } for one d.
struct DualSolution {
  enum Status { Optimal, Unbounded, Stalled };
  Status S = Stalled;
  double Value = 0;
  /// y; only filled when optimal.
  std::vector<double> Multipliers;
  /// The point x where the primal maximum max { c . x : Y^T x <= d } is
  /// reached.
  std::vector<double> Point;
};

/// The dual of max { c . x : a_i . x + b_i >= 0 }, a simplex tableau whose
/// feasible basis depends only on the a_i and c, so that one is kept from
/// right-hand side to right-hand side.
class DualSimplex {
public:
  /// a_i . x are the variables' parts of the constraints of \p System;
  /// equalities have free multipliers.
  DualSimplex(const LinearSystem &System, const std::vector<double> &Objective);

  /// False: no multipliers exist, that is, the maximum is unbounded or taken
  /// over nothing, whatever the b_i.
  bool feasible() const { return Feasible; }

  /// Minimises b . y; Unbounded means that no x satisfies the constraints.
  DualSolution minimize(const std::vector<double> &RightHandSides);

private:
  enum class Step { Done, Unbounded, Stalled };
  double &at(unsigned Row, unsigned Column) {
    return Tableau[Row * Width + Column];
  }
  void pivot(unsigned Row, unsigned Column);
  std::vector<double> reducedCosts(const std::vector<double> &Costs);
  Step optimize(const std::vector<double> &Costs, unsigned NumEligible);
  bool findBasis();
  void expelArtificials();

  unsigned NumVariables;
  unsigned NumConstraints;
  uint64_t *Effort;
  /// Columns of multipliers: one for each inequality, two for each equality.
  std::vector<std::pair<unsigned, double>> Columns;
  unsigned Width = 0;
  std::vector<double> Tableau;
  std::vector<double> Signs;
  std::vector<unsigned> Basis;
  /// The columns of the last pivot row that are not zero.
  std::vector<unsigned> Nonzeros;
  bool Feasible = false;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_SIMPLEX_H
