//===- LexMinimum.cpp - Lexicographic integer programs --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LexMinimum.h"
#include "stevedore/Support/Limits.h"
#include <numeric>

using namespace stevedore;

bool stevedore::isLexLess(const LexPoint &A, const LexPoint &B,
                          unsigned NumCosts) {
  for (unsigned K = 0; K < NumCosts; ++K) {
    if (A.at(K) < B.at(K))
      return true;
    if (B.at(K) < A.at(K))
      return false;
  }
  return false;
}

namespace {

/// A form over all variables whose value is no integer in a relaxation, but has
/// to be one.
struct FractionalForm {
  std::vector<int64_t> Coefficients;
  int64_t Floor;
};

/// Branches on a form that is a fraction in the relaxation, whose costs bound
/// those of both branches.
class LexSearch {
public:
  LexSearch(LexOrder Order, std::optional<LexPoint> Start)
      : Best(std::move(Start)), Order(Order) {}
  void search(const LinearSystem &System);
  std::optional<LexPoint> Best;

private:
  std::optional<LexPoint> relaxed(LinearSystem System);
  std::optional<LexPoint> least(const LinearSystem &System, unsigned Cost);
  std::optional<FractionalForm> findFraction(const LinearSystem &System,
                                             const LexPoint &Point) const;
  std::optional<FractionalForm> asFraction(const int64_t *Row,
                                           const LexPoint &Point) const;

  LexOrder Order;
  unsigned NumNodes = 0;
};

} // namespace

/// A point of \p System where variable number \p Cost is least; none where it
/// is empty, or that was not found out.
std::optional<LexPoint> LexSearch::least(const LinearSystem &System,
                                         unsigned Cost) {
  std::vector<int64_t> Objective(System.numVariables(), 0);
  Objective[Cost] = -1;
  DualSimplex Simplex(System, Objective);
  DualSolution Solution;
  if (Simplex.feasible())
    Solution = Simplex.minimize(System.constants({}));
  if (Solution.S == DualSolution::Stalled)
    NumNodes = limits::LexNodes;
  if (Solution.S != DualSolution::Optimal)
    return std::nullopt;
  return LexPoint{std::move(Solution.Point), Solution.PointDenominator};
}

/// The lexicographic minimum over rational points: each cost in turn, where it
/// is not zero yet, then it is kept. None if it is not less than Best, too.
std::optional<LexPoint> LexSearch::relaxed(LinearSystem System) {
  std::optional<LexPoint> Result;
  bool IsLess = !Best;
  for (unsigned K = 0; K < Order.NumCosts; ++K) {
    if (!Result || Result->Numerators[K] != 0)
      Result = least(System, K);
    if (!Result || (!IsLess && Best->at(K) < Result->at(K)))
      return std::nullopt;
    IsLess = IsLess || Result->at(K) < Best->at(K);
    int64_t Divisor = std::gcd(Result->Numerators[K], Result->Denominator);
    int64_t *Kept = System.add(true);
    Kept[K] = Result->Denominator / Divisor;
    Kept[System.numVariables()] = -Result->Numerators[K] / Divisor;
  }
  return IsLess ? Result : std::nullopt;
}

/// The part of \p Row over integer variables, without a common divisor, if it
/// is no integer at \p Point; none also where its value is no machine integer.
std::optional<FractionalForm>
LexSearch::asFraction(const int64_t *Row, const LexPoint &Point) const {
  unsigned NumVariables = Point.Numerators.size();
  int64_t Divisor = 0;
  for (unsigned V = Order.FirstInteger; V < NumVariables; ++V)
    Divisor = std::gcd(Divisor, Row[V]);
  if (Divisor == 0)
    return std::nullopt;
  FractionalForm Result;
  Result.Coefficients.assign(NumVariables, 0);
  WideInteger Sum = 0;
  for (unsigned V = Order.FirstInteger; V < NumVariables; ++V) {
    Result.Coefficients[V] = Row[V] / Divisor;
    Sum += WideInteger(Result.Coefficients[V]) * Point.Numerators[V];
  }
  if (Sum % Point.Denominator == 0)
    return std::nullopt;
  std::optional<int64_t> Floor =
      toInt64(floorDiv(fromWide(Sum), Integer(Point.Denominator)));
  if (!Floor)
    return std::nullopt;
  Result.Floor = *Floor;
  return Result;
}

/// The constraints that came last are tried first, then the variables: with
/// variables alone there may be no end of branches along which a constraint's
/// form stays one fraction.
std::optional<FractionalForm>
LexSearch::findFraction(const LinearSystem &System,
                        const LexPoint &Point) const {
  for (unsigned R = System.size(); R-- > 0;)
    if (auto Result = asFraction(System.row(R), Point))
      return Result;
  std::vector<int64_t> Unit(System.numVariables(), 0);
  for (unsigned V = Order.FirstInteger; V < Unit.size(); ++V) {
    Unit[V] = 1;
    if (auto Result = asFraction(Unit.data(), Point))
      return Result;
    Unit[V] = 0;
  }
  return std::nullopt;
}

/// \p System with \p Sign times \p Form at least \p Least.
static LinearSystem limited(LinearSystem System,
                            const std::vector<int64_t> &Form, int Sign,
                            int64_t Least) {
  int64_t *Limit = System.add(false);
  for (unsigned V = 0; V < Form.size(); ++V)
    Limit[V] = Sign * Form[V];
  Limit[System.numVariables()] = -Least;
  return System;
}

void LexSearch::search(const LinearSystem &System) {
  if (NumNodes++ >= limits::LexNodes)
    return;
  std::optional<LexPoint> Point = relaxed(System);
  if (!Point)
    return;
  if (auto Fraction = findFraction(System, *Point)) {
    search(limited(System, Fraction->Coefficients, -1, -Fraction->Floor));
    search(limited(System, Fraction->Coefficients, 1, Fraction->Floor + 1));
    return;
  }
  Best = std::move(Point);
}

std::optional<LexPoint> stevedore::lexMinimum(const LinearSystem &System,
                                              LexOrder Order,
                                              std::optional<LexPoint> Start) {
  LexSearch Search(Order, std::move(Start));
  Search.search(System);
  return std::move(Search.Best);
}
