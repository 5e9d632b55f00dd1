//===- Main.cpp - Random counts -------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// count-fuzz SEED COUNT: counts the points { [I, m] } of random sets in closed
/// form, sums over the multiples I of sizes T, and compares with visiting the
/// points of a box one by one, and at larger values with counting them in
/// lines; the fewest and the most points that any I has are compared with their
/// bounds.
//
//===----------------------------------------------------------------------===//

#include "../RandomRun.h"
#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Counting/Formula.h"
#include "stevedore/Counting/LatticeCount.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <cmath>
#include <random>

using namespace stevedore;

/// The parameters n and T1, T2 and T3, three origins and three elements; a set
/// need not mention all of them.
static constexpr unsigned Variables = 10, FirstOrigin = 4, FirstElement = 7;
static const char *const Names[Variables] = {"n",  "T1", "T2", "T3", "I1",
                                             "I2", "I3", "a",  "b",  "c"};

/// Factors . x + Constant >= 0; or a multiple of Modulus where that is not 0.
struct Row {
  int Factors[Variables] = {};
  int Constant = 0;
  int Modulus = 0;

  bool holds(const int *At) const {
    int Sum = Constant;
    for (unsigned K = 0; K < Variables; ++K)
      Sum += Factors[K] * At[K];
    return Modulus ? Sum % Modulus == 0 : Sum >= 0;
  }
};

static constexpr Extreme Extremes[] = {Extreme::Least, Extreme::Greatest};

using System = std::vector<Row>;

/// A union of systems over the first of the origins and elements.
struct PointSet {
  std::vector<System> Systems;
  unsigned Origins = 1, Elements = 1;
  /// The values of coordinates that counting it far away may look at.
  unsigned MostFar = 2000;

  bool has(unsigned V) const {
    return V < FirstOrigin || (V < FirstElement ? V < FirstOrigin + Origins
                                                : V < FirstElement + Elements);
  }
};

/// Coordinates lie from -2 to n + 3.
static constexpr int Least = -2, Beyond = 3;

static PointSet randomSet(std::mt19937_64 &Random) {
  auto between = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  PointSet Result;
  Result.Origins = between(1, 3);
  Result.Elements = between(0, Result.Origins == 3 ? 1 : 3);
  Result.Systems.resize(between(1, 2));
  for (System &S : Result.Systems) {
    S.resize(between(1, 5));
    for (Row &R : S) {
      for (unsigned V = 0; V < Variables; ++V)
        if (Result.has(V) && Random() % 2)
          R.Factors[V] = Random() % 4 ? between(-1, 1) : between(-3, 3);
      R.Constant = between(-3, 5);
      R.Modulus = Random() % 8 ? 0 : between(2, 3);
    }
  }
  return Result;
}

/// Two origins that bounds join, and an element beside them.
static PointSet joinedSet(std::mt19937_64 &Random) {
  auto between = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  PointSet Result;
  Result.Origins = 2;
  Result.Elements = between(0, 1);
  Result.MostFar = 30000;
  Result.Systems.resize(1);
  System &Rows = Result.Systems.front();
  Rows.resize(between(1, 2));
  for (Row &R : Rows) {
    R.Factors[0] = between(0, 1);
    R.Factors[FirstOrigin] = between(1, 3) * (Random() % 2 ? 1 : -1);
    R.Factors[FirstOrigin + 1] = between(1, 3) * (Random() % 2 ? 1 : -1);
    R.Factors[FirstElement] = Result.Elements != 0 ? between(-1, 1) : 0;
    R.Constant = between(-3, 5);
  }
  return Result;
}

static std::string text(const PointSet &S) {
  std::vector<std::string> Coordinates, Parts;
  for (unsigned V = FirstOrigin; V < Variables; ++V)
    if (S.has(V))
      Coordinates.push_back(Names[V]);
  std::string Tuple = "[" + llvm::join(Coordinates, ", ") + "] : ";
  for (const System &Rows : S.Systems) {
    std::vector<std::string> Texts;
    for (const std::string &C : Coordinates)
      Texts.push_back(std::to_string(Least) + " <= " + C + " <= n + " +
                      std::to_string(Beyond));
    for (const Row &R : Rows) {
      std::string Form = std::to_string(R.Constant);
      for (unsigned V = 0; V < Variables; ++V)
        if (S.has(V))
          Form += " + " + std::to_string(R.Factors[V]) + " " + Names[V];
      Texts.push_back(R.Modulus ? "(" + Form + ") mod " +
                                      std::to_string(R.Modulus) + " = 0"
                                : Form + " >= 0");
    }
    Parts.push_back(Tuple + llvm::join(Texts, " and "));
  }
  return "[n, T1, T2, T3] -> { " + llvm::join(Parts, "; ") + " }";
}

static bool contains(const PointSet &S, const int *At) {
  return llvm::any_of(S.Systems, [&](const System &Rows) {
    return llvm::all_of(Rows, [&](const Row &R) { return R.holds(At); });
  });
}

/// The points from coordinate number \p V on whose origins are on the lattice.
static int64_t countFrom(const PointSet &S, unsigned V, int *At) {
  if (V == Variables)
    return contains(S, At);
  At[V] = 0;
  if (!S.has(V))
    return countFrom(S, V + 1, At);
  int64_t Sum = 0;
  for (At[V] = Least; At[V] <= At[0] + Beyond; ++At[V])
    if (V >= FirstElement || At[V] % At[V - FirstOrigin + 1] == 0)
      Sum += countFrom(S, V + 1, At);
  return Sum;
}

namespace {

/// The formula of a sum. Where it has two loops it is an estimate, and none is
/// made.
class SumFormula {
public:
  SumFormula(const CompiledCounts &Compiled, unsigned MostWays);
  bool isRight(llvm::ArrayRef<int64_t> At, int64_t Right) const;

private:
  FormulaTable Table;
  std::optional<unsigned> Formula;
  std::optional<FormulaOrder> Order;
};

} // namespace

SumFormula::SumFormula(const CompiledCounts &Compiled, unsigned MostWays) {
  if (Compiled.numFormulaLoops(0) > 1)
    return;
  FormulaSum Sum(Table);
  llvm::Error Failed =
      Compiled.addFormula(Sum, 0, MostWays, [&](llvm::StringRef Name) {
        return Name == "n" ? Table.parameter(0)
                           : Table.tileSize(Name.back() - '1');
      });
  if (Failed) {
    llvm::consumeError(std::move(Failed));
    return;
  }
  Formula = Sum.total();
  Order.emplace(Table, *Formula);
}

bool SumFormula::isRight(llvm::ArrayRef<int64_t> At, int64_t Right) const {
  if (!Formula)
    return true;
  FormulaValues Values(Table);
  Values.setParameters(*Order, At.front());
  Values.setSizes(*Order, At.drop_front());
  return Values.real(*Formula) == double(Right);
}

/// What \p Lines counts of \p S at \p At in \p MostSteps steps.
static std::optional<int64_t> countLines(const PointSet &S,
                                         const LatticeCounter &Lines,
                                         llvm::ArrayRef<int64_t> At,
                                         uint64_t MostSteps) {
  std::vector<int64_t> Values;
  for (const std::string &Name : Lines.parameters())
    Values.push_back(At[llvm::find(Names, Name) - std::begin(Names)]);
  return Lines.count(Values, At.slice(1, S.Origins), MostSteps);
}

/// Whether \p Compiled has the right number for \p S where loops over numbers
/// of tiles are so long that they are not executed; what is compared is added
/// to \p NumFar.
static bool isRightFarAway(const PointSet &S, const CompiledCounts &Compiled,
                           const LatticeCounter &Lines, unsigned &NumFar) {
  static constexpr int64_t Values[][4] = {
      {170, 1, 1, 3}, {130, 1, 5, 3}, {700, 5, 7, 3}, {670, 5, 3, 2}};
  for (llvm::ArrayRef<int64_t> At : Values) {
    std::optional<int64_t> Right = countLines(S, Lines, At, S.MostFar);
    if (Right && Compiled.evaluate(At)[0] != Right)
      return false;
    NumFar += Right.has_value();
  }
  return true;
}

/// Whether \p Compiled and \p Lines have the right number for \p S at all small
/// values.
static bool isRight(const PointSet &S, const CompiledCounts &Compiled,
                    const LatticeCounter &Lines, unsigned &NumFar) {
  // One that is asked at all values, one that is not asked at some.
  CountEvaluator Again(Compiled), Seldom(Compiled);
  SumFormula Formula(Compiled, 2), InOneWay(Compiled, 1);
  for (int N : {-4, -1, 0, 1, 4, 7})
    for (int T1 : {1, 2, 5})
      for (int T2 : {1, 3}) {
        std::vector<int64_t> At = {N, T1, T2, 2};
        int Visited[Variables] = {N, T1, T2, 2};
        std::optional<int64_t> Found = Compiled.evaluate(At)[0];
        int64_t Right = countFrom(S, FirstOrigin, Visited);
        Again.set(At);
        Seldom.set(At);
        if (Found != Right || Again.sum(0) != Found ||
            (T1 + T2 != 3 && Seldom.sum(0) != Found) ||
            !Formula.isRight(At, Right) || !InOneWay.isRight(At, Right) ||
            countLines(S, Lines, At, 1000000) != Right)
          return false;
      }
  return isRightFarAway(S, Compiled, Lines, NumFar);
}

/// The value of \p P where variable number K is \p At[K].
static double valueOf(const Polynomial &P, llvm::ArrayRef<int64_t> At) {
  double Result = 0;
  for (const auto &[M, Factor] : P.terms()) {
    double Term = double(*toInt64(Factor.Numerator)) /
                  double(*toInt64(Factor.Denominator));
    for (auto [V, Exponent] : M)
      Term *= std::pow(double(At[V]), Exponent);
    Result += Term;
  }
  return Result;
}

/// The one of \p A and \p B that is \p Which, of those that are not 0.
static double extremeOf(Extreme Which, double A, double B) {
  if (A == 0 || B == 0)
    return A + B;
  return Which == Extreme::Least ? std::min(A, B) : std::max(A, B);
}

/// The fewest or the most elements that \p S has at origins from number \p V
/// on.
static double extremeFrom(const PointSet &S, Extreme Which, unsigned V,
                          int *At) {
  if (V == FirstElement)
    return double(countFrom(S, V, At));
  At[V] = 0;
  if (!S.has(V))
    return extremeFrom(S, Which, V + 1, At);
  double Result = 0;
  for (At[V] = Least; At[V] <= At[0] + Beyond; ++At[V])
    Result = extremeOf(Which, Result, extremeFrom(S, Which, V + 1, At));
  return Result;
}

/// Whether no origin has elements beyond what \p Bounds says, over the
/// parameters \p Parameters; where one has as many, \p NumReached grows.
static bool areWithin(const PointSet &S, Extreme Which,
                      llvm::ArrayRef<ExtremePiece> Bounds,
                      llvm::ArrayRef<std::string> Parameters,
                      unsigned &NumReached) {
  double Sign = Which == Extreme::Least ? -1 : 1;
  bool IsReached = !Bounds.empty();
  for (int N : {-1, 1, 5})
    for (int T1 : {1, 3}) {
      int Visited[Variables] = {N, T1, 3, 2};
      std::vector<int64_t> At;
      for (const std::string &Name : Parameters)
        At.push_back(Visited[llvm::find(Names, Name) - std::begin(Names)]);
      std::optional<double> Bound;
      for (const ExtremePiece &P : Bounds) {
        bool Holds = llvm::all_of(P.Domain, [&](const AffineConstraint &C) {
          int64_t Value = C.Form.Constant;
          for (unsigned K = 0; K < At.size(); ++K)
            Value += C.Form.Coefficients[K] * At[K];
          return C.IsEquality ? Value == 0 : Value >= 0;
        });
        for (const Polynomial &V : P.Values)
          if (Holds)
            Bound = Bound
                        ? Sign * std::max(Sign * *Bound, Sign * valueOf(V, At))
                        : valueOf(V, At);
      }
      double Right = extremeFrom(S, Which, FirstOrigin, Visited);
      if (Bounds.empty() || Right == 0)
        continue;
      if (!Bound || Sign * Right > Sign * *Bound + 1e-6)
        return false;
      IsReached &= Sign * Right > Sign * *Bound - 1e-6;
    }
  NumReached += IsReached;
  return true;
}

static llvm::Expected<SymbolicCount> counted(isl::ctx Ctx, const PointSet &S) {
  std::vector<std::string> Origins(Names + FirstOrigin,
                                   Names + FirstOrigin + S.Origins);
  auto Points = inDisjointPieces(isl::set(Ctx, text(S)));
  if (!Points)
    return Points.takeError();
  return countSymbolically(*Points, Origins);
}

static llvm::Expected<CompiledCounts> compiled(isl::ctx Ctx,
                                               const PointSet &S) {
  Budget Limit(Ctx, {0, limits::TransferCountOperations});
  auto Count = counted(Ctx, S);
  if (!Count)
    return Count.takeError();
  CompiledCounts Result({"n", "T1", "T2", "T3"});
  LatticeStep Steps[] = {{"T1"}, {"T2"}, {"T3"}};
  auto Index =
      Result.add(Ctx, *Count, llvm::ArrayRef(Steps).take_front(S.Origins));
  if (!Index)
    return Index.takeError();
  return std::move(Result);
}

namespace {

/// What became of some sets.
struct Tally {
  unsigned Sets = 0, Closed = 0, InOneLoop = 0, Refused = 0, NumFar = 0,
           Mistakes = 0;
  /// For each Extreme those with bounds of the elements of an origin, and of
  /// these those where some origin has as many.
  unsigned NumBounded[2] = {}, NumReached[2] = {};

  void add(isl::ctx Ctx, const PointSet &S);
  bool addExtremes(isl::ctx Ctx, const PointSet &S);
  void print(llvm::StringRef Kind) const;
};

} // namespace

/// Whether no origin has elements beyond the bounds of their number.
bool Tally::addExtremes(isl::ctx Ctx, const PointSet &S) {
  Budget Limit(Ctx, {0, limits::TransferCountOperations});
  auto Count = counted(Ctx, S);
  if (!Count)
    return llvm::consumeError(Count.takeError()), true;
  return llvm::all_of(Extremes, [&](Extreme Which) {
    std::vector<ExtremePiece> Bounds = extremesOf(Ctx, *Count, Which);
    NumBounded[int(Which)] += !Bounds.empty();
    return areWithin(S, Which, Bounds, Count->Parameters,
                     NumReached[int(Which)]);
  });
}

void Tally::add(isl::ctx Ctx, const PointSet &S) {
  ++Sets;
  auto Found = compiled(Ctx, S);
  if (!Found) {
    ++Refused;
    llvm::errs() << text(S) << "\n  " << toString(Found.takeError()) << "\n";
    return;
  }
  Closed += Found->numLoops(0) == 0;
  InOneLoop += Found->numLoops(0) == 1;
  auto Lines = LatticeCounter::create(isl::set(Ctx, text(S)));
  if (Lines && isRight(S, *Found, *Lines, NumFar) && addExtremes(Ctx, S))
    return;
  if (!Lines)
    llvm::errs() << toString(Lines.takeError()) << "\n";
  ++Mistakes;
  llvm::outs() << "wrong: " << text(S) << "\n";
}

void Tally::print(llvm::StringRef Kind) const {
  llvm::outs() << Sets << " " << Kind << ": " << Closed << " closed, "
               << InOneLoop << " with a loop, " << Refused << " refused, "
               << NumFar << " compared far away, ";
  for (Extreme Which : Extremes) {
    bool IsLeast = Which == Extreme::Least;
    llvm::outs() << NumBounded[int(Which)] << " with a "
                 << (IsLeast ? "smallest" : "largest") << " tile, "
                 << NumReached[int(Which)] << " as "
                 << (IsLeast ? "small, " : "large, ");
  }
  llvm::outs() << Mistakes << " mistakes\n";
}

int main(int Count, char **Values) {
  std::optional<RandomRun> Run = randomRun({Values, size_t(Count)});
  if (!Run)
    return 2;
  IslContext Ctx;
  std::mt19937_64 Random(Run->Seed);
  Tally Few, Three, Joined;
  for (unsigned long K = 0; K < Run->Count; ++K) {
    PointSet S = randomSet(Random);
    (S.Origins < 3 ? Few : Three).add(Ctx, S);
    if (K % 8 == 0)
      Joined.add(Ctx, joinedSet(Random));
  }
  llvm::outs() << "seed " << Run->Seed << "\n";
  Few.print("sets with one or two origins");
  Three.print("with three");
  Joined.print("with two that are joined");
  return Few.Mistakes + Three.Mistakes + Joined.Mistakes ? 1 : 0;
}
