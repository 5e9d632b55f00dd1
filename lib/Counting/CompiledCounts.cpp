//===- CompiledCounts.cpp - Counts as flat code ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>

using namespace stevedore;

__extension__ using WideUnsigned = unsigned __int128;

bool CompiledCounts::Form::operator<(const Form &Other) const {
  return std::tie(Terms, Constant) < std::tie(Other.Terms, Other.Constant);
}

bool CompiledCounts::Quotient::operator<(const Quotient &Other) const {
  return std::tie(F, Factor, IsLower, Step) <
         std::tie(Other.F, Other.Factor, Other.IsLower, Other.Step);
}

CompiledCounts::CompiledCounts(std::vector<std::string> Names)
    : Parameters(std::move(Names)), NumValues(Parameters.size()) {}

/// The parameters that values depend on, as bits; the last bit stands for all
/// from number 63 on.
struct CompiledCounts::Dependence {
  std::vector<uint64_t> Quotients, Ranges, Results;

  explicit Dependence(const CompiledCounts &C);

private:
  std::vector<uint64_t> Places;

  template <typename AnyForm> uint64_t of(const AnyForm &F) const {
    uint64_t Bits = 0;
    for (auto [Place, Factor] : F.Terms)
      Bits |= Places[Place];
    return Bits;
  }
  uint64_t of(const Range &R) const;
  uint64_t of(const Piece &P) const;
};

uint64_t CompiledCounts::Dependence::of(const Range &R) const {
  uint64_t Bits = R.Step == None ? 0 : Places[R.Step];
  for (unsigned Q : R.Lower)
    Bits |= Quotients[Q];
  for (unsigned Q : R.Upper)
    Bits |= Quotients[Q];
  return Bits;
}

uint64_t CompiledCounts::Dependence::of(const Piece &P) const {
  uint64_t Bits = 0;
  for (const Guard &G : P.Guards)
    Bits |= of(G.F);
  for (const Range &R : P.Loops)
    Bits |= of(R);
  for (const Range &R : P.Inner)
    Bits |= of(R);
  for (unsigned R : P.Closed)
    Bits |= Ranges[R];
  for (auto [Q, Place] : P.Floors)
    Bits |= Quotients[Q];
  for (const Term &T : P.Terms)
    for (auto [Place, Exponent] : T.Powers)
      Bits |= Places[Place];
  return Bits;
}

CompiledCounts::Dependence::Dependence(const CompiledCounts &C)
    : Places(C.NumValues, 0) {
  for (unsigned P = 0; P < C.Parameters.size(); ++P)
    Places[P] = uint64_t(1) << std::min(P, 63u);
  for (const Quotient &Q : C.Quotients)
    Quotients.push_back(of(Q.F) | (Q.Step == None ? 0 : Places[Q.Step]));
  for (auto [Q, Place] : C.Floors)
    Places[Place] = Quotients[Q];
  for (const Range &R : C.Ranges) {
    Ranges.push_back(of(R));
    for (unsigned E = 0; E <= R.Powers; ++E)
      Places[R.Moments + E] = Ranges.back();
  }
  for (const Result &R : C.Results) {
    Results.push_back(0);
    for (const Piece &P : R.Pieces)
      Results.back() |= of(P);
  }
}

/// What an evaluation goes by. Sums are exact modulo the power of two that
/// Number has; that they fit is seen from the magnitudes of their terms.
template <typename Number> struct CompiledCounts::State {
  using Signed = std::conditional_t<(sizeof(Number) > 8), WideInteger, int64_t>;
  /// The numbers of terms.
  std::vector<Number> W;
  /// Their magnitudes.
  std::vector<double> Size;
  /// Those numbers that affine forms contain.
  std::vector<int64_t> V;
  std::vector<int64_t> Quotients;
  std::vector<char> RangeHasPoints;
  Number Sum = 0;
  double SumSize = 0;
  uint64_t Steps = 0;
  /// The terms of all evaluations.
  uint64_t Work = 0;
  bool IsTooLarge = false;
  /// Null: everything is computed.
  const Dependence *Of = nullptr;
  /// Whether the rest is that of earlier values, and the parameters that have
  /// changed since.
  bool IsKnown = false;
  uint64_t Changed = ~uint64_t(0);

  bool isOld(const std::vector<uint64_t> Dependence::*Kind, unsigned K) const {
    return IsKnown && !((Of->*Kind)[K] & Changed);
  }

  void set(unsigned Place, int64_t Value) {
    W[Place] = Number(WideInteger(Value));
    Size[Place] = std::abs(double(Value));
    V[Place] = Value;
    IsTooLarge |= Value > Largest || Value < -Largest;
  }

  template <typename AnyForm> int64_t valueOf(const AnyForm &F) const {
    int64_t Result = F.Constant;
    for (auto [Variable, Factor] : F.Terms)
      Result += Factor * V[Variable];
    return Result;
  }

  /// Forms of 64 numbers as large with factors of 2^18 do not overflow.
  static constexpr int64_t Largest = int64_t(1) << 38;
  /// Sums whose terms are as large together are exact.
  static constexpr double LargestSum = sizeof(Number) > 8 ? 1e37 : 4e18;
};

template <typename Number>
int64_t CompiledCounts::quotient(unsigned Q, const State<Number> &S) const {
  const Quotient &One = Quotients[Q];
  int64_t Value = S.valueOf(One.F);
  int64_t Divisor = One.Factor * (One.Step == None ? 1 : S.V[One.Step]);
  if (Divisor == 1)
    return Value;
  return One.IsLower ? llvm::divideCeilSigned(Value, Divisor)
                     : llvm::divideFloorSigned(Value, Divisor);
}

namespace {

/// powerSum() with whole coefficients over a common denominator.
struct WholePowerSum {
  std::vector<int64_t> Coefficients;
  int64_t Denominator = 1;
};

} // namespace

static WholePowerSum wholePowerSum(unsigned Exponent) {
  WholePowerSum Result;
  std::vector<Rational> Sum = powerSum(Exponent);
  Integer Denominator(1);
  for (const Rational &C : Sum)
    Denominator = lcm(Denominator, C.Denominator);
  for (const Rational &C : Sum)
    Result.Coefficients.push_back(
        int64_t(C.Numerator * (Denominator / C.Denominator)));
  Result.Denominator = int64_t(Denominator);
  return Result;
}

/// The sums for all exponents that are allowed.
static const std::vector<WholePowerSum> &powerSums() {
  static const std::vector<WholePowerSum> Sums = [] {
    std::vector<WholePowerSum> Result;
    for (unsigned E = 0; E <= limits::CountPowers; ++E)
      Result.push_back(wholePowerSum(E));
    return Result;
  }();
  return Sums;
}

/// Adds \p Sign times the value of \p P at \p N to \p Value, and its magnitude
/// to \p Size.
template <typename Number>
static void addPowerSum(const WholePowerSum &P, int64_t N, int Sign,
                        Number &Value, double &Size) {
  Number Sum = 0, At = Number(WideInteger(N));
  double Magnitude = 0, Far = std::abs(double(N));
  for (size_t E = P.Coefficients.size(); E-- > 0;) {
    Sum = Sum * At + Number(WideInteger(P.Coefficients[E]));
    Magnitude = Magnitude * Far + std::abs(double(P.Coefficients[E]));
  }
  Value += Sign < 0 ? -Sum : Sum;
  Size += Magnitude;
}

/// The moments of \p R: Step^e times the sum of k^e, without its denominator.
/// False where the range is empty.
template <typename Number>
bool CompiledCounts::computeRange(const Range &R, State<Number> &S) const {
  int64_t First = std::numeric_limits<int64_t>::min();
  int64_t Last = std::numeric_limits<int64_t>::max();
  for (unsigned Q : R.Lower)
    First = std::max(First, IsConstant[Q] ? S.Quotients[Q] : quotient(Q, S));
  for (unsigned Q : R.Upper)
    Last = std::min(Last, IsConstant[Q] ? S.Quotients[Q] : quotient(Q, S));
  if (First > Last)
    return false;
  Number Factor = 1;
  double FactorSize = 1;
  for (unsigned E = 0; E <= R.Powers; ++E) {
    Number Value = 0;
    double Size = 0;
    if (E == 0) {
      Value = Number(Last - First) + 1;
      Size = double(Last) - double(First) + 1;
    } else {
      addPowerSum(powerSums()[E], Last, 1, Value, Size);
      addPowerSum(powerSums()[E], First - 1, -1, Value, Size);
    }
    S.W[R.Moments + E] = Value * Factor;
    S.Size[R.Moments + E] = Size * FactorSize;
    if (R.Step != None) {
      Factor *= S.W[R.Step];
      FactorSize *= S.Size[R.Step];
    }
  }
  return true;
}

template <typename Number>
void CompiledCounts::addTerms(const Piece &P, State<Number> &S) const {
  const unsigned *At = P.Flat.data();
  Number Sum = 0;
  double SumSize = 0;
  for (const Term &T : P.Terms) {
    Number Product = Number(T.Factor);
    double Size = std::abs(double(T.Factor));
    for (const unsigned *End = At + 1 + *At; ++At != End;) {
      Product *= S.W[*At];
      Size *= S.Size[*At];
    }
    Sum += Product;
    SumSize += Size;
  }
  S.Sum += Sum;
  S.SumSize += SumSize;
  S.Work += 1 + P.Terms.size();
}

/// Runs the loops of \p P from number \p Depth on; false past the limits.
template <typename Number>
bool CompiledCounts::runPiece(const Piece &P, unsigned Depth,
                              State<Number> &S) const {
  if (Depth == P.Loops.size()) {
    for (auto [Q, Place] : P.Floors)
      S.set(Place, quotient(Q, S));
    for (const Range &R : P.Inner)
      if (!computeRange(R, S))
        return true;
    addTerms(P, S);
    return !S.IsTooLarge;
  }
  const Range &R = P.Loops[Depth];
  int64_t First = std::numeric_limits<int64_t>::min();
  int64_t Last = std::numeric_limits<int64_t>::max();
  for (unsigned Q : R.Lower)
    First = std::max(First, quotient(Q, S));
  for (unsigned Q : R.Upper)
    Last = std::min(Last, quotient(Q, S));
  int64_t Step = R.Step == None ? 1 : S.V[R.Step];
  for (int64_t K = First; K <= Last; ++K) {
    S.set(R.Coordinate, K * Step);
    if (S.IsTooLarge || ++S.Steps > limits::CountSteps ||
        !runPiece(P, Depth + 1, S))
      return false;
  }
  return true;
}

/// Takes \p Values and what follows from them alone; false where there are no
/// sums.
template <typename Number>
bool CompiledCounts::prepare(llvm::ArrayRef<int64_t> Values,
                             State<Number> &S) const {
  S.W.resize(NumValues);
  S.Size.resize(NumValues);
  S.V.resize(NumValues);
  S.Quotients.resize(Quotients.size());
  S.RangeHasPoints.resize(Ranges.size());
  S.Changed = 0;
  for (unsigned P = 0; P < Parameters.size(); ++P)
    if (!S.IsKnown || S.V[P] != Values[P]) {
      S.set(P, Values[P]);
      S.Changed |= uint64_t(1) << std::min(P, 63u);
    }
  if (!S.IsKnown)
    for (auto [Place, Value] : Numbers)
      S.set(Place, Value);
  for (unsigned Q = 0; Q < Quotients.size(); ++Q) {
    if (S.isOld(&Dependence::Quotients, Q))
      continue;
    if (Quotients[Q].Step != None && S.V[Quotients[Q].Step] < 1)
      return false;
    if (IsConstant[Q])
      S.Quotients[Q] = quotient(Q, S);
  }
  for (auto [Q, Place] : Floors)
    if (!S.isOld(&Dependence::Quotients, Q))
      S.set(Place, S.Quotients[Q]);
  if (S.IsTooLarge)
    return false;
  for (unsigned R = 0; R < Ranges.size(); ++R)
    if (!S.isOld(&Dependence::Ranges, R))
      S.RangeHasPoints[R] = computeRange(Ranges[R], S);
  return true;
}

/// The value of \p R; none where a number does not fit, which S.SumSize tells.
template <typename Number>
std::optional<int64_t> CompiledCounts::evaluate(const Result &R,
                                                State<Number> &S) const {
  WideInteger Total = 0;
  bool Fits = true;
  for (const Piece &P : R.Pieces) {
    bool Holds = true;
    for (unsigned K : P.Closed)
      Holds = Holds && S.RangeHasPoints[K];
    for (const Guard &G : P.Guards) {
      if (!Holds)
        break;
      int64_t Value = S.valueOf(G.F);
      Holds = G.IsEquality ? Value == 0 : Value >= 0;
    }
    if (!Holds)
      continue;
    S.Sum = 0;
    S.SumSize = 0;
    Fits = Fits && runPiece(P, 0, S) && S.SumSize < State<Number>::LargestSum;
    if (!Fits)
      break;
    if (P.Denominator == 1) {
      Total += typename State<Number>::Signed(S.Sum);
      continue;
    }
    auto Sum = typename State<Number>::Signed(S.Sum);
    Fits = Sum % P.Denominator == 0;
    Total += Sum / P.Denominator;
  }
  S.IsTooLarge = false;
  if (!Fits || Total > std::numeric_limits<int64_t>::max() || Total < 0)
    return std::nullopt;
  return int64_t(Total);
}

/// Finds the sums; false where a number needs a wider type than \p Number.
template <typename Number>
bool CompiledCounts::evaluateAs(
    llvm::ArrayRef<int64_t> Values, State<Number> &S,
    std::vector<std::optional<int64_t>> &Found) const {
  if (!prepare(Values, S))
    return true;
  for (unsigned K = 0; K < Results.size(); ++K) {
    S.SumSize = 0;
    Found[K] = evaluate(Results[K], S);
    if (!Found[K] && !(S.SumSize < State<Number>::LargestSum))
      return false;
  }
  return true;
}

std::vector<std::optional<int64_t>>
CompiledCounts::evaluate(llvm::ArrayRef<int64_t> Values) const {
  std::vector<std::optional<int64_t>> Found(Results.size());
  State<uint64_t> Narrow;
  State<WideUnsigned> Wide;
  if (!evaluateAs(Values, Narrow, Found))
    evaluateAs(Values, Wide, Found);
  return Found;
}

struct CountEvaluator::Impl {
  CompiledCounts Sums;
  CompiledCounts::Dependence Of;
  CompiledCounts::State<uint64_t> Narrow;
  std::vector<int64_t> Values;
  bool HasSums = false;
  std::vector<std::optional<int64_t>> Found;
  /// What has changed since a sum was found.
  std::vector<uint64_t> Changed;
  std::vector<char> IsFound;

  explicit Impl(CompiledCounts C)
      : Sums(std::move(C)), Of(Sums), Found(Sums.size()), Changed(Sums.size()),
        IsFound(Sums.size()) {
    Narrow.Of = &Of;
  }

  std::optional<int64_t> compute(unsigned Index);
};

/// Sum number \p Index, in a wider type where that is needed.
std::optional<int64_t> CountEvaluator::Impl::compute(unsigned Index) {
  const CompiledCounts::Result &R = Sums.Results[Index];
  Narrow.Steps = 0;
  Narrow.SumSize = 0;
  auto Result = Sums.evaluate(R, Narrow);
  if (Result || Narrow.SumSize < Narrow.LargestSum)
    return Result;
  CompiledCounts::State<WideUnsigned> Wide;
  return Sums.prepare(Values, Wide) ? Sums.evaluate(R, Wide) : std::nullopt;
}

CountEvaluator::CountEvaluator(CompiledCounts Sums)
    : P(std::make_unique<Impl>(std::move(Sums))) {}
CountEvaluator::CountEvaluator(CountEvaluator &&) = default;
CountEvaluator &CountEvaluator::operator=(CountEvaluator &&) = default;
CountEvaluator::~CountEvaluator() = default;

const CompiledCounts &CountEvaluator::sums() const { return P->Sums; }
uint64_t CountEvaluator::work() const { return P->Narrow.Work; }

void CountEvaluator::set(llvm::ArrayRef<int64_t> Values) {
  P->Values.assign(Values.begin(), Values.end());
  P->Narrow.IsTooLarge = false;
  P->HasSums = P->Sums.prepare(Values, P->Narrow);
  if (!P->HasSums)
    llvm::fill(P->IsFound, false);
  P->Narrow.IsKnown = P->HasSums;
  for (uint64_t &Bits : P->Changed)
    Bits |= P->Narrow.Changed;
}

std::optional<int64_t> CountEvaluator::sum(unsigned Index) {
  if (!P->HasSums)
    return std::nullopt;
  if (!P->IsFound[Index] || (P->Changed[Index] & P->Of.Results[Index])) {
    P->Found[Index] = P->compute(Index);
    P->IsFound[Index] = true;
  }
  P->Changed[Index] = 0;
  return P->Found[Index];
}
