//===- stevedore/Support/Rational.h - Fractions -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Exact fractions of integers of any size. isl_val, which is one too, belongs
/// to a context, whose budget it counts against.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_RATIONAL_H
#define STEVEDORE_SUPPORT_RATIONAL_H

#include "stevedore/Support/Integer.h"

namespace stevedore {

/// Numerator / Denominator; the denominator is positive.
struct Rational {
  Integer Numerator = Integer(0);
  Integer Denominator = Integer(1);

  /// The fraction of two integers, the second one positive, in lowest terms.
  static Rational of(const Integer &Numerator, const Integer &Denominator) {
    Integer Divisor = gcd(abs(Numerator), Denominator);
    return {Numerator / Divisor, Denominator / Divisor};
  }
  Rational over(int64_t Divisor) const {
    return of(Numerator, Denominator * Divisor);
  }

  /// The greatest integer that is not above the fraction.
  Integer floor() const { return floorDiv(Numerator, Denominator); }
  double approximate() const {
    return toDouble(Numerator) / toDouble(Denominator);
  }

  bool operator<(const Rational &Other) const {
    return Numerator * Other.Denominator < Other.Numerator * Denominator;
  }
  bool operator<=(const Rational &Other) const { return !(Other < *this); }
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_RATIONAL_H
