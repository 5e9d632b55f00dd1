//===- Simplex.cpp - Maxima of linear forms, with their duals -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simplex.h"
#include <algorithm>
#include <cmath>

using namespace stevedore;

static constexpr double Tiny = 1e-9;

double *LinearSystem::add(bool Equality) {
  Equalities.push_back(Equality);
  Entries.resize(Entries.size() + width(), 0);
  return &Entries[Entries.size() - width()];
}

std::vector<double>
LinearSystem::constants(const std::vector<double> &Point) const {
  std::vector<double> Result;
  Result.reserve(size());
  for (unsigned I = 0; I < size(); ++I) {
    const double *Parameters = row(I) + NumVariables;
    double Value = Parameters[NumParameters];
    for (unsigned K = 0; K < NumParameters; ++K)
      Value += Parameters[K] * Point[K];
    Result.push_back(Value);
  }
  return Result;
}

LinearSystem LinearSystem::overParameters() const {
  LinearSystem Result(*this);
  Result.NumVariables += NumParameters;
  Result.NumParameters = 0;
  return Result;
}

LinearSystem LinearSystem::withVariables(unsigned Count) const {
  LinearSystem Result(NumVariables + Count, NumParameters);
  Result.Effort = Effort;
  for (unsigned I = 0; I < size(); ++I) {
    double *Wider = Result.add(isEquality(I));
    std::copy(row(I), row(I) + NumVariables, Wider);
    std::copy(row(I) + NumVariables, row(I) + width(),
              Wider + NumVariables + Count);
  }
  return Result;
}

/// Sets up the tableau of Y y = c with one artificial variable for each row;
/// rows are negated where c is negative. Column Width - 1 holds c.
DualSimplex::DualSimplex(const LinearSystem &System,
                         const std::vector<double> &Objective)
    : NumVariables(Objective.size()), NumConstraints(System.size()),
      Effort(System.effort()) {
  Columns.reserve(System.size() + 8);
  for (unsigned I = 0; I < System.size(); ++I) {
    Columns.push_back({I, 1});
    if (System.isEquality(I))
      Columns.push_back({I, -1});
  }
  Width = Columns.size() + NumVariables + 1;
  Tableau.assign(NumVariables * Width, 0);
  for (unsigned V = 0; V < NumVariables; ++V) {
    double Sign = Objective[V] < 0 ? -1 : 1;
    Signs.push_back(Sign);
    for (unsigned C = 0; C < Columns.size(); ++C)
      at(V, C) = -Sign * Columns[C].second * System.row(Columns[C].first)[V];
    at(V, Columns.size() + V) = 1;
    at(V, Width - 1) = Sign * Objective[V];
    Basis.push_back(Columns.size() + V);
  }
  Feasible = findBasis();
}

void DualSimplex::pivot(unsigned Row, unsigned Column) {
  double *Source = &Tableau[Row * Width];
  double Inverse = 1 / Source[Column];
  Nonzeros.clear();
  for (unsigned C = 0; C < Width; ++C)
    if (Source[C] != 0) {
      Source[C] *= Inverse;
      Nonzeros.push_back(C);
    }
  Source[Column] = 1;
  uint64_t NumChanged = Width;
  for (unsigned R = 0; R < NumVariables; ++R) {
    double *Target = &Tableau[R * Width];
    double Factor = Target[Column];
    if (R == Row || Factor == 0)
      continue;
    for (unsigned C : Nonzeros)
      Target[C] -= Factor * Source[C];
    Target[Column] = 0;
    NumChanged += Nonzeros.size();
  }
  Basis[Row] = Column;
  if (Effort)
    *Effort += NumChanged;
}

/// Costs minus their combination by the basis; the last entry is minus the
/// value of the present solution.
std::vector<double>
DualSimplex::reducedCosts(const std::vector<double> &Costs) {
  std::vector<double> Reduced(Costs);
  Reduced.push_back(0);
  for (unsigned R = 0; R < NumVariables; ++R) {
    double Cost = Costs[Basis[R]];
    if (Cost == 0)
      continue;
    for (unsigned C = 0; C < Width; ++C)
      Reduced[C] -= Cost * at(R, C);
  }
  return Reduced;
}

/// The simplex method from the present basis, over the first \p NumEligible
/// columns. The entering column is the one of least reduced cost, after a
/// number of steps the first negative one (Bland), so that it ends.
DualSimplex::Step DualSimplex::optimize(const std::vector<double> &Costs,
                                        unsigned NumEligible) {
  double Scale = 1;
  for (double Cost : Costs)
    Scale = std::max(Scale, std::fabs(Cost));
  double Threshold = -Tiny * Scale;
  std::vector<double> Reduced = reducedCosts(Costs);
  for (unsigned Round = 0; Round < 500; ++Round) {
    unsigned Entering = NumEligible;
    for (unsigned C = 0; C < NumEligible; ++C) {
      if (Reduced[C] >= Threshold)
        continue;
      if (Entering == NumEligible || Reduced[C] < Reduced[Entering])
        Entering = C;
      if (Round > 100)
        break;
    }
    if (Entering == NumEligible)
      return Step::Done;
    unsigned Leaving = NumVariables;
    double Best = 0;
    for (unsigned R = 0; R < NumVariables; ++R) {
      if (at(R, Entering) <= Tiny)
        continue;
      double Ratio = at(R, Width - 1) / at(R, Entering);
      if (Leaving == NumVariables || Ratio < Best - Tiny ||
          (Ratio < Best + Tiny && Basis[R] < Basis[Leaving])) {
        Leaving = R;
        Best = Ratio;
      }
    }
    if (Leaving == NumVariables)
      return Step::Unbounded;
    pivot(Leaving, Entering);
    double Factor = Reduced[Entering];
    for (unsigned C : Nonzeros)
      Reduced[C] -= Factor * at(Leaving, C);
    Reduced[Entering] = 0;
  }
  return Step::Stalled;
}

/// The first phase: drives the artificial variables to zero.
bool DualSimplex::findBasis() {
  std::vector<double> Costs(Width - 1, 0);
  double Sum = 0;
  std::fill(Costs.begin() + Columns.size(), Costs.end(), 1);
  if (optimize(Costs, Columns.size()) != Step::Done)
    return false;
  for (unsigned R = 0; R < NumVariables; ++R)
    if (Basis[R] >= Columns.size())
      Sum += at(R, Width - 1);
  if (Sum > 1e-6)
    return false;
  expelArtificials();
  return true;
}

/// Replaces artificial variables that are still in the basis, at zero, by
/// multipliers. A row without any is redundant and stays.
void DualSimplex::expelArtificials() {
  for (unsigned R = 0; R < NumVariables; ++R) {
    if (Basis[R] < Columns.size())
      continue;
    unsigned Best = 0;
    for (unsigned C = 1; C < Columns.size(); ++C)
      if (std::fabs(at(R, C)) > std::fabs(at(R, Best)))
        Best = C;
    if (!Columns.empty() && std::fabs(at(R, Best)) > 1e-6)
      pivot(R, Best);
  }
}

DualSolution DualSimplex::minimize(const std::vector<double> &RightHandSides) {
  DualSolution Result;
  std::vector<double> Costs(Width - 1, 0);
  for (unsigned C = 0; C < Columns.size(); ++C)
    Costs[C] = Columns[C].second * RightHandSides[Columns[C].first];
  Step Outcome = optimize(Costs, Columns.size());
  if (Outcome != Step::Done) {
    Result.S = Outcome == Step::Unbounded ? DualSolution::Unbounded
                                          : DualSolution::Stalled;
    return Result;
  }
  Result.S = DualSolution::Optimal;
  Result.Multipliers.assign(NumConstraints, 0);
  Result.Point.assign(NumVariables, 0);
  for (unsigned R = 0; R < NumVariables; ++R) {
    unsigned Column = Basis[R];
    double Cost = Costs[Column];
    if (Column < Columns.size())
      Result.Multipliers[Columns[Column].first] +=
          Columns[Column].second * at(R, Width - 1);
    Result.Value += Cost * at(R, Width - 1);
    for (unsigned V = 0; V < NumVariables; ++V)
      Result.Point[V] += Cost * at(R, Columns.size() + V) * Signs[V];
  }
  return Result;
}
