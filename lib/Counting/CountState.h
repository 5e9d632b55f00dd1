//===- CountState.h - What evaluations of sums go by ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_COUNTSTATE_H
#define STEVEDORE_LIB_COUNTING_COUNTSTATE_H

#include "stevedore/Counting/CompiledCounts.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace stevedore {

__extension__ using WideUnsigned = unsigned __int128;

/// The parameters that values depend on, as bits; the last bit stands for all
/// from number 63 on.
struct CompiledCounts::Dependence {
  /// Different combinations of bits, and for each value the number of its own.
  std::vector<uint64_t> Classes;
  std::vector<unsigned> Quotients, Ranges, SharedRanges, Products, ConstantSums,
      Alternatives, Results;

  explicit Dependence(const CompiledCounts &C);

private:
  std::vector<uint64_t> Places, OfQuotients;
  std::map<uint64_t, unsigned> Known;

  unsigned classOf(uint64_t Bits) {
    auto [It, IsNew] = Known.try_emplace(Bits, Classes.size());
    if (IsNew)
      Classes.push_back(Bits);
    return It->second;
  }

  template <typename AnyForm> uint64_t of(const AnyForm &F) const {
    uint64_t Bits = 0;
    for (auto [Place, Factor] : F.Terms)
      Bits |= Places[Place];
    return Bits;
  }
  uint64_t of(const Range &R) const;
  uint64_t of(const Piece &P) const;
  void addResults(const CompiledCounts &C);
};

/// (Start + Slope * k) / Divisor for the counter k of a loop.
struct LinearQuotient {
  int64_t Start, Slope, Divisor;
  /// 1 / Divisor.
  double Inverse;

  /// The greatest integer that is not above \p Number / Divisor. A product with
  /// the inverse, which takes a third of the time of a division, is off by one
  /// at most where numbers are exact as doubles.
  int64_t floorOf(int64_t Number) const {
    constexpr int64_t MostExact = int64_t(1) << 52;
    if (Number > MostExact || Number < -MostExact)
      return llvm::divideFloorSigned(Number, Divisor);
    auto Result = int64_t(double(Number) * Inverse);
    int64_t Rest = Number - Result * Divisor;
    return Result + (Rest >= Divisor) - (Rest < 0);
  }
};

/// The greatest of the least integers, or the least of the greatest (\p Sign 1
/// or -1), that solve the bounds \p Bounds, each of which \p At finds; \p Known
/// where none is beyond it.
template <typename Bound, typename Finder>
int64_t varyingBound(const std::vector<Bound> &Bounds, int64_t Counter,
                     int64_t Known, int Sign, Finder At) {
  for (auto It = Bounds.begin(); It != Bounds.end();) {
    const LinearQuotient *First = At(*It);
    int64_t Least = -Sign * (First->Start + First->Slope * Counter);
    for (++It; It != Bounds.end(); ++It) {
      const LinearQuotient *Next = At(*It);
      if (Next->Divisor != First->Divisor)
        break;
      Least = std::min(Least, -Sign * (Next->Start + Next->Slope * Counter));
    }
    int64_t Found = -Sign * First->floorOf(Least);
    Known = Sign > 0 ? std::max(Known, Found) : std::min(Known, Found);
  }
  return Known;
}

/// Numbers k.
struct Interval {
  int64_t First, Last;

  bool isEmpty() const { return First > Last; }
  /// Leaves those with \p Slope k + \p Start >= 0.
  void restrictTo(WideInteger Slope, WideInteger Start);
  /// Leaves those with \p A <= \p B, as rational numbers.
  void restrictTo(const LinearQuotient &A, const LinearQuotient &B);
};

/// \p A / \p OfA.Divisor - \p B / \p OfB.Divisor, times both divisors.
inline WideInteger difference(int64_t A, const LinearQuotient &OfA, int64_t B,
                              const LinearQuotient &OfB) {
  return WideInteger(A) * OfB.Divisor - WideInteger(B) * OfA.Divisor;
}

/// A shared range at the values of the parameters.
template <typename Number> struct CompiledCounts::SharedState {
  /// The number of the evaluation that has computed this.
  uint64_t At = 0;
  /// The bounds that no counter changes, and the others.
  int64_t First = 0, Last = 0;
  std::vector<LinearQuotient> Lower, Upper;
  /// The counters at which there may be points, and those of which moments are
  /// known: of each power one after the other, 0 where there are no points. The
  /// magnitudes of each power are Sizes at most. AreOnes: each has one point.
  Interval Where = {0, -1}, Known = {0, -1};
  std::vector<Number> Moments;
  std::vector<double> Sizes;
  bool AreOnes = false;
  /// The moments that were found at single counters last, and their magnitudes:
  /// each in the place of the counter's last bits, where its At is that of the
  /// range. None where there are no points.
  struct AtCounter {
    int64_t Counter = 0;
    uint64_t At = 0;
    llvm::SmallVector<std::pair<Number, double>, 4> Moments;
  };
  std::array<AtCounter, 16> Recent;

  /// The moments of power \p E from counter \p First on.
  const Number *momentsAt(unsigned E, int64_t First) const {
    return Moments.data() + E * (Known.Last - Known.First + 1) +
           (First - Known.First);
  }
};

/// A term of a piece whose innermost loop is not executed: Factor times the sum
/// of k^Counter x^Power, for its counter k and the numbers x of the range that
/// it is folded with.
template <typename Number> struct CompiledCounts::FoldedTerm {
  Number Factor = 1;
  double Size = 1;
  unsigned Counter = 0, Power = 0;
};

/// The sums of powers for all exponents that are allowed.
const std::vector<WholePowerSum> &powerSums();

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
  /// A value, its magnitude, and the number of the evaluation that has computed
  /// it.
  template <typename Value> struct Cached {
    Value Is = 0;
    double Size = 0;
    uint64_t At = 0;
  };
  std::vector<Cached<int64_t>> Quotients;
  std::vector<Cached<bool>> RangeHasPoints;
  std::vector<SharedState<Number>> SharedRanges;
  std::vector<Cached<Number>> ConstantProducts, ConstantSums;
  std::vector<Cached<WideInteger>> Alternatives;
  /// Of a piece, where its innermost loop begins: the varying quotients;
  /// between which of those that do not vary each inner range lies; and what
  /// terms are multiplied by.
  std::vector<LinearQuotient> Varying;
  std::vector<int64_t> InnerFirst, InnerLast;
  std::vector<Number> Factors;
  std::vector<double> FactorSizes;
  /// Of one counter after the other: where it is, and products of moments.
  std::vector<Number> Counters, Products;
  Number Sum = 0;
  double SumSize = 0;
  uint64_t Steps = 0;
  uint64_t MostSteps = limits::CountSteps;
  /// Loops take as many steps at most, beside the first one and the last one.
  int64_t Breadth = std::numeric_limits<int64_t>::max();
  /// The terms of all evaluations.
  uint64_t Work = 0;
  bool IsTooLarge = false;
  /// Null: everything is computed.
  const Dependence *Of = nullptr;
  /// Whether the rest is that of earlier values; the number of the evaluation,
  /// and of the last one that has changed each class of parameters.
  bool IsKnown = false;
  uint64_t Now = 0;
  std::vector<uint64_t> ChangedAt;

  /// Whether value number \p K of \p Kind, which was computed in evaluation
  /// number \p At, has not changed since.
  bool isOld(const std::vector<unsigned> Dependence::*Kind, unsigned K,
             uint64_t At) const {
    return At == Now || (Of && At != 0 && At >= ChangedAt[(Of->*Kind)[K]]);
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

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_COUNTSTATE_H
