//===- Redundancy.h - Which constraints follow from others ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Exact answers to "does this constraint follow from those?" in machine
/// integers. Scanning asks it thousands of times about small systems, for which
/// isl's general arithmetic takes ten times as long. Where an entry would
/// overflow the answer is "not known", on which the caller keeps the
/// constraint.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CODEGEN_REDUNDANCY_H
#define STEVEDORE_LIB_CODEGEN_REDUNDANCY_H

#include <cstdint>
#include <vector>

namespace stevedore {
namespace codegen {

/// Coefficients . x + Constant >= 0, or = 0.
struct IntegerRow {
  std::vector<int64_t> Coefficients;
  int64_t Constant = 0;
  bool IsEquality = false;
};

/// A conjunction of constraints over integers, as a simplex tableau of which
/// only feasibility is asked: each row is a variable that is expressed by the
/// variables outside of the basis, all of which are 0 (Dutertre and de Moura,
/// "A Fast Linear-Arithmetic Solver for DPLL(T)").
class ConstraintSystem {
public:
  explicit ConstraintSystem(unsigned NumVariables);

  /// Adds \p R and returns its number.
  unsigned add(const IntegerRow &R);

  /// Whether row number \p R follows from the others over the integers; if so,
  /// it is taken out. False also when that is not known.
  bool removeIfImplied(unsigned R);

private:
  enum class Kind { Free, NonNegative, Zero };
  enum class Answer { Feasible, Infeasible, Unknown };

  /// Denominator * (the row's variable) = Entries . (variables outside of the
  /// basis) + last entry; Denominator > 0.
  struct TableauRow {
    unsigned Variable;
    int64_t Denominator = 1;
    std::vector<int64_t> Entries;
  };

  int64_t value(const TableauRow &Row) const { return Row.Entries.back(); }
  bool negationIsInfeasible(unsigned Variable, int64_t Sign) const;
  bool isViolated(const TableauRow &Row) const;
  int entering(const TableauRow &Row) const;
  Answer check();
  bool pivot(unsigned Row, unsigned Column);
  static bool substitute(TableauRow &Target, const TableauRow &Source,
                         unsigned Column);
  TableauRow negation(unsigned Variable, int64_t Sign) const;
  void dropFreeRows();

  unsigned NumVariables;
  std::vector<Kind> Kinds;
  /// The variable of each column but the last.
  std::vector<unsigned> Outside;
  std::vector<TableauRow> Rows;
  /// Entries overflowed: nothing more is found out.
  bool Overflowed = false;
};

} // namespace codegen
} // namespace stevedore

#endif // STEVEDORE_LIB_CODEGEN_REDUNDANCY_H
