//===- CompiledCounts.cpp - Counts as flat code ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>
#include <tuple>

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

/// What an evaluation goes by. Sums are exact modulo 2^128; that they fit is
/// seen from the magnitudes of their terms.
struct CompiledCounts::State {
  /// The numbers of terms.
  std::vector<WideUnsigned> W;
  /// Their magnitudes.
  std::vector<double> Size;
  /// Those numbers that affine forms contain.
  std::vector<int64_t> V;
  std::vector<int64_t> Quotients;
  std::vector<bool> RangeHasPoints;
  WideUnsigned Sum = 0;
  double SumSize = 0;
  uint64_t Steps = 0;
  bool IsTooLarge = false;

  void set(unsigned Place, int64_t Value) {
    W[Place] = WideUnsigned(WideInteger(Value));
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
};

int64_t CompiledCounts::quotient(unsigned Q, State &S) const {
  const Quotient &One = Quotients[Q];
  int64_t Value = S.valueOf(One.F);
  int64_t Divisor = One.Factor * (One.Step == None ? 1 : S.V[One.Step]);
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
static void addPowerSum(const WholePowerSum &P, int64_t N, int Sign,
                        WideUnsigned &Value, double &Size) {
  WideUnsigned Sum = 0, At = WideUnsigned(WideInteger(N));
  double Magnitude = 0, Far = std::abs(double(N));
  for (size_t E = P.Coefficients.size(); E-- > 0;) {
    Sum = Sum * At + WideUnsigned(WideInteger(P.Coefficients[E]));
    Magnitude = Magnitude * Far + std::abs(double(P.Coefficients[E]));
  }
  Value += Sign < 0 ? -Sum : Sum;
  Size += Magnitude;
}

/// The moments of \p R: Step^e times the sum of k^e, without its denominator.
/// False where the range is empty.
bool CompiledCounts::computeRange(const Range &R, State &S) const {
  int64_t First = std::numeric_limits<int64_t>::min();
  int64_t Last = std::numeric_limits<int64_t>::max();
  for (unsigned Q : R.Lower)
    First = std::max(First, IsConstant[Q] ? S.Quotients[Q] : quotient(Q, S));
  for (unsigned Q : R.Upper)
    Last = std::min(Last, IsConstant[Q] ? S.Quotients[Q] : quotient(Q, S));
  if (First > Last)
    return false;
  WideUnsigned Factor = 1;
  double FactorSize = 1;
  for (unsigned E = 0; E <= R.Powers; ++E) {
    WideUnsigned Value = 0;
    double Size = 0;
    if (E == 0) {
      Value = WideUnsigned(Last - First) + 1;
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

void CompiledCounts::addTerms(const Piece &P, State &S) const {
  for (const Term &T : P.Terms) {
    WideUnsigned Product = WideUnsigned(T.Factor);
    double Size = std::abs(double(T.Factor));
    for (auto [Place, Exponent] : T.Powers)
      for (unsigned E = 0; E < Exponent; ++E) {
        Product *= S.W[Place];
        Size *= S.Size[Place];
      }
    S.Sum += Product;
    S.SumSize += Size;
  }
}

/// Runs the loops of \p P from number \p Depth on; false past the limits.
bool CompiledCounts::runPiece(const Piece &P, unsigned Depth, State &S) const {
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

std::vector<std::optional<int64_t>>
CompiledCounts::evaluate(llvm::ArrayRef<int64_t> Values) const {
  std::vector<std::optional<int64_t>> Found(Results.size());
  State S;
  S.W.resize(NumValues);
  S.Size.resize(NumValues);
  S.V.resize(NumValues);
  for (unsigned P = 0; P < Parameters.size(); ++P)
    S.set(P, Values[P]);
  for (auto [Place, Number] : Numbers)
    S.set(Place, Number);
  S.Quotients.resize(Quotients.size());
  for (unsigned Q = 0; Q < Quotients.size(); ++Q) {
    if (Quotients[Q].Step != None && S.V[Quotients[Q].Step] < 1)
      return Found;
    if (IsConstant[Q])
      S.Quotients[Q] = quotient(Q, S);
  }
  for (auto [Q, Place] : Floors)
    S.set(Place, S.Quotients[Q]);
  if (S.IsTooLarge)
    return Found;
  for (const Range &R : Ranges)
    S.RangeHasPoints.push_back(computeRange(R, S));
  for (unsigned K = 0; K < Results.size(); ++K) {
    WideInteger Total = 0;
    bool Fits = true;
    for (const Piece &P : Results[K].Pieces) {
      S.Sum = 0;
      S.SumSize = 0;
      bool Holds = true;
      for (const Guard &G : P.Guards) {
        int64_t Value = S.valueOf(G.F);
        Holds = Holds && (G.IsEquality ? Value == 0 : Value >= 0);
      }
      for (unsigned R : P.Closed)
        Holds = Holds && S.RangeHasPoints[R];
      if (!Holds)
        continue;
      Fits = Fits && runPiece(P, 0, S) && S.SumSize < 1e37;
      WideInteger Sum = WideInteger(S.Sum);
      Fits = Fits && Sum % P.Denominator == 0;
      Total += Sum / P.Denominator;
    }
    if (Fits && Total <= std::numeric_limits<int64_t>::max() && Total >= 0)
      Found[K] = int64_t(Total);
    S.IsTooLarge = false;
  }
  return Found;
}
