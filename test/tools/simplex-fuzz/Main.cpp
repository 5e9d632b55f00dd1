//===- Main.cpp - Random linear programs ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// simplex-fuzz SEED COUNT: compares feasibility, optima and redundancy of
/// random systems of constraints with isl, and optima that are found from
/// others with those that are found from nothing. Rational points x of a system
/// are the integer points (X, t) = (t x, t) of the cone over it, t >= 1, so
/// that isl's answers over integers decide about the rationals.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Isl.h"
#include "stevedore/Support/LinearProgram.h"
#include "stevedore/Support/Redundancy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <algorithm>
#include <random>

using namespace stevedore;

static constexpr unsigned NumVariables = 3;

/// A maximisation over a system of constraints.
struct RandomProgram {
  std::vector<AffineConstraint> Constraints;
  std::vector<int64_t> Objective;
};

static RandomProgram randomProgram(std::mt19937_64 &Random) {
  auto between = [&](int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  };
  int64_t Range = Random() % 4 ? 3 : 100;
  auto coefficients = [&] {
    std::vector<int64_t> Result;
    for (unsigned K = 0; K < NumVariables; ++K)
      Result.push_back(Random() % 4 ? between(-Range, Range) : 0);
    return Result;
  };
  RandomProgram Result;
  Result.Objective = coefficients();
  for (int64_t K = between(2, 8); K > 0; --K) {
    AffineConstraint C;
    C.Form = {coefficients(), between(-Range, 3 * Range)};
    C.IsEquality = Random() % 6 == 0;
    Result.Constraints.push_back(std::move(C));
  }
  return Result;
}

/// "3*X0 - 2*X1 + 5*t" for the coefficients 3, -2 and the factor 5 of t.
static std::string homogeneous(const std::vector<int64_t> &Coefficients,
                               int64_t OfScale) {
  std::string Text = std::to_string(OfScale) + "*t";
  for (unsigned K = 0; K < NumVariables; ++K)
    Text += " + " + std::to_string(Coefficients[K]) + "*X" + std::to_string(K);
  return Text;
}

/// The cone over the constraints but number \p Without, { [X0, X1, X2, t] }.
static isl::set cone(const IslContext &Ctx,
                     const std::vector<AffineConstraint> &Constraints,
                     size_t Without, const std::string &More) {
  std::string Text = "{ [X0, X1, X2, t] : t >= 1";
  for (size_t I = 0; I < Constraints.size(); ++I)
    if (I != Without)
      Text += " and " +
              homogeneous(Constraints[I].Form.Coefficients,
                          Constraints[I].Form.Constant) +
              (Constraints[I].IsEquality ? " = 0" : " >= 0");
  return isl::set(Ctx, Text + More + " }");
}

static bool isEmpty(const isl::set &S) { return S.is_empty().is_true(); }

/// Whether the maximum of \p P is unbounded along some direction.
static bool hasRay(const IslContext &Ctx, const RandomProgram &P) {
  std::vector<AffineConstraint> Directions = P.Constraints;
  for (AffineConstraint &C : Directions)
    C.Form.Constant = 0;
  return !isEmpty(cone(Ctx, Directions, Directions.size(),
                       " and " + homogeneous(P.Objective, 0) + " >= 1"));
}

/// Whether the multipliers of \p S combine the constraints of \p P into
/// Value - Objective . x >= 0.
static bool isDual(const RandomProgram &P, const DualSolution &S) {
  std::vector<Integer> Sums(NumVariables + 1);
  for (size_t I = 0; I < P.Constraints.size(); ++I) {
    const AffineConstraint &C = P.Constraints[I];
    if (S.Multipliers[I] < 0 && !C.IsEquality)
      return false;
    Integer Factor(S.Multipliers[I]);
    for (unsigned K = 0; K < NumVariables; ++K)
      Sums[K] += Factor * C.Form.Coefficients[K];
    Sums.back() += Factor * C.Form.Constant;
  }
  for (unsigned K = 0; K < NumVariables; ++K)
    if (Sums[K] != -P.Objective[K] * Integer(S.MultiplierDenominator))
      return false;
  return Sums.back() * S.Value.Denominator ==
         S.Value.Numerator * Integer(S.MultiplierDenominator);
}

/// Whether \p S is the maximum of \p P by its multipliers and by its point.
static bool isOptimal(const RandomProgram &P, const DualSolution &S) {
  auto valueAt = [&](const std::vector<int64_t> &Coefficients,
                     int64_t Constant) {
    Integer Sum = Integer(Constant) * S.Value.Denominator;
    for (unsigned K = 0; K < NumVariables; ++K)
      Sum += Integer(Coefficients[K]) * S.Point[K];
    return Sum;
  };
  for (const AffineConstraint &C : P.Constraints) {
    Integer Value = valueAt(C.Form.Coefficients, C.Form.Constant);
    if (C.IsEquality ? Value != 0 : Value < 0)
      return false;
  }
  return isDual(P, S) && valueAt(P.Objective, 0) == S.Value.Numerator;
}

/// Whether \p Simplex, which has an optimum over \p System, finds those of
/// other objectives from it that one finds from nothing: of \p Objective with
/// its entries turned round and with their signs changed.
static bool findsOthers(DualSimplex Simplex, const LinearSystem &System,
                        std::vector<int64_t> Objective) {
  for (unsigned K = 0; K < 2 * NumVariables; ++K) {
    std::rotate(Objective.begin(), Objective.begin() + 1, Objective.end());
    Objective[K % NumVariables] *= -1;
    DualSolution::Status Found = Simplex.setObjective(Objective);
    DualSimplex Other(System, Objective);
    if (!Other.feasible()) {
      if (Found != DualSolution::Unbounded)
        return false;
      continue;
    }
    DualSolution Expected = Other.minimize(System.constants({}));
    if (Found != Expected.S || Simplex.value() < Expected.Value ||
        Expected.Value < Simplex.value())
      return false;
  }
  return true;
}

static const char *findMistake(const IslContext &Ctx, const RandomProgram &P,
                               unsigned &NumOptima) {
  LinearSystem System(NumVariables, 0);
  for (const AffineConstraint &C : P.Constraints) {
    int64_t *Row = System.add(C.IsEquality);
    std::copy(C.Form.Coefficients.begin(), C.Form.Coefficients.end(), Row);
    Row[NumVariables] = C.Form.Constant;
  }
  size_t All = P.Constraints.size();
  bool Empty = isEmpty(cone(Ctx, P.Constraints, All, ""));
  DualSimplex Simplex(System, P.Objective);
  if (!Simplex.feasible())
    return Empty || hasRay(Ctx, P) ? nullptr : "unbounded maximum";
  DualSolution Solution = Simplex.minimize(System.constants({}));
  if (Solution.S != DualSolution::Optimal)
    return Empty && Solution.S == DualSolution::Unbounded ? nullptr
                                                          : "empty system";
  ++NumOptima;
  if (Empty || !isOptimal(P, Solution))
    return "maximum";
  return findsOthers(std::move(Simplex), System, P.Objective)
             ? nullptr
             : "maximum of another objective";
}

/// Takes constraints that are implied out of those of \p P, in random order.
static const char *findRedundancyMistake(const IslContext &Ctx,
                                         const RandomProgram &P,
                                         std::mt19937_64 &Random,
                                         unsigned &NumImplied) {
  std::vector<AffineConstraint> Left = P.Constraints;
  RedundancyTest Test(NumVariables);
  std::vector<unsigned> Numbers;
  for (const AffineConstraint &C : Left)
    Numbers.push_back(Test.add(C));
  bool Empty = isEmpty(cone(Ctx, Left, Left.size(), ""));
  while (!Left.empty()) {
    size_t At = Random() % Left.size();
    const AffineForm &F = Left[At].Form;
    auto Contradicts = [&](const std::string &Compare, int64_t By) {
      return isEmpty(cone(
          Ctx, Left, At,
          " and " + homogeneous(F.Coefficients, F.Constant + By) + Compare));
    };
    bool Expected = !Empty && Contradicts(" <= 0", 1) &&
                    (!Left[At].IsEquality || Contradicts(" >= 0", -1));
    if (Test.removeIfImplied(Numbers[At]) != Expected)
      return Expected ? "missed redundancy" : "redundancy";
    NumImplied += Expected;
    if (!Expected && Random() % 2)
      continue;
    if (!Expected)
      break;
    Left.erase(Left.begin() + At);
    Numbers.erase(Numbers.begin() + At);
  }
  return nullptr;
}

int main(int NumArguments, char **Arguments) {
  uint64_t Seed = 0, Count = 0;
  if (NumArguments != 3 || !llvm::to_integer(Arguments[1], Seed) ||
      !llvm::to_integer(Arguments[2], Count)) {
    llvm::errs() << "usage: simplex-fuzz SEED COUNT\n";
    return 2;
  }
  llvm::outs() << "seed " << Seed << "\n";
  std::mt19937_64 Random(Seed);
  IslContext Ctx;
  unsigned NumOptima = 0, NumImplied = 0, NumMistakes = 0;
  for (uint64_t K = 0; K < Count; ++K) {
    RandomProgram P = randomProgram(Random);
    for (const char *Mistake :
         {findMistake(Ctx, P, NumOptima),
          findRedundancyMistake(Ctx, P, Random, NumImplied)})
      if (Mistake) {
        llvm::errs() << "system " << K << ": wrong " << Mistake << "\n";
        ++NumMistakes;
      }
  }
  llvm::outs() << Count << " systems, " << NumOptima << " maxima, "
               << NumImplied << " implied constraints, " << NumMistakes
               << " mistakes\n";
  return NumMistakes != 0;
}
