//===- stevedore/Counting/Polynomial.h - Polynomials ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Polynomials with rational coefficients over numbered variables, in exact
/// arithmetic, and sums of powers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_COUNTING_POLYNOMIAL_H
#define STEVEDORE_COUNTING_POLYNOMIAL_H

#include "stevedore/Support/Rational.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stevedore {

/// The variables of a product with their exponents, which are positive, in the
/// order of their numbers.
using Monomial = std::vector<std::pair<unsigned, unsigned>>;

/// A sum of monomials with rational coefficients.
class Polynomial {
public:
  Polynomial() = default;
  static Polynomial constant(const Integer &Value);
  static Polynomial variable(unsigned Number);

  /// The monomials with their coefficients, none of which is 0.
  const std::map<Monomial, Rational> &terms() const { return Terms; }
  bool isZero() const { return Terms.empty(); }

  Polynomial &operator+=(const Polynomial &Other);
  Polynomial operator*(const Polynomial &Other) const;
  Polynomial scaled(const Rational &Factor) const;
  /// The highest power of variable number \p V.
  unsigned degreeIn(unsigned V) const;
  /// The coefficients of the powers of variable number \p V, from 0 on.
  std::vector<Polynomial> coefficientsIn(unsigned V) const;
  /// This with \p Value for variable number \p V.
  Polynomial substituted(unsigned V, const Polynomial &Value) const;
  /// "1/2*N*T1 + 3", the variables called as \p Name says.
  std::string text(llvm::function_ref<std::string(unsigned)> Name) const;

private:
  std::map<Monomial, Rational> Terms;

  void add(const Monomial &M, const Rational &Factor);
};

/// The coefficients c_1, c_2, ... of 1^\p Exponent + ... + n^\p Exponent as a
/// polynomial c_1 n + c_2 n^2 + ... (Faulhaber); the first one, c_0, is 0. The
/// difference of its values at n and n - 1 is n^\p Exponent for all n.
std::vector<Rational> powerSum(unsigned Exponent);

/// powerSum() with whole coefficients over a common denominator.
struct WholePowerSum {
  std::vector<int64_t> Coefficients;
  int64_t Denominator = 1;
};

WholePowerSum wholePowerSum(unsigned Exponent);

/// The sum of \p Value over the integers \p First <= v <= \p Last, for variable
/// number \p V, which the bounds do not contain. It is 0 where \p Last is
/// \p First - 1, and has no meaning where that is less.
Polynomial sumOver(const Polynomial &Value, unsigned V, const Polynomial &First,
                   const Polynomial &Last);

} // namespace stevedore

#endif // STEVEDORE_COUNTING_POLYNOMIAL_H
