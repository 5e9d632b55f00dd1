//===- RandomConflicts.cpp - Random unions of polyhedra -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomConflicts.h"

using namespace fuzz;

static const char *const ParameterNames[] = {"N", "M"};

static int64_t uniform(std::mt19937_64 &Random, int64_t Low, int64_t High) {
  return Low + int64_t(Random() % uint64_t(High - Low + 1));
}

bool Constraint::holds(const Point &X, const Point &P) const {
  int64_t Sum = Constant;
  for (unsigned K = 0; K < X.size(); ++K)
    Sum += Coefficients[K] * X[K];
  for (unsigned K = 0; K < P.size(); ++K)
    Sum += Parameters[K] * P[K];
  return Modulus ? Sum % Modulus == 0 : Sum >= 0;
}

std::string Constraint::text(const std::string &Suffix) const {
  std::string Sum;
  for (unsigned K = 0; K < Coefficients.size(); ++K)
    Sum += std::to_string(Coefficients[K]) + "x" + std::to_string(K) + Suffix +
           " + ";
  for (unsigned K = 0; K < Parameters.size(); ++K)
    Sum += std::to_string(Parameters[K]) + ParameterNames[K] + " + ";
  Sum += std::to_string(Constant);
  if (Modulus)
    return "(" + Sum + ") mod " + std::to_string(Modulus) + " = 0";
  return Sum + " >= 0";
}

/// Bounds on every dimension, then up to three half spaces and now and then a
/// congruence.
static std::vector<Constraint>
makePolyhedron(std::mt19937_64 &Random, const RandomSet &Set, bool Symmetric) {
  std::vector<Constraint> Result;
  auto Make = [&] {
    Constraint C;
    C.Coefficients.assign(Set.Rank, 0);
    C.Parameters.assign(Set.NumParameters, 0);
    return C;
  };
  for (unsigned K = 0; K < Set.Rank; ++K) {
    Constraint Upper = Make(), Lower = Make();
    Upper.Coefficients[K] = -1;
    Lower.Coefficients[K] = 1;
    Upper.Constant = uniform(Random, 0, 2);
    Lower.Constant = Symmetric ? uniform(Random, 0, 2) : 0;
    for (unsigned P = 0; P < Set.NumParameters; ++P) {
      Upper.Parameters[P] = uniform(Random, 0, 2) == 0;
      Lower.Parameters[P] = Symmetric && uniform(Random, 0, 2) == 0;
    }
    Result.push_back(Upper);
    Result.push_back(Lower);
  }
  for (int64_t Count = uniform(Random, 0, 3); Count > 0; --Count) {
    Constraint C = Make();
    for (int64_t &Coefficient : C.Coefficients)
      Coefficient = uniform(Random, -2, 2);
    for (int64_t &Coefficient : C.Parameters)
      Coefficient = uniform(Random, -1, 1);
    C.Constant = uniform(Random, -1, 3);
    Result.push_back(C);
  }
  if (uniform(Random, 0, 7) == 0) {
    Constraint C = Make();
    for (int64_t &Coefficient : C.Coefficients)
      Coefficient = uniform(Random, 0, 1);
    C.Modulus = uniform(Random, 2, 3);
    Result.push_back(C);
  }
  return Result;
}

RandomSet RandomSet::make(std::mt19937_64 &Random, bool Symmetric) {
  RandomSet Result;
  Result.Rank = uniform(Random, 1, 4);
  Result.NumParameters = uniform(Random, 0, 2);
  // Many polyhedra in four dimensions would take most of the time.
  int64_t Most = Result.Rank < 4 ? 6 : 3;
  for (int64_t Count = uniform(Random, 1, Most); Count > 0; --Count)
    Result.Polyhedra.push_back(makePolyhedron(Random, Result, Symmetric));
  return Result;
}

bool RandomSet::contains(const Point &X, const Point &P) const {
  for (const std::vector<Constraint> &Polyhedron : Polyhedra) {
    bool All = true;
    for (const Constraint &C : Polyhedron)
      All = All && C.holds(X, P);
    if (All)
      return true;
  }
  return false;
}

std::string RandomSet::prefix() const {
  static const char *const Prefixes[] = {"{ ", "[N] -> { ", "[N, M] -> { "};
  return Prefixes[NumParameters];
}

std::string RandomSet::tuple(const std::string &Suffix) const {
  std::string Result;
  for (unsigned K = 0; K < Rank; ++K)
    Result += (K ? ", x" : "x") + std::to_string(K) + Suffix;
  return Result;
}

std::string RandomSet::text(const std::string &Suffix) const {
  std::string Result;
  for (const std::vector<Constraint> &Polyhedron : Polyhedra) {
    Result += Result.empty() ? "(" : " or (";
    for (const Constraint &C : Polyhedron)
      Result += (&C == &Polyhedron[0] ? "" : " and ") + C.text(Suffix);
    Result += ")";
  }
  return Result;
}

bool RandomSet::forEachPoint(
    const Point &P, const std::function<bool(const Point &)> &Visit) const {
  int64_t Radius = 2;
  for (int64_t Value : P)
    Radius += Value;
  Point X(Rank, -Radius);
  for (;;) {
    if (contains(X, P) && !Visit(X))
      return false;
    unsigned K = 0;
    while (K < Rank && ++X[K] > Radius)
      X[K++] = -Radius;
    if (K == Rank)
      return true;
  }
}
