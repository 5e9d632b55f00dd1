//===- Farkas.cpp - The optimized basis by Farkas' lemma ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Farkas.h"
#include "Basis.h"
#include "Generators.h"
#include "LexMinimum.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace stevedore;

namespace {

/// The program for one row: its variables are the coefficients of the width in
/// the order of priority, the constant plus limits::FarkasLeastConstant, the
/// greatest entry of the row, the sum of its entries' sizes, the size of each,
/// and the integer factors by which it combines Rest. Its constraints are those
/// generators of the cones of differences that were met so far.
class RowProgram {
public:
  RowProgram(const Widths &W, llvm::ArrayRef<Row> Chosen,
             const std::vector<Row> &Rest);

  /// The least solution with factor number \p Leading at least 1; none if there
  /// is none that is less than \p Best.
  std::optional<LexPoint> solve(unsigned Leading,
                                const std::optional<LexPoint> &Best);
  Row factors(const LexPoint &Solution) const;
  /// Width, greatest entry and sum are minimized in turn.
  LexOrder order() const { return {NumParameters + 3, factor(0)}; }

private:
  void addNorms();
  LinearSystem withLeading(unsigned Leading, bool Alone) const;
  void addGenerator(const Generator &G);
  bool findViolations(const WidthBound &Bound, std::vector<Generator> &Found);
  std::optional<WidthBound> toBound(const LexPoint &Solution) const;
  unsigned factor(unsigned K) const { return NumParameters + 3 + Rank + K; }
  int64_t *addRow() { return System.add(false); }

  const Widths &W;
  const std::vector<Row> &Rest;
  unsigned Rank;
  unsigned NumParameters;
  /// Parameters in the order of priority.
  std::vector<unsigned> Priority;
  std::vector<DifferenceCone> Cones;
  /// The number of the cone that is looked at first.
  unsigned First = 0;
  LinearSystem System;
};

} // namespace

/// Structure parameters before tile sizes, each in the order of the context.
static std::vector<unsigned> priorityOf(const LiftedConflicts &C) {
  std::vector<unsigned> Result;
  for (bool TileSizes : {false, true})
    for (unsigned P = 0; P < C.Parameters.size(); ++P)
      if (C.isTileSize(P) == TileSizes)
        Result.push_back(P);
  return Result;
}

RowProgram::RowProgram(const Widths &W, llvm::ArrayRef<Row> Chosen,
                       const std::vector<Row> &Rest)
    : W(W), Rest(Rest), Rank(Rest[0].size()),
      NumParameters(W.conflicts().Parameters.size()),
      Priority(priorityOf(W.conflicts())), System(factor(Rest.size()), 0) {
  for (const PairSystem &Pairs : W.systems()) {
    Cones.emplace_back(Pairs, Chosen, Rank);
    System.countEffort(*Pairs.Constraints.effort());
  }
  for (unsigned K = 0; K <= NumParameters; ++K)
    addRow()[K] = 1;
  addNorms();
}

Row RowProgram::factors(const LexPoint &Solution) const {
  Row Result;
  for (unsigned K = 0; K < Rest.size(); ++K)
    Result.push_back(llvm::divideFloorSigned(Solution.Numerators[factor(K)],
                                             Solution.Denominator));
  return Result;
}

/// The size of each entry is at least the entry and its opposite, the greatest
/// entry at least each size, the sum at least their sum.
void RowProgram::addNorms() {
  unsigned Greatest = NumParameters + 1, Sum = NumParameters + 2;
  for (unsigned D = 0; D < Rank; ++D) {
    unsigned Size = Sum + 1 + D;
    for (int Sign : {1, -1}) {
      int64_t *Least = addRow();
      Least[Size] = 1;
      for (unsigned K = 0; K < Rest.size(); ++K)
        Least[factor(K)] = Sign * Rest[K][D];
    }
    int64_t *IsGreatest = addRow();
    IsGreatest[Greatest] = 1;
    IsGreatest[Size] = -1;
  }
  int64_t *Total = addRow();
  Total[Sum] = 1;
  for (unsigned D = 0; D < Rank; ++D)
    Total[Sum + 1 + D] = -1;
}

/// The width of the row at \p G is at least its value there and the opposite.
void RowProgram::addGenerator(const Generator &G) {
  for (int Sign : {1, -1}) {
    int64_t *Width = addRow();
    for (unsigned K = 0; K < NumParameters; ++K)
      Width[K] = G.Parameters[Priority[K]];
    Width[NumParameters] = G.Homogenizer;
    Width[System.numVariables()] = -limits::FarkasLeastConstant * G.Homogenizer;
    for (unsigned K = 0; K < Rest.size(); ++K)
      Width[factor(K)] =
          Sign * std::inner_product(Rest[K].begin(), Rest[K].end(),
                                    G.Difference.begin(), int64_t(0));
  }
}

/// The costs of \p Solution without a common divisor; none if they are large.
std::optional<WidthBound> RowProgram::toBound(const LexPoint &Solution) const {
  WidthBound Result;
  int64_t Divisor = Solution.Denominator;
  for (unsigned K = 0; K <= NumParameters; ++K)
    Divisor = std::gcd(Divisor, Solution.Numerators[K]);
  Result.Scale = Solution.Denominator / Divisor;
  if (Result.Scale != int32_t(Result.Scale))
    return std::nullopt;
  Result.Coefficients.resize(NumParameters);
  for (unsigned K = 0; K < NumParameters; ++K)
    Result.Coefficients[Priority[K]] = Solution.Numerators[K] / Divisor;
  Result.Constant = Solution.Numerators[NumParameters] / Divisor -
                    limits::FarkasLeastConstant * Result.Scale;
  Result.Direction = combine(factors(Solution), Rest);
  return Result;
}

/// Adds generators where \p Bound fails to \p Found, from the cones in turn
/// until there are some. False if that could not be decided.
bool RowProgram::findViolations(const WidthBound &Bound,
                                std::vector<Generator> &Found) {
  for (unsigned K = 0; K < Cones.size() && Found.size() < limits::FarkasGain;
       ++K) {
    if (!Cones[First].addViolations(Bound, Found))
      return false;
    First = (First + 1) % Cones.size();
  }
  return true;
}

/// The program with factor number \p Leading at least 1, or where \p Alone is
/// set equal to 1 and all others 0: those rows of Rest are known to be
/// integers, and better ones are looked for from there.
LinearSystem RowProgram::withLeading(unsigned Leading, bool Alone) const {
  LinearSystem Result = System;
  for (unsigned K = 0; K < Rest.size(); ++K) {
    if (K != Leading && !Alone)
      continue;
    int64_t *Factor = Result.add(Alone);
    Factor[factor(K)] = 1;
    Factor[Result.numVariables()] = K == Leading ? -1 : 0;
  }
  return Result;
}

/// Solves, adds the generators where the solution fails to be a width, and
/// solves again, until it is one: then it is the least of all if it is the
/// least under these constraints.
std::optional<LexPoint> RowProgram::solve(unsigned Leading,
                                          const std::optional<LexPoint> &Best) {
  for (unsigned Round = 0; Round < limits::FarkasRounds && !W.halfSpent();
       ++Round) {
    auto Solution =
        lexMinimum(withLeading(Leading, false), order(),
                   lexMinimum(withLeading(Leading, true), order(), Best));
    if (!Solution || (Best && !isLexLess(*Solution, *Best, order().NumCosts)))
      return std::nullopt;
    std::vector<Generator> Violations;
    auto Bound = toBound(*Solution);
    if (!Bound || !findViolations(*Bound, Violations))
      return std::nullopt;
    if (Violations.empty())
      return Solution;
    for (const Generator &G : Violations)
      addGenerator(G);
  }
  return std::nullopt;
}

/// The factors of the row of least width in the span of \p Rest. Vectors c and
/// -c have the same width, so that some factor is at least 1 without loss
/// (section 4.1.2).
static std::optional<Row> leastRow(const Widths &W, llvm::ArrayRef<Row> Chosen,
                                   const std::vector<Row> &Rest) {
  RowProgram Program(W, Chosen, Rest);
  std::optional<LexPoint> Best;
  for (unsigned Leading = 0; Leading < Rest.size(); ++Leading) {
    if (auto Next = Program.solve(Leading, Best))
      Best = std::move(Next);
  }
  if (!Best)
    return std::nullopt;
  return Program.factors(*Best);
}

std::optional<std::vector<Row>> stevedore::farkasBasis(const Widths &W,
                                                       std::vector<Row> Basis) {
  std::vector<Row> Chosen;
  while (Basis.size() > 1) {
    std::optional<Row> Factors = leastRow(W, Chosen, Basis);
    if (!Factors)
      return std::nullopt;
    Chosen.push_back(combine(*Factors, Basis));
    std::vector<Row> Rest = complement(*Factors, Basis);
    if (Rest.size() + 1 != Basis.size())
      return std::nullopt;
    Basis = std::move(Rest);
  }
  Chosen.insert(Chosen.end(), Basis.begin(), Basis.end());
  return Chosen;
}
