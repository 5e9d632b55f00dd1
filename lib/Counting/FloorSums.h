//===- FloorSums.h - Sums of powers of floors -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Sums of k^i floor((a k + b) / m)^j over an interval of k, for all small i
/// and j at once, in as many steps as Euclid's algorithm takes with a and m.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_COUNTING_FLOORSUMS_H
#define STEVEDORE_LIB_COUNTING_FLOORSUMS_H

#include "CountState.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

namespace stevedore {

/// The sums for exponents of k up to \p MostX and of the floor up to \p MostY,
/// modulo the power of two that Number has. Below the line y = (a x + b) / m
/// goes a path of steps to the right and up; from the sums over the points that
/// one part of it comes to on its steps to the right, and those of another,
/// follow those of the two parts in a row. As in Euclid's algorithm, the path
/// of (a, m) is one of (m, a mod m) whose steps are paths.
template <typename Number> class FloorSums {
public:
  FloorSums(unsigned MostX, unsigned MostY) : MostX(MostX), MostY(MostY) {}

  /// Computes the sums for \p First <= k <= \p Last, which are less than 2^38
  /// in magnitude, and the quotient \p Q, whose numbers are less than 2^57.
  void compute(const LinearQuotient &Q, int64_t First, int64_t Last);
  /// The sum of k^\p X times the floor's power \p Y.
  Number sum(unsigned X, unsigned Y) const { return Sums[at(X, Y)]; }
  /// How many paths were joined.
  uint64_t work() const { return Work; }

private:
  using Table = llvm::SmallVector<Number, 12>;
  struct Path {
    Number Right = 0, Up = 0;
    /// Empty without a step to the right.
    Table Sums;
  };

  unsigned MostX, MostY;
  Table Sums;
  uint64_t Work = 0;

  unsigned at(unsigned X, unsigned Y) const { return X * (MostY + 1) + Y; }
  void shift(Table &T, Number Right, Number Up) const;
  void append(Path &To, const Path &P);
  void appendRepeated(Path &To, Path P, uint64_t Times);
  Path pathTo(int64_t Slope, int64_t Divisor, int64_t Start, int64_t Length);
};

/// Makes sums over points those over the points that are \p Right and \p Up of
/// them: by the binomial theorem, as in a scheme of Horner that is transposed.
template <typename Number>
void FloorSums<Number>::shift(Table &T, Number Right, Number Up) const {
  if (Right != 0)
    for (unsigned Y = 0; Y <= MostY; ++Y)
      for (unsigned From = MostX; From-- > 0;)
        for (unsigned X = From; X < MostX; ++X)
          T[at(X + 1, Y)] += Right * T[at(X, Y)];
  if (Up != 0)
    for (unsigned X = 0; X <= MostX; ++X)
      for (unsigned From = MostY; From-- > 0;)
        for (unsigned Y = From; Y < MostY; ++Y)
          T[at(X, Y + 1)] += Up * T[at(X, Y)];
}

template <typename Number>
void FloorSums<Number>::append(Path &To, const Path &P) {
  ++Work;
  if (!P.Sums.empty()) {
    Table Moved = P.Sums;
    shift(Moved, To.Right, To.Up);
    for (size_t K = 0; K < To.Sums.size(); ++K)
      Moved[K] += To.Sums[K];
    To.Sums = std::move(Moved);
  }
  To.Right += P.Right;
  To.Up += P.Up;
}

template <typename Number>
void FloorSums<Number>::appendRepeated(Path &To, Path P, uint64_t Times) {
  if (P.Sums.empty()) {
    To.Up += Number(Times) * P.Up;
    return;
  }
  for (; Times != 0; Times /= 2) {
    if (Times % 2 != 0)
      append(To, P);
    if (Times > 1)
      append(P, Path(P));
  }
}

/// The path below (\p Slope x + \p Start) / \p Divisor from x = 0 to
/// \p Length, where \p Start is from 0 to \p Divisor - 1.
template <typename Number>
typename FloorSums<Number>::Path
FloorSums<Number>::pathTo(int64_t Slope, int64_t Divisor, int64_t Start,
                          int64_t Length) {
  // What fits into 64 bits is divided in less time.
  auto quotient = [](WideInteger A, int64_t B) {
    return A < (int64_t(1) << 62) ? int64_t(A) / B : int64_t(A / B);
  };
  Path Before, After, Up, Right;
  Up.Up = 1;
  Right.Right = 1;
  Right.Sums.assign(at(MostX + 1, 0), 0);
  for (unsigned X = 0; X <= MostX; ++X)
    Right.Sums[at(X, 0)] = 1;
  while (Length > 0) {
    if (Slope >= Divisor) {
      Path Steep;
      appendRepeated(Steep, Up, Slope / Divisor);
      append(Steep, Right);
      Right = Steep;
      Slope %= Divisor;
    }
    int64_t Height = quotient(WideInteger(Length) * Slope + Start, Divisor);
    if (Height == 0)
      break;
    // Steps to the right before the first step up, and after the last one.
    int64_t Rest = Divisor - Start - 1;
    int64_t Behind =
        Length - quotient(WideInteger(Divisor) * Height - Start - 1, Slope);
    appendRepeated(Before, Right, Rest / Slope);
    append(Before, Up);
    Path Longer;
    appendRepeated(Longer, Right, Behind);
    append(Longer, After);
    After = Longer;
    Start = Rest % Slope;
    Length = Height - 1;
    std::swap(Slope, Divisor);
    std::swap(Up, Right);
  }
  appendRepeated(Before, Right, Length);
  append(Before, After);
  return Before;
}

template <typename Number>
void FloorSums<Number>::compute(const LinearQuotient &Q, int64_t First,
                                int64_t Last) {
  // With a negative slope from right to left.
  bool IsBack = Q.Slope < 0;
  int64_t From = IsBack ? -Last : First;
  int64_t Slope = std::abs(Q.Slope), Start = Q.Start + Slope * (From - 1);
  int64_t Floor = llvm::divideFloorSigned(Start, Q.Divisor);
  Sums = pathTo(Slope, Q.Divisor, Start - Floor * Q.Divisor, Last - First + 1)
             .Sums;
  shift(Sums, Number(WideInteger(From - 1)), Number(WideInteger(Floor)));
  for (unsigned X = 1; IsBack && X <= MostX; X += 2)
    for (unsigned Y = 0; Y <= MostY; ++Y)
      Sums[at(X, Y)] = -Sums[at(X, Y)];
}

} // namespace stevedore

#endif // STEVEDORE_LIB_COUNTING_FLOORSUMS_H
