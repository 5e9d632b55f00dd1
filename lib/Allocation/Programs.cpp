//===- Programs.cpp - Linear programs over conflicting pairs --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

std::vector<int64_t> stevedore::negated(std::vector<int64_t> Form) {
  for (int64_t &Coefficient : Form)
    Coefficient = -Coefficient;
  return Form;
}

std::vector<int64_t> PairSystem::objective(const Row &C) const {
  std::vector<int64_t> Result = differenceForm(C, Dimensions);
  Result.resize(Constraints.numVariables(), 0);
  return Result;
}

LinearSystem PairSystem::restricted(llvm::ArrayRef<Row> Zero) const {
  LinearSystem Result = Constraints;
  for (const Row &C : Zero)
    llvm::copy(objective(C), Result.add(true));
  return Result;
}

bool Program::isEmpty() const {
  LinearSystem All = Constraints.overParameters();
  DualSimplex Simplex(All, std::vector<int64_t>(All.numVariables(), 0));
  return Simplex.minimize(All.constants({})).S == DualSolution::Unbounded;
}

/// The combination of the parameters' parts of the constraints by the
/// multipliers of \p Solution: an upper bound of the objective everywhere. A
/// form above it where its numbers are large, if there is one.
std::optional<Form> Program::tangent(const DualSolution &Solution) const {
  unsigned NumParameters = Constraints.numParameters();
  std::vector<WideInteger> Sums(NumParameters + 1, 0);
  for (unsigned R = 0; R < Constraints.size(); ++R) {
    const int64_t *Parameters = Constraints.row(R) + Constraints.numVariables();
    for (unsigned K = 0; K <= NumParameters; ++K)
      Sums[K] += WideInteger(Solution.Multipliers[R]) * Parameters[K];
  }
  if (auto Exact = smallForm(Sums, Solution.MultiplierDenominator))
    return Exact;
  auto Above = roundedUp(Sums, Solution.MultiplierDenominator);
  return Above && !findExcess(*Above, false) ? Above : std::nullopt;
}

std::optional<Envelope>
Program::envelope(const std::vector<ParameterPoint> &Points) const {
  Envelope Result;
  Result.Values.resize(Points.size());
  DualSimplex Simplex(Constraints, Objective);
  if (!Simplex.feasible())
    return isEmpty() ? std::optional<Envelope>(Result) : std::nullopt;
  for (unsigned I = 0; I < Points.size(); ++I) {
    DualSolution Solution = Simplex.minimize(Constraints.constants(Points[I]));
    if (Solution.S != DualSolution::Optimal)
      continue;
    Result.Values[I] = Solution.Value.over(Points[I].Denominator);
    std::optional<Form> Tangent = tangent(Solution);
    if (Tangent && !llvm::is_contained(Result.Tangents, *Tangent))
      Result.Tangents.push_back(std::move(*Tangent));
  }
  return Result;
}

/// \p F.Denominator times (\p Objective - \p F), without the constant, over
/// variables and parameters.
static std::vector<int64_t> excessOver(const Form &F,
                                       const std::vector<int64_t> &Objective) {
  std::vector<int64_t> Result;
  for (int64_t Coefficient : Objective)
    Result.push_back(Coefficient * F.Denominator);
  for (int64_t Coefficient : F.Coefficients)
    Result.push_back(-Coefficient);
  return Result;
}

std::optional<ParameterPoint> Program::findExcess(const Form &F,
                                                  bool Whole) const {
  unsigned NumVariables = Constraints.numVariables();
  LinearSystem Capped = Constraints.overParameters();
  for (unsigned I = 0; I < Constraints.numParameters(); ++I)
    for (int Sign : {1, -1}) {
      int64_t *Cap = Capped.add(false);
      Cap[NumVariables + I] = Sign;
      Cap[Capped.numVariables()] = limits::LargestParameter;
    }
  DualSimplex Simplex(Capped, excessOver(F, Objective));
  if (!Simplex.feasible())
    return std::nullopt;
  DualSolution Solution = Simplex.minimize(Capped.constants({}));
  if (Solution.S != DualSolution::Optimal)
    return std::nullopt;
  const Rational &Most = Solution.Value;
  Rational Least = {Integer(F.Constant)};
  if (Whole ? Most < Rational{Least.Numerator + 1} : Most <= Least)
    return std::nullopt;
  return ParameterPoint{
      {Solution.Point.begin() + NumVariables, Solution.Point.end()},
      Solution.PointDenominator};
}

std::optional<ParameterPoint> Program::findGap(const Bound &B,
                                               unsigned First) const {
  for (const Form &F : B[First]) {
    std::optional<ParameterPoint> Gap = findExcess(F, true);
    if (Gap && First + 1 < B.size()) {
      Program Above = *this;
      int64_t *Exceeds = Above.Constraints.add(false);
      Exceeds = llvm::copy(excessOver(F, Objective), Exceeds);
      *Exceeds = -F.Constant - 1;
      Gap = Above.findGap(B, First + 1);
    }
    if (Gap)
      return Gap;
  }
  return std::nullopt;
}
