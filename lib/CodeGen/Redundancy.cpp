//===- Redundancy.cpp - Which constraints follow from others --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Redundancy.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <numeric>

using namespace stevedore;
using namespace stevedore::codegen;

ConstraintSystem::ConstraintSystem(unsigned NumVariables)
    : NumVariables(NumVariables), Kinds(NumVariables, Kind::Free) {
  for (unsigned V = 0; V < NumVariables; ++V)
    Outside.push_back(V);
}

/// All rows are added before the first pivot, so that column v still stands for
/// variable v.
unsigned ConstraintSystem::add(const IntegerRow &R) {
  assert(R.Coefficients.size() == NumVariables && "a row of another system");
  unsigned Variable = Kinds.size();
  Kinds.push_back(R.IsEquality ? Kind::Zero : Kind::NonNegative);
  Rows.push_back({Variable, 1, R.Coefficients});
  Rows.back().Entries.push_back(R.Constant);
  return Variable;
}

bool ConstraintSystem::isViolated(const TableauRow &Row) const {
  Kind K = Kinds[Row.Variable];
  return (K == Kind::NonNegative && value(Row) < 0) ||
         (K == Kind::Zero && value(Row) != 0);
}

/// The column of the first variable, by number, whose growth from 0 brings the
/// violated variable of \p Row back; -1 if there is none.
int ConstraintSystem::entering(const TableauRow &Row) const {
  int Best = -1;
  bool Grow = value(Row) < 0;
  for (unsigned C = 0; C < Outside.size(); ++C) {
    int64_t Entry = Row.Entries[C];
    Kind K = Kinds[Outside[C]];
    bool Helps = K == Kind::Free
                     ? Entry != 0
                     : K == Kind::NonNegative && (Grow ? Entry > 0 : Entry < 0);
    if (Helps && (Best < 0 || Outside[C] < Outside[Best]))
      Best = C;
  }
  return Best;
}

/// Replaces the variable of column \p Column in \p Target by what \p Source,
/// the row of the variable that takes its place, says. False on overflow.
bool ConstraintSystem::substitute(TableauRow &Target, const TableauRow &Source,
                                  unsigned Column) {
  int64_t Factor = Target.Entries[Column];
  if (Factor == 0)
    return true;
  int64_t Pivot = Source.Entries[Column], Scale = Pivot < 0 ? -Pivot : Pivot;
  if (Pivot < 0)
    Factor = -Factor;
  constexpr int64_t Limit = int64_t(1) << 60;
  __int128 Common = __int128(Target.Denominator) * Scale, Largest = Common;
  std::vector<__int128> Wide;
  Wide.reserve(Target.Entries.size());
  for (unsigned C = 0; C < Target.Entries.size(); ++C) {
    __int128 Entry = C == Column ? __int128(Factor) * Source.Denominator
                                 : __int128(Target.Entries[C]) * Scale -
                                       __int128(Factor) * Source.Entries[C];
    Wide.push_back(Entry);
    Largest = std::max(Largest, Entry < 0 ? -Entry : Entry);
  }
  if (Largest >= Limit)
    return false;
  int64_t Divisor = Common;
  for (unsigned C = 0; C < Wide.size() && Divisor != 1; ++C)
    Divisor = std::gcd(Divisor, int64_t(Wide[C]));
  Target.Denominator = int64_t(Common) / Divisor;
  for (unsigned C = 0; C < Wide.size(); ++C)
    Target.Entries[C] = int64_t(Wide[C]) / Divisor;
  return true;
}

/// Exchanges the variable of row number \p Row with that of column \p Column:
///   D r = p s + rest   becomes   p s = D r - rest.
/// False on overflow.
bool ConstraintSystem::pivot(unsigned Row, unsigned Column) {
  TableauRow &Source = Rows[Row];
  for (unsigned R = 0; R < Rows.size(); ++R)
    if (R != Row && !substitute(Rows[R], Source, Column))
      return false;
  int64_t Pivot = Source.Entries[Column], Sign = Pivot < 0 ? -1 : 1;
  for (int64_t &Entry : Source.Entries)
    Entry *= -Sign;
  Source.Entries[Column] = Sign * Source.Denominator;
  Source.Denominator = Sign * Pivot;
  std::swap(Source.Variable, Outside[Column]);
  return true;
}

/// Pivots until no variable is violated or one cannot be brought back. The
/// first violated variable leaves and the first one that helps enters (Bland),
/// so that it ends.
ConstraintSystem::Answer ConstraintSystem::check() {
  for (unsigned Round = 0; Round < limits::RedundancyPivots; ++Round) {
    int Leaving = -1;
    for (unsigned R = 0; R < Rows.size(); ++R)
      if (isViolated(Rows[R]) &&
          (Leaving < 0 || Rows[R].Variable < Rows[Leaving].Variable))
        Leaving = R;
    if (Leaving < 0)
      return Answer::Feasible;
    int Entering = entering(Rows[Leaving]);
    if (Entering < 0)
      return Answer::Infeasible;
    if (!pivot(Leaving, Entering))
      return Answer::Unknown;
  }
  return Answer::Unknown;
}

/// The row of - \p Sign * (variable number \p Variable) - 1, in terms of the
/// variables outside of the basis, for a new variable.
ConstraintSystem::TableauRow ConstraintSystem::negation(unsigned Variable,
                                                        int64_t Sign) const {
  TableauRow Result;
  Result.Variable = Kinds.size();
  Result.Entries.assign(Outside.size() + 1, 0);
  for (unsigned C = 0; C < Outside.size(); ++C)
    if (Outside[C] == Variable)
      Result.Entries[C] = -Sign;
  for (const TableauRow &Row : Rows)
    if (Row.Variable == Variable) {
      Result.Denominator = Row.Denominator;
      for (unsigned C = 0; C < Row.Entries.size(); ++C)
        Result.Entries[C] = -Sign * Row.Entries[C];
    }
  Result.Entries.back() -= Result.Denominator;
  return Result;
}

/// Whether \p Sign * (variable number \p Variable) <= -1 contradicts the other
/// rows.
bool ConstraintSystem::negationIsInfeasible(unsigned Variable,
                                            int64_t Sign) const {
  ConstraintSystem Other(*this);
  Other.Kinds[Variable] = Kind::Free;
  Other.Rows.push_back(negation(Variable, Sign));
  Other.Kinds.push_back(Kind::NonNegative);
  return Other.check() == Answer::Infeasible;
}

/// Rows of variables without bounds say nothing about the others.
void ConstraintSystem::dropFreeRows() {
  llvm::erase_if(Rows, [&](const TableauRow &Row) {
    return Kinds[Row.Variable] == Kind::Free;
  });
}

bool ConstraintSystem::removeIfImplied(unsigned R) {
  if (Overflowed || check() != Answer::Feasible) {
    Overflowed = true;
    return false;
  }
  dropFreeRows();
  bool IsEquality = Kinds[R] == Kind::Zero;
  if (!negationIsInfeasible(R, 1) ||
      (IsEquality && !negationIsInfeasible(R, -1)))
    return false;
  Kinds[R] = Kind::Free;
  return true;
}
