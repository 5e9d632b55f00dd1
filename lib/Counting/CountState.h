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
#include "llvm/Support/MathExtras.h"
#include <algorithm>
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
  std::vector<unsigned> Quotients, Ranges, Products, ConstantSums, Alternatives,
      Results;

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
  std::vector<Cached<Number>> Products, ConstantSums;
  std::vector<Cached<WideInteger>> Alternatives;
  /// Of a piece, where its innermost loop begins: the varying quotients;
  /// between which of those that do not vary each inner range lies; and what
  /// terms are multiplied by.
  std::vector<LinearQuotient> Varying;
  std::vector<int64_t> InnerFirst, InnerLast;
  std::vector<Number> Factors;
  std::vector<double> FactorSizes;
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
