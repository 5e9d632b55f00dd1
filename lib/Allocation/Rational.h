//===- Rational.h - Small exact fractions -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Fractions of machine integers, compared exactly, and the products of machine
/// integers that the simplex method forms, checked for overflow.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_RATIONAL_H
#define STEVEDORE_LIB_ALLOCATION_RATIONAL_H

#include <cstdint>
#include <limits>

namespace stevedore {

/// Wide enough for any product of two machine integers.
__extension__ using WideInteger = __int128;

inline bool fitsInt64(WideInteger Value) {
  return Value >= std::numeric_limits<int64_t>::min() &&
         Value <= std::numeric_limits<int64_t>::max();
}

inline bool fitsInt32(WideInteger Value) {
  return Value >= std::numeric_limits<int32_t>::min() &&
         Value <= std::numeric_limits<int32_t>::max();
}

inline WideInteger greatestCommonDivisor(WideInteger A, WideInteger B) {
  while (B != 0) {
    WideInteger Rest = A % B;
    A = B;
    B = Rest;
  }
  return A < 0 ? -A : A;
}

/// Numerator / Denominator; the denominator is positive.
struct Rational {
  int64_t Numerator = 0;
  int64_t Denominator = 1;

  /// The fraction of two integers, the second one positive; where that does not
  /// fit, the nearest integer that does.
  static Rational of(WideInteger Numerator, WideInteger Denominator) {
    WideInteger Divisor = greatestCommonDivisor(Denominator, Numerator);
    Numerator /= Divisor;
    Denominator /= Divisor;
    if (fitsInt64(Numerator) && fitsInt64(Denominator))
      return {int64_t(Numerator), int64_t(Denominator)};
    Numerator /= Denominator;
    if (fitsInt64(Numerator))
      return {int64_t(Numerator), 1};
    return {Numerator < 0 ? std::numeric_limits<int64_t>::min()
                          : std::numeric_limits<int64_t>::max(),
            1};
  }
  Rational over(int64_t Divisor) const {
    return of(Numerator, WideInteger(Denominator) * Divisor);
  }

  /// The greatest integer that is not above the fraction.
  int64_t floor() const {
    int64_t Quotient = Numerator / Denominator;
    return Quotient - (Numerator % Denominator < 0);
  }
  double approximate() const { return double(Numerator) / Denominator; }

  bool operator<(const Rational &Other) const {
    return WideInteger(Numerator) * Other.Denominator <
           WideInteger(Other.Numerator) * Denominator;
  }
  bool operator<=(const Rational &Other) const { return !(Other < *this); }
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_RATIONAL_H
