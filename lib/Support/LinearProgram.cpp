//===- LinearProgram.cpp - Linear programs --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/LinearProgram.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <numeric>

using namespace stevedore;

WideInteger stevedore::greatestCommonDivisor(WideInteger A, WideInteger B) {
  while (B != 0) {
    WideInteger Rest = A % B;
    A = B;
    B = Rest;
  }
  return A < 0 ? -A : A;
}

int64_t *LinearSystem::add(bool Equality) {
  Equalities.push_back(Equality);
  Entries.resize(Entries.size() + width(), 0);
  return &Entries[Entries.size() - width()];
}

std::vector<int64_t>
LinearSystem::constants(const ParameterPoint &Point) const {
  std::vector<int64_t> Result;
  Result.reserve(size());
  for (unsigned I = 0; I < size(); ++I) {
    const int64_t *Parameters = row(I) + NumVariables;
    WideInteger Value =
        WideInteger(Parameters[NumParameters]) * Point.Denominator;
    for (unsigned K = 0; K < NumParameters; ++K)
      if (Parameters[K] != 0)
        Value += WideInteger(Parameters[K]) * Point.Numerators[K];
    if (Value != int64_t(Value))
      return {};
    Result.push_back(int64_t(Value));
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
  Result.Entries.reserve((size() + NumVariables) * Result.width());
  for (unsigned I = 0; I < size(); ++I) {
    int64_t *Wider = Result.add(isEquality(I));
    std::copy(row(I), row(I) + NumVariables, Wider);
    std::copy(row(I) + NumVariables, row(I) + width(),
              Wider + NumVariables + Count);
  }
  return Result;
}

/// Rows of larger denominators are reduced.
static constexpr int64_t MaxDenominator = 1 << 12;

/// What a multiple of the odd number \p Odd is multiplied by modulo 2^64 to
/// divide it by Odd. Newton's iteration doubles the three bits at which Odd is
/// its own inverse.
static uint64_t inverseOf(uint64_t Odd) {
  uint64_t Result = Odd;
  for (unsigned Bits = 3; Bits < 64; Bits *= 2)
    Result *= 2 - Odd * Result;
  return Result;
}

void TableauRow::reduce() {
  int64_t Divisor = Denominator;
  for (int64_t Entry : Entries) {
    if (Divisor == 1)
      return;
    if (Entry % Divisor != 0)
      Divisor = std::gcd(Divisor, Entry);
  }
  unsigned Shift = llvm::countr_zero(uint64_t(Divisor));
  uint64_t Inverse = inverseOf(uint64_t(Divisor) >> Shift);
  Denominator /= Divisor;
  for (int64_t &Entry : Entries)
    Entry = int64_t(uint64_t(Entry >> Shift) * Inverse);
}

uint64_t TableauRow::eliminate(const TableauRow &Source, unsigned Column,
                               llvm::ArrayRef<unsigned> Nonzeros,
                               bool &Overflow) {
  int64_t Divisor = Source.Denominator == 1
                        ? 1
                        : std::gcd(Source.Denominator, Entries[Column]);
  int64_t Scale = Source.Denominator / Divisor;
  int64_t Factor = Entries[Column] / Divisor;
  uint64_t NumChanged = Nonzeros.size();
  bool Failed = false;
  if (Scale != 1) {
    for (int64_t &Entry : Entries)
      Failed |= __builtin_mul_overflow(Entry, Scale, &Entry);
    Failed |= __builtin_mul_overflow(Denominator, Scale, &Denominator);
    NumChanged += Entries.size();
  }
  int64_t *Target = Entries.data();
  const int64_t *Subtracted = Source.Entries.data();
  for (unsigned C : Nonzeros) {
    int64_t Product;
    Failed |= __builtin_mul_overflow(Factor, Subtracted[C], &Product);
    Failed |= __builtin_sub_overflow(Target[C], Product, &Target[C]);
  }
  Overflow |= Failed;
  if (Scale != 1 && Denominator > MaxDenominator && !Overflow)
    reduce();
  return NumChanged;
}

/// Sets up the tableau of Y y = c with one artificial variable for each row;
/// rows are negated where c is negative. Column Width - 1 holds c.
DualSimplex::DualSimplex(const LinearSystem &System,
                         const std::vector<int64_t> &Objective)
    : NumVariables(Objective.size()), NumConstraints(System.size()),
      Effort(System.effort()), Tableau(Objective.size()) {
  Columns.reserve(System.size() + 8);
  for (unsigned I = 0; I < System.size(); ++I) {
    FirstColumn.push_back(Columns.size());
    Columns.push_back({I, 1});
    if (System.isEquality(I))
      Columns.push_back({I, -1});
  }
  LeftOut.assign(Columns.size(), false);
  Width = Columns.size() + NumVariables + 1;
  for (unsigned V = 0; V < NumVariables; ++V) {
    int64_t Sign = Objective[V] < 0 ? -1 : 1;
    std::vector<int64_t> &Row = Tableau[V].Entries;
    Row.assign(Width, 0);
    Signs.push_back(Sign);
    for (unsigned C = 0; C < Columns.size(); ++C)
      Row[C] = -Sign * Columns[C].second * System.row(Columns[C].first)[V];
    Row[Columns.size() + V] = 1;
    Row[Width - 1] = Sign * Objective[V];
    Basis.push_back(Columns.size() + V);
  }
  Feasible = findBasis();
}

/// Makes entry \p Column of \p Target zero by row number \p Row, of which
/// Nonzeros are the nonzero entries.
void DualSimplex::eliminate(TableauRow &Target, unsigned Row, unsigned Column) {
  if (Target.Entries[Column] == 0 || Overflow)
    return;
  uint64_t NumChanged =
      Target.eliminate(Tableau[Row], Column,
                       llvm::ArrayRef(Nonzeros).take_front(NumNonzeros),
                       Overflow);
  if (Effort)
    *Effort += NumChanged;
}

/// Sets Nonzeros for \p Source.
void DualSimplex::findNonzeros(const TableauRow &Source) {
  Nonzeros.resize(Width);
  unsigned *Next = Nonzeros.data();
  const int64_t *Entries = Source.Entries.data();
  for (unsigned C = 0; C < Width; ++C) {
    *Next = C;
    Next += Entries[C] != 0;
  }
  NumNonzeros = Next - Nonzeros.data();
}

void DualSimplex::pivot(unsigned Row, unsigned Column) {
  TableauRow &Source = Tableau[Row];
  if (Source.Entries[Column] < 0)
    for (int64_t &Entry : Source.Entries)
      Entry = -Entry;
  Source.Denominator = Source.Entries[Column];
  Source.reduce();
  findNonzeros(Source);
  for (unsigned R = 0; R < NumVariables; ++R)
    if (R != Row)
      eliminate(Tableau[R], Row, Column);
  eliminate(Reduced, Row, Column);
  Basis[Row] = Column;
}

void DualSimplex::setCosts(const std::vector<int64_t> &Costs) {
  Reduced = {Costs, 1};
  Reduced.Entries.push_back(0);
  for (unsigned R = 0; R < NumVariables; ++R) {
    if (Reduced.Entries[Basis[R]] == 0)
      continue;
    findNonzeros(Tableau[R]);
    eliminate(Reduced, R, Basis[R]);
  }
}

/// The column of least reduced cost among the first \p NumEligible, or the
/// first one of negative reduced cost; \p NumEligible if none is negative.
unsigned DualSimplex::entering(unsigned NumEligible, bool First) const {
  unsigned Result = NumEligible;
  int64_t Least = 0;
  for (unsigned C = 0; C < NumEligible; ++C) {
    if (Reduced.Entries[C] >= Least || LeftOut[C])
      continue;
    Least = Reduced.Entries[C];
    Result = C;
    if (First)
      break;
  }
  return Result;
}

/// The row that limits how far \p Column can enter, of several the one of the
/// first basic column; NumVariables if none does.
unsigned DualSimplex::leaving(unsigned Column) const {
  unsigned Result = NumVariables;
  for (unsigned R = 0; R < NumVariables; ++R) {
    if (at(R, Column) <= 0)
      continue;
    if (Result == NumVariables) {
      Result = R;
      continue;
    }
    WideInteger Limit = WideInteger(at(R, Width - 1)) * at(Result, Column);
    WideInteger Best = WideInteger(at(Result, Width - 1)) * at(R, Column);
    if (Limit < Best || (Limit == Best && Basis[R] < Basis[Result]))
      Result = R;
  }
  return Result;
}

/// The simplex method from the present basis, over the first \p NumEligible
/// columns. The entering column is the one of least reduced cost, after a
/// number of steps the first negative one (Bland), so that it ends.
DualSimplex::Step DualSimplex::optimize(const std::vector<int64_t> &Costs,
                                        unsigned NumEligible) {
  setCosts(Costs);
  for (unsigned Steps = 0; Steps < limits::SimplexSteps && !Overflow; ++Steps) {
    unsigned Entering = entering(NumEligible, Steps > limits::GreedySteps);
    if (Entering == NumEligible)
      return Step::Done;
    unsigned Leaving = leaving(Entering);
    if (Leaving == NumVariables)
      return Step::Unbounded;
    pivot(Leaving, Entering);
  }
  return Step::Stalled;
}

/// The first phase: drives the artificial variables to zero, which they are
/// where the right side is.
bool DualSimplex::findBasis() {
  std::vector<int64_t> Costs(Width - 1, 0);
  setCosts(Costs);
  auto IsZero = [&](const TableauRow &Row) { return Row.Entries.back() == 0; };
  std::fill(Costs.begin() + Columns.size(), Costs.end(), 1);
  if (!std::all_of(Tableau.begin(), Tableau.end(), IsZero) &&
      optimize(Costs, Columns.size()) != Step::Done)
    return false;
  for (unsigned R = 0; R < NumVariables; ++R)
    if (Basis[R] >= Columns.size() && at(R, Width - 1) != 0)
      return false;
  expelArtificials();
  return !Overflow;
}

/// Replaces the basic variable of row number \p Row, which is at zero, by a
/// multiplier that is not left out. A row without any stays: its variable is
/// zero whatever the others are.
void DualSimplex::expel(unsigned Row) {
  unsigned Best = Columns.size();
  for (unsigned C = 0; C < Columns.size(); ++C)
    if (at(Row, C) != 0 && !LeftOut[C] &&
        (Best == Columns.size() ||
         std::abs(at(Row, C)) > std::abs(at(Row, Best))))
      Best = C;
  if (Best != Columns.size())
    pivot(Row, Best);
}

/// Replaces artificial variables that are still in the basis.
void DualSimplex::expelArtificials() {
  for (unsigned R = 0; R < NumVariables && !Overflow; ++R)
    if (Basis[R] >= Columns.size())
      expel(R);
}

void DualSimplex::leaveOut(unsigned Column) {
  LeftOut[Column] = true;
  for (unsigned R = 0; R < NumVariables && !Overflow; ++R)
    if (Basis[R] == Column)
      return expel(R);
}

/// Replaces the multiplier of \p Column by its opposite. In the row where it is
/// basic it keeps its entry, which is as if all others changed their signs.
void DualSimplex::negate(unsigned Column) {
  for (unsigned R = 0; R < NumVariables; ++R) {
    std::vector<int64_t> &Entries = Tableau[R].Entries;
    if (Basis[R] == Column)
      for (int64_t &Entry : Entries)
        Entry = -Entry;
    Entries[Column] = -Entries[Column];
  }
}

void DualSimplex::relax(unsigned Constraint, bool Opposite) {
  unsigned First = FirstColumn[Constraint];
  if (isEquality(Constraint))
    leaveOut(First + 1);
  if (Opposite)
    negate(First);
}

void DualSimplex::restore(unsigned Constraint, bool Opposite) {
  unsigned First = FirstColumn[Constraint];
  if (Opposite)
    negate(First);
  if (isEquality(Constraint))
    LeftOut[First + 1] = false;
}

void DualSimplex::remove(unsigned Constraint) {
  unsigned First = FirstColumn[Constraint];
  leaveOut(First);
  if (isEquality(Constraint))
    leaveOut(First + 1);
}

/// Reads the multipliers of the present basis; false if they have no small
/// common denominator.
bool DualSimplex::readMultipliers(DualSolution &Result) const {
  int64_t Common = 1;
  for (unsigned R = 0; R < NumVariables; ++R) {
    if (at(R, Width - 1) == 0)
      continue;
    int64_t Factor =
        Tableau[R].Denominator / std::gcd(Common, Tableau[R].Denominator);
    if (__builtin_mul_overflow(Common, Factor, &Common))
      return false;
  }
  Result.MultiplierDenominator = Common;
  Result.Multipliers.assign(NumConstraints, 0);
  for (unsigned R = 0; R < NumVariables; ++R) {
    if (Basis[R] >= Columns.size() || at(R, Width - 1) == 0)
      continue;
    auto [Constraint, Sign] = Columns[Basis[R]];
    int64_t Multiplier;
    if (__builtin_mul_overflow(at(R, Width - 1),
                               Sign * (Common / Tableau[R].Denominator),
                               &Multiplier))
      return false;
    Result.Multipliers[Constraint] += Multiplier;
  }
  return true;
}

std::vector<int64_t>
DualSimplex::costs(const std::vector<int64_t> &RightHandSides) const {
  std::vector<int64_t> Result(Width - 1, 0);
  for (unsigned C = 0; C < Columns.size(); ++C)
    Result[C] = Columns[C].second * RightHandSides[Columns[C].first];
  return Result;
}

DualSolution::Status
DualSimplex::status(const std::vector<int64_t> &RightHandSides) {
  if (RightHandSides.size() != NumConstraints)
    return DualSolution::Stalled;
  switch (optimize(costs(RightHandSides), Columns.size())) {
  case Step::Done:
    return DualSolution::Optimal;
  case Step::Unbounded:
    return DualSolution::Unbounded;
  case Step::Stalled:
    return DualSolution::Stalled;
  }
  llvm_unreachable("a step of the simplex method");
}

/// The row of the first basic column that is negative; NumVariables if none is.
unsigned DualSimplex::violated() const {
  unsigned Result = NumVariables;
  for (unsigned R = 0; R < NumVariables; ++R)
    if (at(R, Width - 1) < 0 &&
        (Result == NumVariables || Basis[R] < Basis[Result]))
      Result = R;
  return Result;
}

/// The column that may replace the basic one of \p Row, whose right side is
/// negative, so that no reduced cost becomes negative; Columns.size() if none
/// may.
unsigned DualSimplex::enteringAt(unsigned Row) const {
  unsigned Result = Columns.size();
  for (unsigned C = 0; C < Columns.size(); ++C) {
    if (at(Row, C) >= 0 || LeftOut[C])
      continue;
    if (Result == Columns.size() ||
        WideInteger(Reduced.Entries[C]) * -at(Row, Result) <
            WideInteger(Reduced.Entries[Result]) * -at(Row, C))
      Result = C;
  }
  return Result;
}

/// The columns of artificial variables are the inverse of the basis, by which
/// right sides follow from \p Objective. Rows and columns are the first ones
/// that may be taken (Bland), so that it ends.
DualSolution::Status
DualSimplex::setObjective(const std::vector<int64_t> &Objective) {
  auto setLast = [&](TableauRow &Row) {
    WideInteger Sum = 0;
    for (unsigned V = 0; V < NumVariables; ++V)
      Sum += WideInteger(Row.Entries[Columns.size() + V]) *
             (Signs[V] * Objective[V]);
    Overflow |= Sum != int64_t(Sum);
    Row.Entries[Width - 1] = int64_t(Sum);
  };
  llvm::for_each(Tableau, setLast);
  setLast(Reduced);
  for (unsigned R = 0; R < NumVariables; ++R)
    if (Basis[R] >= Columns.size() && at(R, Width - 1) != 0)
      return DualSolution::Unbounded;
  for (unsigned Steps = 0; Steps < limits::SimplexSteps && !Overflow; ++Steps) {
    unsigned Row = violated();
    if (Row == NumVariables)
      return DualSolution::Optimal;
    unsigned Column = enteringAt(Row);
    if (Column == Columns.size())
      return DualSolution::Unbounded;
    pivot(Row, Column);
  }
  return DualSolution::Stalled;
}

DualSolution DualSimplex::minimize(const std::vector<int64_t> &RightHandSides) {
  DualSolution Result;
  DualSolution::Status Outcome = status(RightHandSides);
  if (Outcome == DualSolution::Unbounded)
    Result.S = Outcome;
  if (Outcome != DualSolution::Optimal || !readMultipliers(Result))
    return Result;
  Reduced.reduce();
  Result.S = DualSolution::Optimal;
  Result.Value = value();
  Result.PointDenominator = Reduced.Denominator;
  for (unsigned V = 0; V < NumVariables; ++V)
    Result.Point.push_back(-Signs[V] * Reduced.Entries[Columns.size() + V]);
  return Result;
}
