//===- stevedore/Support/Integer.h - Integers of any size -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// GMP integers as values. (GMP's own C++ interface needs exceptions.)
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_INTEGER_H
#define STEVEDORE_SUPPORT_INTEGER_H

#include <cstdint>
#include <gmp.h>
#include <utility>

namespace stevedore {

class Integer {
public:
  Integer(long Value = 0) { mpz_init_set_si(Z, Value); }
  Integer(const Integer &Other) { mpz_init_set(Z, Other.Z); }
  Integer(Integer &&Other) : Integer() { mpz_swap(Z, Other.Z); }
  ~Integer() { mpz_clear(Z); }
  Integer &operator=(Integer Other) {
    mpz_swap(Z, Other.Z);
    return *this;
  }

  Integer &operator+=(const Integer &Other) {
    mpz_add(Z, Z, Other.Z);
    return *this;
  }
  Integer &operator-=(const Integer &Other) {
    mpz_sub(Z, Z, Other.Z);
    return *this;
  }
  Integer &operator*=(const Integer &Other) {
    mpz_mul(Z, Z, Other.Z);
    return *this;
  }
  friend Integer operator+(Integer A, const Integer &B) { return A += B; }
  friend Integer operator-(Integer A, const Integer &B) { return A -= B; }
  friend Integer operator*(Integer A, const Integer &B) { return A *= B; }
  Integer operator-() const { return Integer(0) - *this; }

  /// The quotient rounded towards minus infinity; \p Divisor is not zero.
  Integer floorDiv(const Integer &Divisor) const {
    Integer Result;
    mpz_fdiv_q(Result.Z, Z, Divisor.Z);
    return Result;
  }
  bool isDivisibleBy(const Integer &Divisor) const {
    return mpz_divisible_p(Z, Divisor.Z);
  }
  int sign() const { return mpz_sgn(Z); }
  bool isZero() const { return sign() == 0; }
  /// Negative, zero or positive as |*this| compares with |Other|.
  int compareSize(const Integer &Other) const { return mpz_cmpabs(Z, Other.Z); }
  bool operator==(const Integer &Other) const {
    return mpz_cmp(Z, Other.Z) == 0;
  }
  bool operator!=(const Integer &Other) const { return !(*this == Other); }
  bool fitsInt64() const { return mpz_fits_slong_p(Z); }
  int64_t toInt64() const { return mpz_get_si(Z); }

private:
  mpz_t Z;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_INTEGER_H
