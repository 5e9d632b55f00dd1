//===- FoldedLoops.cpp - Sums over two joined coordinates -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloorSums.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>

using namespace stevedore;

namespace {

/// Sums over k and over the x between the greatest of some bounds and the least
/// of others, which are quotients of k: of k^i x^e for small i and e.
template <typename Number> class JointSums {
public:
  JointSums(unsigned MostX, unsigned Powers)
      : MostX(MostX), Powers(Powers), Points(MostX, Powers + 1),
        Sums((MostX + 1) * (Powers + 2), 0) {}

  /// Adds \p Bound, a lower one for which \p Sign is 1, or an upper one (-1).
  void addBound(const LinearQuotient &Bound, int Sign) {
    (Sign > 0 ? Lower : Upper).push_back(Bound);
  }
  void sumUp(Interval All);
  /// The sum of k^\p X x^e, without the denominator of \p P, the sum of powers
  /// for e; and the magnitude of its terms.
  Number sum(unsigned X, const WholePowerSum &P) const;
  double size(unsigned X, const WholePowerSum &P) const;
  uint64_t work() const { return Points.work(); }

private:
  unsigned MostX, Powers;
  llvm::SmallVector<LinearQuotient, 4> Lower, Upper;
  FloorSums<Number> Points;
  /// Those of k^i and the power e of the last x, without those up to the first,
  /// at i (Powers + 2) + e.
  llvm::SmallVector<Number, 12> Sums;
  double Far = 0, FarX = 0, Count = 0;

  static Interval where(llvm::ArrayRef<LinearQuotient> Bounds, unsigned First,
                        int Sign, Interval In);
  void add(const LinearQuotient &Q, Interval In, int Sign);
};

} // namespace

void Interval::restrictTo(WideInteger Slope, WideInteger Start) {
  auto floorOf = [](WideInteger A, WideInteger B) {
    return A / B - (A % B < 0);
  };
  WideInteger Beyond = WideInteger(Last) + 1, Before = WideInteger(First) - 1;
  if (Slope > 0)
    First = int64_t(std::clamp(-floorOf(Start, Slope), Before + 1, Beyond));
  else if (Slope < 0)
    Last = int64_t(std::clamp(floorOf(Start, -Slope), Before, Beyond - 1));
  else if (Start < 0)
    Last = First - 1;
}

void Interval::restrictTo(const LinearQuotient &A, const LinearQuotient &B) {
  restrictTo(difference(B.Slope, B, A.Slope, A),
             difference(B.Start, B, A.Start, A));
}

/// Where number \p First of \p Bounds is the first that is not less (\p Sign
/// 1) or not greater (-1) than any other.
template <typename Number>
Interval JointSums<Number>::where(llvm::ArrayRef<LinearQuotient> Bounds,
                                  unsigned First, int Sign, Interval In) {
  const LinearQuotient &A = Bounds[First];
  for (unsigned K = 0; K < Bounds.size() && !In.isEmpty(); ++K) {
    const LinearQuotient &B = Bounds[K];
    if (K != First)
      In.restrictTo(Sign * difference(A.Slope, A, B.Slope, B),
                    Sign * difference(A.Start, A, B.Start, B) - (K < First));
  }
  return In;
}

/// Adds \p Sign times the powers of \p Q.
template <typename Number>
void JointSums<Number>::add(const LinearQuotient &Q, Interval In, int Sign) {
  Points.compute(Q, In.First, In.Last);
  for (unsigned X = 0; X <= MostX; ++X)
    for (unsigned E = 1; E <= Powers + 1; ++E)
      Sums[X * (Powers + 2) + E] +=
          Sign < 0 ? -Points.sum(X, E) : Points.sum(X, E);
  for (int64_t K : {In.First, In.Last})
    FarX = std::max(FarX,
                    std::abs((double(Q.Start) + double(Q.Slope) * double(K)) /
                             double(Q.Divisor)) +
                        1);
}

/// Where the greatest lower bound is above the least upper one there is no x;
/// elsewhere the least x is at most one above the greatest.
template <typename Number> void JointSums<Number>::sumUp(Interval All) {
  Far = std::max(std::abs(double(All.First)), std::abs(double(All.Last)));
  Count = double(All.Last) - double(All.First) + 1;
  for (unsigned I = 0; I < Lower.size(); ++I) {
    Interval Here = where(Lower, I, 1, All);
    for (unsigned J = 0; J < Upper.size() && !Here.isEmpty(); ++J) {
      const LinearQuotient &L = Lower[I], &U = Upper[J];
      Interval In = where(Upper, J, -1, Here);
      In.restrictTo(L, U);
      if (In.isEmpty())
        continue;
      add(U, In, 1);
      add({L.Start - 1, L.Slope, L.Divisor, L.Inverse}, In, -1);
    }
  }
}

template <typename Number>
Number JointSums<Number>::sum(unsigned X, const WholePowerSum &P) const {
  Number Result = 0;
  for (size_t E = 1; E < P.Coefficients.size(); ++E)
    Result +=
        Number(WideInteger(P.Coefficients[E])) * Sums[X * (Powers + 2) + E];
  return Result;
}

template <typename Number>
double JointSums<Number>::size(unsigned X, const WholePowerSum &P) const {
  double Result = 0;
  for (size_t E = P.Coefficients.size(); E-- > 0;)
    Result = Result * FarX + std::abs(double(P.Coefficients[E]));
  return 2 * Result * Count * std::pow(Far, X);
}

/// The product of the numbers in W that \p G has beside the counter and the
/// sums of powers of \p R, with the exponents of both.
template <typename Number>
CompiledCounts::FoldedTerm<Number>
CompiledCounts::foldedTerm(const Piece &P, const TermGroup &G,
                           const State<Number> &S) const {
  const Range &R = P.Inner[P.Folded], &Loop = P.Loops.back();
  FoldedTerm<Number> Result;
  auto multiply = [&](unsigned Place) {
    Result.Factor *= S.W[Place];
    Result.Size *= S.Size[Place];
  };
  for (unsigned Place : G.Varying) {
    bool IsCounter = Place == Loop.Coordinate;
    unsigned Power = Place - R.Moments;
    if (!IsCounter && (Place < R.Moments || Power > R.Powers)) {
      multiply(Place);
      continue;
    }
    (IsCounter ? Result.Counter : Result.Power) += IsCounter ? 1 : Power;
    unsigned Step = IsCounter ? Loop.Step : R.Step;
    for (unsigned E = 0; Step != None && E < (IsCounter ? 1 : Power); ++E)
      multiply(Step);
  }
  return Result;
}

/// Adds what \p P gives where the counter of the innermost loop is from
/// \p First to \p Last.
template <typename Number>
void CompiledCounts::addFolded(const Piece &P, int64_t First, int64_t Last,
                               State<Number> &S) const {
  if (!setInner(P, First, P.Folded, S))
    return;
  const Range &R = P.Inner[P.Folded];
  JointSums<Number> Joint(P.FoldedPowers, R.Powers);
  if (int64_t Known = S.InnerFirst[P.Folded];
      Known != std::numeric_limits<int64_t>::min())
    Joint.addBound({Known, 0, 1, 1}, 1);
  if (int64_t Known = S.InnerLast[P.Folded];
      Known != std::numeric_limits<int64_t>::max())
    Joint.addBound({Known, 0, 1, 1}, -1);
  for (unsigned K : R.VaryingLower)
    Joint.addBound(S.Varying[K], 1);
  for (unsigned K : R.VaryingUpper)
    Joint.addBound(S.Varying[K], -1);
  Joint.sumUp({First, Last});
  for (unsigned K = 0; K < P.Terms.size(); ++K) {
    FoldedTerm<Number> T = foldedTerm(P, P.Terms[K], S);
    const WholePowerSum &Powers = powerSums()[T.Power];
    S.Sum += S.Factors[K] * T.Factor * Joint.sum(T.Counter, Powers);
    S.SumSize += S.FactorSizes[K] * T.Size * Joint.size(T.Counter, Powers);
  }
  S.Work += P.Terms.size() + 3 * Joint.work();
}

namespace stevedore {
template void CompiledCounts::addFolded(const Piece &, int64_t, int64_t,
                                        State<uint64_t> &) const;
template void CompiledCounts::addFolded(const Piece &, int64_t, int64_t,
                                        State<WideUnsigned> &) const;
} // namespace stevedore
