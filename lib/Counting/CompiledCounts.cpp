//===- CompiledCounts.cpp - Counts as flat code ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountState.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <tuple>

using namespace stevedore;

bool CompiledCounts::Form::operator<(const Form &Other) const {
  return std::tie(Terms, Constant) < std::tie(Other.Terms, Other.Constant);
}

bool CompiledCounts::Quotient::operator<(const Quotient &Other) const {
  return std::tie(F, Factor, IsLower, Step) <
         std::tie(Other.F, Other.Factor, Other.IsLower, Other.Step);
}

CompiledCounts::CompiledCounts(std::vector<std::string> Names)
    : Parameters(std::move(Names)), NumValues(Parameters.size()) {}

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

const std::vector<WholePowerSum> &stevedore::powerSums() {
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

/// The moments of \p R, from number \p First to \p Last: Step^e times the sum
/// of k^e, without its denominator.
template <typename Number>
void CompiledCounts::setMoments(const Range &R, int64_t First, int64_t Last,
                                State<Number> &S) const {
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
}

/// The value of quotient number \p Q, which contains no counter.
template <typename Number>
int64_t CompiledCounts::knownQuotient(unsigned Q, State<Number> &S) const {
  auto &Found = S.Quotients[Q];
  if (!S.isOld(&Dependence::Quotients, Q, Found.At)) {
    Found.Is = quotient(Q, S);
    Found.At = S.Now;
  }
  return Found.Is;
}

/// The greatest of the lower bounds of \p R and the least of the upper ones.
template <typename Number>
std::pair<int64_t, int64_t> CompiledCounts::boundsOf(const Range &R,
                                                     State<Number> &S) const {
  auto valueOf = [&](unsigned Q) {
    return IsConstant[Q] ? knownQuotient(Q, S) : quotient(Q, S);
  };
  int64_t First = std::numeric_limits<int64_t>::min();
  int64_t Last = std::numeric_limits<int64_t>::max();
  for (unsigned Q : R.Lower)
    First = std::max(First, valueOf(Q));
  for (unsigned Q : R.Upper)
    Last = std::min(Last, valueOf(Q));
  return {First, Last};
}

/// Whether range number \p R has points; then its moments are known.
template <typename Number>
bool CompiledCounts::knownRange(unsigned R, State<Number> &S) const {
  auto &Found = S.RangeHasPoints[R];
  if (!S.isOld(&Dependence::Ranges, R, Found.At)) {
    auto [First, Last] = boundsOf(Ranges[R], S);
    Found.Is = First <= Last;
    Found.At = S.Now;
    if (Found.Is)
      setMoments(Ranges[R], First, Last, S);
  }
  return Found.Is;
}

template <typename Number>
void CompiledCounts::computeProduct(unsigned P, State<Number> &S) const {
  auto &Found = S.ConstantProducts[P];
  if (S.isOld(&Dependence::Products, P, Found.At))
    return;
  auto [Before, Place] = Products[P];
  Found.Is = S.W[Place];
  Found.Size = S.Size[Place];
  Found.At = S.Now;
  if (Before == None)
    return;
  computeProduct(Before, S);
  Found.Is *= S.ConstantProducts[Before].Is;
  Found.Size *= S.ConstantProducts[Before].Size;
}

template <typename Number>
void CompiledCounts::computeSum(unsigned C, State<Number> &S) const {
  auto &Found = S.ConstantSums[C];
  if (S.isOld(&Dependence::ConstantSums, C, Found.At))
    return;
  const ConstantSum &Sum = ConstantSums[C];
  Found = {0, 0, S.Now};
  for (size_t K = 0; K < Sum.Terms.size(); ++K) {
    auto [P, Factor] = Sum.Terms[K];
    if (P == None) {
      Found.Is += Number(Factor);
      Found.Size += Sum.Sizes[K];
      continue;
    }
    computeProduct(P, S);
    Found.Is += Number(Factor) * S.ConstantProducts[P].Is;
    Found.Size += Sum.Sizes[K] * S.ConstantProducts[P].Size;
  }
  S.Work += Sum.Terms.size();
}

/// Computes between which bounds the innermost loop of \p P and what is in it
/// run, but for shared ranges.
template <typename Number>
void CompiledCounts::fix(const Piece &P, State<Number> &S) const {
  const Range &Loop = P.Loops.back();
  S.Varying.clear();
  S.InnerFirst.clear(), S.InnerLast.clear();
  for (unsigned K : P.Varying)
    S.Varying.push_back(linear(K, Loop.Coordinate, Loop.Step, S));
  for (const Range &R : P.Inner) {
    auto [First, Last] = boundsOf(R, S);
    S.InnerFirst.push_back(First);
    S.InnerLast.push_back(Last);
  }
}

/// Computes what the terms of \p P are multiplied by in its innermost loop.
template <typename Number>
void CompiledCounts::fixFactors(const Piece &P, State<Number> &S) const {
  S.Factors.clear(), S.FactorSizes.clear();
  for (const TermGroup &G : P.Terms) {
    if (G.Constant != None) {
      computeSum(G.Constant, S);
      S.Factors.push_back(S.ConstantSums[G.Constant].Is);
      S.FactorSizes.push_back(S.ConstantSums[G.Constant].Size);
      continue;
    }
    Number Sum = 0;
    double SumSize = 0;
    for (const Term &T : G.Terms) {
      Number Product = Number(T.Factor);
      double Size = std::abs(double(T.Factor));
      for (unsigned Place : T.Places) {
        Product *= S.W[Place];
        Size *= S.Size[Place];
      }
      Sum += Product;
      SumSize += Size;
    }
    S.Factors.push_back(Sum);
    S.FactorSizes.push_back(SumSize);
    S.Work += G.Terms.size();
  }
}

/// Computes the floors and the inner ranges of \p P, but for range number
/// \p Without, where the counter of the innermost loop is \p Counter; false
/// where one of them is empty.
template <typename Number>
bool CompiledCounts::setInner(const Piece &P, int64_t Counter, unsigned Without,
                              State<Number> &S) const {
  for (auto [K, Place] : P.Floors)
    S.set(Place, S.Varying[K].floorOf(S.Varying[K].Start +
                                      S.Varying[K].Slope * Counter));
  for (unsigned K = 0; K < P.Inner.size(); ++K) {
    if (K == Without)
      continue;
    const Range &R = P.Inner[K];
    if (R.Shared != None) {
      if (!setShared(R.Shared, Counter, S))
        return false;
      continue;
    }
    auto at = [&](unsigned Bound) { return &S.Varying[Bound]; };
    int64_t First =
        varyingBound(R.VaryingLower, Counter, S.InnerFirst[K], 1, at);
    int64_t Last =
        varyingBound(R.VaryingUpper, Counter, S.InnerLast[K], -1, at);
    if (First > Last)
      return false;
    setMoments(R, First, Last, S);
  }
  return true;
}

/// Adds what \p P gives where the counter of the innermost loop is \p Counter.
template <typename Number>
void CompiledCounts::addTerms(const Piece &P, int64_t Counter,
                              State<Number> &S) const {
  if (!setInner(P, Counter, None, S))
    return;
  for (unsigned K = 0; K < P.Terms.size(); ++K) {
    Number Product = S.Factors[K];
    double Size = S.FactorSizes[K];
    for (unsigned Place : P.Terms[K].Varying) {
      Product *= S.W[Place];
      Size *= S.Size[Place];
    }
    S.Sum += Product;
    S.SumSize += Size;
  }
  S.Work += 1 + P.Terms.size();
}

/// Runs the loops of \p P from number \p Depth on; false past the limits. A
/// step that stands for several takes the one in their middle.
template <typename Number>
bool CompiledCounts::runPiece(const Piece &P, unsigned Depth,
                              State<Number> &S) const {
  bool IsInnermost = Depth + 1 >= P.Loops.size();
  if (P.Loops.empty()) {
    fixFactors(P, S);
    addTerms(P, 0, S);
    return true;
  }
  const Range &R = P.Loops[Depth];
  auto [First, Last] = boundsOf(R, S);
  if (First > Last)
    return true;
  if (IsInnermost) {
    restrictToShared(P, First, Last, S);
    if (First > Last)
      return true;
    if (P.VariesAlone)
      fix(P, S);
    fixFactors(P, S);
  }
  int64_t Step = R.Step == None ? 1 : S.V[R.Step];
  if (IsInnermost && P.Folded != None && Last - First >= limits::FoldedSteps) {
    S.set(R.Coordinate, First * Step);
    S.set(R.Coordinate, Last * Step);
    if (!S.IsTooLarge)
      addFolded(P, First, Last, S);
    return !S.IsTooLarge;
  }
  if (IsInnermost && !P.VariesAlone &&
      uint64_t(Last) - uint64_t(First) < limits::SharedSlots &&
      Last - First <= S.Breadth)
    return addTabulated(P, First, Last, S);
  int64_t Stride = (Last - First) / S.Breadth + 1;
  for (int64_t K = First, Weight; K <= Last; K += Weight) {
    Weight = K == First || K == Last ? 1 : std::min(Stride, Last - K);
    int64_t At = K + (Weight - 1) / 2;
    S.set(R.Coordinate, At * Step);
    if (S.IsTooLarge || ++S.Steps > S.MostSteps)
      return false;
    Number Sum = std::exchange(S.Sum, 0);
    double SumSize = std::exchange(S.SumSize, 0);
    if (IsInnermost)
      addTerms(P, At, S);
    else if (!runPiece(P, Depth + 1, S))
      return false;
    S.Sum = Sum + Number(Weight) * S.Sum;
    S.SumSize = SumSize + double(Weight) * S.SumSize;
  }
  return !S.IsTooLarge;
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
  S.SharedRanges.resize(SharedRanges.size());
  S.ConstantProducts.resize(Products.size());
  S.ConstantSums.resize(ConstantSums.size());
  S.Alternatives.resize(NumAlternatives);
  ++S.Now;
  uint64_t Changed = S.IsKnown ? 0 : ~uint64_t(0);
  for (unsigned P = 0; P < Parameters.size(); ++P)
    if (!S.IsKnown || S.V[P] != Values[P]) {
      S.set(P, Values[P]);
      Changed |= uint64_t(1) << std::min(P, 63u);
    }
  if (S.Of) {
    S.ChangedAt.resize(S.Of->Classes.size());
    for (size_t K = 0; K < S.ChangedAt.size(); ++K)
      if (!S.IsKnown || (S.Of->Classes[K] & Changed))
        S.ChangedAt[K] = S.Now;
  }
  for (const Multiple &M : Multiples)
    S.set(M.Place, M.Factor * (M.Of == None ? 1 : S.V[M.Of]));
  for (auto [Q, Place] : Floors)
    if (!S.isOld(&Dependence::Quotients, Q, S.Quotients[Q].At))
      S.set(Place, knownQuotient(Q, S));
  return !S.IsTooLarge;
}

/// A measure of the steps that the loops of \p Way take: those of the outermost
/// one, with inner ones taken for as long as their steps are short.
template <typename Number>
double CompiledCounts::effortOf(const std::vector<Piece> &Way,
                                State<Number> &S) const {
  double Result = 0;
  for (const Piece &P : Way) {
    if (P.Loops.empty())
      continue;
    auto [First, Last] = boundsOf(P.Loops.front(), S);
    double Steps = std::max(double(Last) - double(First) + 1, 0.0);
    for (const Range &R : llvm::drop_begin(P.Loops))
      Steps /= R.Step == None ? 1 : double(S.V[R.Step]);
    Result += Steps;
  }
  return Result;
}

/// Adds what \p Way gives to \p Total; false where a number does not fit, which
/// S.SumSize tells.
template <typename Number>
bool CompiledCounts::addWay(const std::vector<Piece> &Way, State<Number> &S,
                            WideInteger &Total) const {
  for (const Piece &P : Way) {
    if (!llvm::all_of(P.Closed, [&](unsigned K) { return knownRange(K, S); }))
      continue;
    S.Sum = 0;
    S.SumSize = 0;
    if (!runPiece(P, 0, S) || !(S.SumSize < State<Number>::LargestSum))
      return false;
    auto Sum = typename State<Number>::Signed(S.Sum);
    if (P.Denominator != 1 && Sum % P.Denominator != 0)
      return false;
    Total += P.Denominator == 1 ? Sum : Sum / P.Denominator;
  }
  return true;
}

/// Adds what \p A gives to \p Total; false where a number does not fit, which
/// S.SumSize tells.
template <typename Number>
bool CompiledCounts::addAlternatives(const Alternatives &A, State<Number> &S,
                                     WideInteger &Total) const {
  auto &Found = S.Alternatives[A.Number];
  bool IsOld = S.isOld(&Dependence::Alternatives, A.Number, Found.At);
  if (IsOld && Found.Is == 0)
    return true;
  for (const Guard &G : A.Guards) {
    int64_t Value = S.valueOf(G.F);
    if (G.IsEquality ? Value != 0 : Value < 0)
      return true;
  }
  if (!IsOld) {
    Found.Is = 0;
    unsigned Best = 0;
    double Least = A.Ways.size() > 1 ? effortOf(A.Ways[0], S) : 0;
    for (unsigned K = 1; K < A.Ways.size() && Least > 0; ++K)
      if (double Effort = effortOf(A.Ways[K], S); Effort < Least) {
        Best = K;
        Least = Effort;
      }
    if (!addWay(A.Ways[Best], S, Found.Is))
      return false;
    Found.At = S.Now;
  }
  Total += Found.Is;
  return true;
}

/// The value of \p R; none where a number does not fit, which S.SumSize tells.
template <typename Number>
std::optional<int64_t> CompiledCounts::evaluate(const Result &R,
                                                State<Number> &S) const {
  WideInteger Total = 0;
  bool Fits =
      llvm::all_of(R.Steps, [&](unsigned Step) { return S.V[Step] >= 1; }) &&
      llvm::all_of(R.Pieces, [&](const Alternatives &A) {
        return addAlternatives(A, S, Total);
      });
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

namespace stevedore {
template void CompiledCounts::setMoments(const Range &, int64_t, int64_t,
                                         State<uint64_t> &) const;
template void CompiledCounts::setMoments(const Range &, int64_t, int64_t,
                                         State<WideUnsigned> &) const;
template std::pair<int64_t, int64_t>
CompiledCounts::boundsOf(const Range &, State<uint64_t> &) const;
template std::pair<int64_t, int64_t>
CompiledCounts::boundsOf(const Range &, State<WideUnsigned> &) const;
template bool CompiledCounts::setInner(const Piece &, int64_t, unsigned,
                                       State<uint64_t> &) const;
template bool CompiledCounts::setInner(const Piece &, int64_t, unsigned,
                                       State<WideUnsigned> &) const;
template bool CompiledCounts::prepare(llvm::ArrayRef<int64_t>,
                                      State<uint64_t> &) const;
template bool CompiledCounts::prepare(llvm::ArrayRef<int64_t>,
                                      State<WideUnsigned> &) const;
template std::optional<int64_t>
CompiledCounts::evaluate(const Result &, State<uint64_t> &) const;
template std::optional<int64_t>
CompiledCounts::evaluate(const Result &, State<WideUnsigned> &) const;
} // namespace stevedore
