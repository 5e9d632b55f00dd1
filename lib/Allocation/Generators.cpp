//===- Generators.cpp - Differences that limit widths ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

/// Adds -1 <= \p Form <= 1.
static void cap(LinearSystem &System, llvm::ArrayRef<int64_t> Form) {
  for (int Sign : {1, -1}) {
    int64_t *Row = System.add(false);
    for (unsigned V = 0; V < Form.size(); ++V)
      Row[V] = Sign * Form[V];
    Row[System.numVariables()] = 1;
  }
}

/// \p System over variables, parameters and a last variable h, which its
/// constants are coefficients of.
static LinearSystem homogenized(const LinearSystem &System) {
  LinearSystem Result(System.numVariables() + System.numParameters() + 1, 0);
  if (System.effort())
    Result.countEffort(*System.effort());
  for (unsigned I = 0; I < System.size(); ++I)
    std::copy_n(System.row(I), Result.numVariables(),
                Result.add(System.isEquality(I)));
  Result.add(false)[Result.numVariables() - 1] = 1;
  return Result;
}

DifferenceCone::DifferenceCone(const PairSystem &Pairs,
                               llvm::ArrayRef<Row> Zero, unsigned Rank)
    : Pairs(Pairs), Rank(Rank),
      NumParameters(Pairs.Constraints.numParameters()),
      Cone(homogenized(Pairs.restricted(Zero))) {
  for (unsigned D = 0; D < Rank; ++D)
    cap(Cone, Pairs.objective(unitRow(Rank, D)));
  unsigned NumVariables = Pairs.Constraints.numVariables();
  for (unsigned K = 0; K <= NumParameters; ++K)
    cap(Cone, unitRow(NumVariables + K + 1, NumVariables + K));
}

/// (z, p, h) without a common divisor, from entries \p Point of the cone; false
/// if these are large.
static bool readGenerator(const PairSystem &Pairs, unsigned Rank,
                          llvm::ArrayRef<int64_t> Point, Generator &Result) {
  unsigned NumVariables = Pairs.Constraints.numVariables();
  std::vector<WideInteger> Entries;
  for (unsigned D = 0; D < Rank; ++D) {
    std::vector<int64_t> Form = Pairs.objective(unitRow(Rank, D));
    WideInteger Sum = 0;
    for (unsigned V = 0; V < NumVariables; ++V)
      Sum += WideInteger(Form[V]) * Point[V];
    Entries.push_back(Sum);
  }
  llvm::append_range(Entries, Point.drop_front(NumVariables));
  WideInteger Divisor = 0;
  for (WideInteger Entry : Entries)
    Divisor = greatestCommonDivisor(Divisor, Entry);
  std::vector<int64_t> Small;
  for (WideInteger Entry : Entries) {
    if (Divisor == 0 || Entry / Divisor != int32_t(Entry / Divisor))
      return false;
    Small.push_back(int64_t(Entry / Divisor));
  }
  Result.Difference.assign(Small.begin(), Small.begin() + Rank);
  Result.Parameters.assign(Small.begin() + Rank, Small.end() - 1);
  Result.Homogenizer = Small.back();
  return true;
}

/// Whether h = 0 everywhere: then there are no pairs, and what the cone
/// contains says nothing.
bool DifferenceCone::isOverNothing() {
  if (IsEmpty)
    return *IsEmpty;
  std::vector<int64_t> Homogenizer(Cone.numVariables(), 0);
  Homogenizer.back() = 1;
  DualSimplex Simplex(Cone, Homogenizer);
  DualSolution Solution;
  if (Simplex.feasible())
    Solution = Simplex.minimize(Cone.constants({}));
  IsEmpty =
      Solution.S == DualSolution::Optimal && Solution.Value.Numerator == 0;
  return *IsEmpty;
}

/// The greatest Scale Sign Direction . z - Coefficients . p - Constant h is 0,
/// at the origin, where the bound holds; then the solution of the dual is the
/// multipliers of Farkas' lemma.
bool DifferenceCone::addViolation(const WidthBound &Bound, int Sign,
                                  std::vector<Generator> &Found) {
  if (IsEmpty && *IsEmpty)
    return true;
  std::vector<int64_t> Objective = Pairs.objective(Bound.Direction);
  for (int64_t &Coefficient : Objective)
    Coefficient *= Sign * Bound.Scale;
  for (int64_t Coefficient : Bound.Coefficients)
    Objective.push_back(-Coefficient);
  Objective.push_back(-Bound.Constant);
  DualSimplex Simplex(Cone, Objective);
  if (!Simplex.feasible())
    return false;
  DualSolution Solution = Simplex.minimize(Cone.constants({}));
  if (Solution.S != DualSolution::Optimal)
    return false;
  if (Solution.Value.Numerator <= 0)
    return true;
  Generator New;
  if (!readGenerator(Pairs, Rank, Solution.Point, New))
    return false;
  if (New.Homogenizer == 0 && isOverNothing())
    return true;
  if (!llvm::is_contained(Found, New))
    Found.push_back(std::move(New));
  return true;
}

bool DifferenceCone::addViolations(const WidthBound &Bound,
                                   std::vector<Generator> &Found) {
  return addViolation(Bound, 1, Found) &&
         (Pairs.IsSymmetric || addViolation(Bound, -1, Found));
}
