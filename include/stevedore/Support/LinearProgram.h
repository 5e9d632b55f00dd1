//===- stevedore/Support/LinearProgram.h - Linear programs ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Linear programs in exact arithmetic: one system of constraints, one
/// objective, many right-hand sides. The dual solution of each is what Farkas'
/// lemma asks for: multipliers that give an affine upper bound for every
/// right-hand side (weak duality). With the objective 0 the same tableau tells
/// which constraints follow from the others.
///
/// isl_basic_set_max_lp_val() gives the value of one program without
/// multipliers and without a basis to go on from; isl_basic_set_coefficients()
/// gives all multipliers by elimination. A random program of simplex-fuzz takes
/// them 25 and 4,600 microseconds, and this tableau 5. isl_tab, which could do
/// both, has no header that is installed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_LINEARPROGRAM_H
#define STEVEDORE_SUPPORT_LINEARPROGRAM_H

#include "stevedore/Support/Rational.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace stevedore {

WideInteger greatestCommonDivisor(WideInteger A, WideInteger B);

/// Values of the parameters, over one positive denominator.
struct ParameterPoint {
  std::vector<int64_t> Numerators;
  int64_t Denominator = 1;

  bool operator==(const ParameterPoint &Other) const {
    return Numerators == Other.Numerators && Denominator == Other.Denominator;
  }
};

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
  const int64_t *row(unsigned I) const { return &Entries[I * width()]; }

  /// Adds a row of zeros and returns it; rows before may move.
  int64_t *add(bool Equality);
  /// The constant terms at the parameter values \p Point, times the denominator
  /// of \p Point. Empty if they do not fit machine integers.
  std::vector<int64_t> constants(const ParameterPoint &Point) const;
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
  std::vector<int64_t> Entries;
  uint64_t *Effort = nullptr;
};

/// The solution of min { d . y : Y y = c, y >= 0 } for one d.
struct DualSolution {
  /// Stalled: too many steps, or numbers that do not fit machine integers.
  enum Status { Optimal, Unbounded, Stalled };
  Status S = Stalled;
  Rational Value;
  /// y over MultiplierDenominator; only filled when optimal.
  std::vector<int64_t> Multipliers;
  int64_t MultiplierDenominator = 1;
  /// The point x where the primal maximum max { c . x : Y^T x <= d } is
  /// reached, over PointDenominator.
  std::vector<int64_t> Point;
  int64_t PointDenominator = 1;
};

/// A row of a tableau: integers over one positive denominator.
struct TableauRow {
  std::vector<int64_t> Entries;
  int64_t Denominator = 1;

  /// Subtracts the multiple of \p Source that makes entry \p Column zero, where
  /// \p Source has the entries \p Nonzeros and its own entry there stands for
  /// 1; sets \p Overflow if an entry does not fit. Returns how many entries
  /// were changed.
  uint64_t eliminate(const TableauRow &Source, unsigned Column,
                     llvm::ArrayRef<unsigned> Nonzeros, bool &Overflow);

  /// Divides entries and denominator by their greatest common divisor.
  void reduce();
};

/// The dual of max { c . x : a_i . x + b_i >= 0 }, a simplex tableau whose
/// feasible basis depends only on the a_i and c, so that one is kept from
/// right-hand side to right-hand side; where one is optimal depends on c alone,
/// so that it is left by the dual simplex method for other objectives.
class DualSimplex {
public:
  /// a_i . x are the variables' parts of the constraints of \p System;
  /// equalities have free multipliers.
  DualSimplex(const LinearSystem &System,
              const std::vector<int64_t> &Objective);

  /// False: no multipliers exist, that is, the maximum is unbounded or taken
  /// over nothing, whatever the b_i; or finding any was too hard.
  bool feasible() const { return Feasible; }

  /// Minimises b . y; Unbounded means that no x satisfies the constraints.
  DualSolution minimize(const std::vector<int64_t> &RightHandSides);

  /// Whether minimize() is Optimal, Unbounded or Stalled.
  DualSolution::Status status(const std::vector<int64_t> &RightHandSides);

  /// Replaces c where the last status() was Optimal, and keeps its b_i.
  /// Unbounded: no multipliers exist, that is, the maximum is unbounded; the
  /// next objective may have some. Nothing can be done after Stalled.
  DualSolution::Status setObjective(const std::vector<int64_t> &Objective);

  /// The optimum.
  Rational value() const {
    return {-Integer(Reduced.Entries[Width - 1]), Integer(Reduced.Denominator)};
  }

  /// Turns a_i of constraint number \p Constraint into -a_i where the objective
  /// is 0; an equality becomes the inequality -a_i . x + b_i >= 0 with
  /// \p Opposite, else a_i . x + b_i >= 0. To be taken back by restore().
  void relax(unsigned Constraint, bool Opposite);
  void restore(unsigned Constraint, bool Opposite);
  /// Leaves constraint number \p Constraint out for good.
  void remove(unsigned Constraint);

private:
  enum class Step { Done, Unbounded, Stalled };
  bool isEquality(unsigned Constraint) const {
    unsigned Next = FirstColumn[Constraint] + 1;
    return Next < Columns.size() && Columns[Next].first == Constraint;
  }
  int64_t at(unsigned Row, unsigned Column) const {
    return Tableau[Row].Entries[Column];
  }
  void pivot(unsigned Row, unsigned Column);
  void eliminate(TableauRow &Target, unsigned Row, unsigned Column);
  void findNonzeros(const TableauRow &Source);
  void setCosts(const std::vector<int64_t> &Costs);
  unsigned entering(unsigned NumEligible, bool First) const;
  unsigned leaving(unsigned Column) const;
  unsigned violated() const;
  unsigned enteringAt(unsigned Row) const;
  Step optimize(const std::vector<int64_t> &Costs, unsigned NumEligible);
  bool findBasis();
  void expel(unsigned Row);
  void expelArtificials();
  void leaveOut(unsigned Column);
  void negate(unsigned Column);
  std::vector<int64_t> costs(const std::vector<int64_t> &RightHandSides) const;
  bool readMultipliers(DualSolution &Result) const;

  unsigned NumVariables;
  unsigned NumConstraints;
  uint64_t *Effort;
  /// Columns of multipliers: one for each inequality, two for each equality.
  std::vector<std::pair<unsigned, int64_t>> Columns;
  /// The first column of each constraint.
  std::vector<unsigned> FirstColumn;
  /// Columns that may not enter the basis.
  std::vector<bool> LeftOut;
  unsigned Width = 0;
  std::vector<TableauRow> Tableau;
  /// Costs minus their combination by the basis; the last entry is minus the
  /// value of the present solution.
  TableauRow Reduced;
  std::vector<int64_t> Signs;
  std::vector<unsigned> Basis;
  /// The NumNonzeros first are the columns of the last pivot row that are not
  /// zero.
  std::vector<unsigned> Nonzeros;
  unsigned NumNonzeros = 0;
  bool Overflow = false;
  bool Feasible = false;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_LINEARPROGRAM_H
