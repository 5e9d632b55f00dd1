//===- Programs.cpp - Linear programs over conflicting pairs --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

using namespace stevedore;

/// Parameter values are looked for up to this size.
static constexpr double LargestParameter = 1e7;

std::vector<double> stevedore::negated(std::vector<double> Form) {
  for (double &Coefficient : Form)
    Coefficient = -Coefficient;
  return Form;
}

std::vector<double> PairSystem::objective(const Row &C) const {
  std::vector<int64_t> Form = differenceForm(C, Dimensions);
  std::vector<double> Result(Form.begin(), Form.end());
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
  DualSimplex Simplex(All, std::vector<double>(All.numVariables(), 0));
  return Simplex.minimize(All.constants({})).S == DualSolution::Unbounded;
}

std::optional<Envelope>
Program::envelope(const std::vector<ParameterPoint> &Points) const {
  Envelope Result;
  Result.Values.assign(Points.size(), -std::numeric_limits<double>::infinity());
  DualSimplex Simplex(Constraints, Objective);
  if (!Simplex.feasible())
    return isEmpty() ? std::optional<Envelope>(Result) : std::nullopt;
  unsigned NumVariables = Constraints.numVariables();
  unsigned NumParameters = Constraints.numParameters();
  for (unsigned I = 0; I < Points.size(); ++I) {
    DualSolution Solution = Simplex.minimize(Constraints.constants(Points[I]));
    if (Solution.S != DualSolution::Optimal)
      continue;
    Result.Values[I] = Solution.Value;
    std::vector<double> Coefficients(NumParameters, 0);
    double Constant = 0;
    for (unsigned R = 0; R < Constraints.size(); ++R) {
      double Y = Solution.Multipliers[R];
      if (Y == 0)
        continue;
      const double *Parameters = Constraints.row(R) + NumVariables;
      Constant += Y * Parameters[NumParameters];
      for (unsigned K = 0; K < NumParameters; ++K)
        Coefficients[K] += Y * Parameters[K];
    }
    std::optional<Form> Tangent = roundToForm(Coefficients, Constant);
    if (Tangent && !llvm::is_contained(Result.Tangents, *Tangent))
      Result.Tangents.push_back(std::move(*Tangent));
  }
  return Result;
}

std::optional<ParameterPoint> Program::findExcess(const Form &F,
                                                  double Least) const {
  unsigned NumVariables = Constraints.numVariables();
  LinearSystem Capped = Constraints.overParameters();
  for (unsigned I = 0; I < Constraints.numParameters(); ++I)
    for (double Sign : {1.0, -1.0}) {
      double *Cap = Capped.add(false);
      Cap[NumVariables + I] = Sign;
      Cap[Capped.numVariables()] = LargestParameter;
    }
  std::vector<double> Difference(Objective);
  for (int64_t Coefficient : F.Coefficients)
    Difference.push_back(-double(Coefficient) / F.Denominator);
  DualSimplex Simplex(Capped, Difference);
  if (!Simplex.feasible())
    return std::nullopt;
  DualSolution Solution = Simplex.minimize(Capped.constants({}));
  if (Solution.S != DualSolution::Optimal ||
      Solution.Value < double(F.Constant) / F.Denominator + Least)
    return std::nullopt;
  return ParameterPoint(Solution.Point.begin() + NumVariables,
                        Solution.Point.end());
}

std::optional<ParameterPoint> Program::findGap(const Bound &B,
                                               unsigned First) const {
  for (const Form &F : B[First]) {
    double Least = 1.0 / F.Denominator - 1e-6;
    std::optional<ParameterPoint> Gap = findExcess(F, Least);
    if (Gap && First + 1 < B.size()) {
      Program Above = *this;
      double *Exceeds = Above.Constraints.add(false);
      Exceeds = std::copy(Objective.begin(), Objective.end(), Exceeds);
      for (int64_t Coefficient : F.Coefficients)
        *Exceeds++ = -double(Coefficient) / F.Denominator;
      *Exceeds = -double(F.Constant) / F.Denominator - Least;
      Gap = Above.findGap(B, First + 1);
    }
    if (Gap)
      return Gap;
  }
  return std::nullopt;
}
