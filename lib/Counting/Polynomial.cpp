//===- Polynomial.cpp - Polynomials ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/Polynomial.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace stevedore;

static Rational sum(const Rational &A, const Rational &B) {
  return Rational::of(A.Numerator * B.Denominator + B.Numerator * A.Denominator,
                      A.Denominator * B.Denominator);
}

static Rational product(const Rational &A, const Rational &B) {
  return Rational::of(A.Numerator * B.Numerator, A.Denominator * B.Denominator);
}

/// The product of two monomials.
static Monomial product(const Monomial &A, const Monomial &B) {
  Monomial Result;
  auto I = A.begin(), J = B.begin();
  while (I != A.end() || J != B.end())
    if (J == B.end() || (I != A.end() && I->first < J->first))
      Result.push_back(*I++);
    else if (I == A.end() || J->first < I->first)
      Result.push_back(*J++);
    else {
      Result.emplace_back(I->first, I->second + J->second);
      ++I, ++J;
    }
  return Result;
}

void Polynomial::add(const Monomial &M, const Rational &Factor) {
  if (Factor.Numerator == 0)
    return;
  auto [It, IsNew] = Terms.try_emplace(M, Factor);
  if (IsNew)
    return;
  It->second = sum(It->second, Factor);
  if (It->second.Numerator == 0)
    Terms.erase(It);
}

Polynomial Polynomial::constant(const Integer &Value) {
  Polynomial Result;
  Result.add({}, {Value, Integer(1)});
  return Result;
}

Polynomial Polynomial::variable(unsigned Number) {
  Polynomial Result;
  Result.add({{Number, 1}}, {Integer(1), Integer(1)});
  return Result;
}

Polynomial &Polynomial::operator+=(const Polynomial &Other) {
  for (const auto &[M, Factor] : Other.Terms)
    add(M, Factor);
  return *this;
}

Polynomial Polynomial::operator*(const Polynomial &Other) const {
  Polynomial Result;
  for (const auto &[M, A] : Terms)
    for (const auto &[N, B] : Other.Terms)
      Result.add(product(M, N), product(A, B));
  return Result;
}

Polynomial Polynomial::scaled(const Rational &Factor) const {
  Polynomial Result;
  for (const auto &[M, A] : Terms)
    Result.add(M, product(A, Factor));
  return Result;
}

/// The exponent of variable number \p V.
static unsigned exponentOf(const Monomial &M, unsigned V) {
  auto It = std::find_if(M.begin(), M.end(),
                         [V](const auto &P) { return P.first == V; });
  return It == M.end() ? 0 : It->second;
}

unsigned Polynomial::degreeIn(unsigned V) const {
  unsigned Result = 0;
  for (const auto &[M, Factor] : Terms)
    Result = std::max(Result, exponentOf(M, V));
  return Result;
}

std::vector<Polynomial> Polynomial::coefficientsIn(unsigned V) const {
  std::vector<Polynomial> Result(degreeIn(V) + 1);
  for (const auto &[M, Factor] : Terms) {
    Monomial Rest = M;
    Rest.erase(std::remove_if(Rest.begin(), Rest.end(),
                              [V](const auto &P) { return P.first == V; }),
               Rest.end());
    Result[exponentOf(M, V)].add(Rest, Factor);
  }
  return Result;
}

/// The value at \p X of the polynomial with \p Coefficients (Horner).
static Polynomial valueAt(const std::vector<Polynomial> &Coefficients,
                          const Polynomial &X) {
  Polynomial Result;
  for (size_t E = Coefficients.size(); E-- > 0;) {
    Result = Result * X;
    Result += Coefficients[E];
  }
  return Result;
}

Polynomial Polynomial::substituted(unsigned V, const Polynomial &Value) const {
  if (degreeIn(V) == 0)
    return *this;
  return valueAt(coefficientsIn(V), Value);
}

static std::string
monomialText(const Monomial &M,
             llvm::function_ref<std::string(unsigned)> Name) {
  std::string Result;
  for (auto [V, Exponent] : M) {
    Result += (Result.empty() ? "" : "*") + Name(V);
    if (Exponent > 1)
      Result += "^" + std::to_string(Exponent);
  }
  return Result;
}

static std::string numberText(const Integer &N) {
  std::string Text;
  llvm::raw_string_ostream(Text) << N;
  return Text;
}

std::string
Polynomial::text(llvm::function_ref<std::string(unsigned)> Name) const {
  std::string Result;
  for (auto It = Terms.rbegin(); It != Terms.rend(); ++It) {
    const auto &[M, Factor] = *It;
    bool IsNegative = Factor.Numerator < 0;
    Result +=
        Result.empty() ? (IsNegative ? "-" : "") : (IsNegative ? " - " : " + ");
    std::string Number = numberText(abs(Factor.Numerator));
    if (Factor.Denominator != 1)
      Number += "/" + numberText(Factor.Denominator);
    std::string Rest = monomialText(M, Name);
    Result += Rest.empty()    ? Number
              : Number == "1" ? Rest
                              : Number + "*" + Rest;
  }
  return Result.empty() ? "0" : Result;
}

/// By (n + 1)^(e + 1) - 1 = sum over j <= e of binomial(e + 1, j) S_j(n).
std::vector<Rational> stevedore::powerSum(unsigned Exponent) {
  std::vector<std::vector<Rational>> Sums;
  std::vector<Integer> Binomials = {Integer(1)};
  for (unsigned E = 0; E <= Exponent; ++E) {
    std::vector<Integer> Next = {Integer(1)};
    for (unsigned J = 1; J <= E + 1; ++J)
      Next.push_back(Binomials[J - 1] +
                     (J < Binomials.size() ? Binomials[J] : Integer(0)));
    Binomials = std::move(Next);
    std::vector<Rational> S(E + 2);
    for (unsigned J = 1; J <= E + 1; ++J)
      S[J] = {Binomials[J], Integer(1)};
    for (unsigned Lower = 0; Lower < E; ++Lower)
      for (unsigned J = 0; J < Sums[Lower].size(); ++J)
        S[J] =
            sum(S[J], product({-Binomials[Lower], Integer(1)}, Sums[Lower][J]));
    for (Rational &C : S)
      C = Rational::of(C.Numerator, C.Denominator * Integer(E + 1));
    Sums.push_back(std::move(S));
  }
  return Sums.back();
}

WholePowerSum stevedore::wholePowerSum(unsigned Exponent) {
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

Polynomial stevedore::sumOver(const Polynomial &Value, unsigned V,
                              const Polynomial &First, const Polynomial &Last) {
  std::vector<Polynomial> Coefficients = Value.coefficientsIn(V);
  std::vector<Polynomial> Sum(Coefficients.size() + 1);
  for (unsigned E = 0; E < Coefficients.size(); ++E) {
    std::vector<Rational> Powers = powerSum(E);
    for (unsigned J = 1; J < Powers.size(); ++J)
      Sum[J] += Coefficients[E].scaled(Powers[J]);
  }
  Polynomial BeforeFirst = First;
  BeforeFirst += Polynomial::constant(Integer(-1));
  Polynomial Result = valueAt(Sum, Last);
  Result += valueAt(Sum, BeforeFirst).scaled({Integer(-1), Integer(1)});
  return Result;
}
