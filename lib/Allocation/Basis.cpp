//===- Basis.cpp - Rows of mappings that fold best ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Basis.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

using namespace stevedore;

/// The norms of E 4.2.1, the first of which decides.
static std::tuple<int64_t, int64_t, int64_t> norms(const Row &A) {
  int64_t Greatest = 0, Sum = 0, Differences = 0;
  for (unsigned I = 0; I < A.size(); ++I) {
    Greatest = std::max(Greatest, std::abs(A[I]));
    Sum += std::abs(A[I]);
    for (unsigned J = I + 1; J < A.size(); ++J)
      Differences += std::abs(A[I] - A[J]);
  }
  return {Greatest, Sum, Differences};
}

bool stevedore::isShorter(const Row &A, const Row &B) {
  return norms(A) < norms(B);
}

static bool isPrimitive(const Row &A) {
  int64_t Divisor = 0;
  for (int64_t Entry : A)
    Divisor = std::gcd(Divisor, Entry);
  return Divisor == 1;
}

/// Whether the first nonzero entry of \p A is positive.
static bool isLeadingPositive(const Row &A) {
  for (int64_t Entry : A)
    if (Entry != 0)
      return Entry > 0;
  return false;
}

std::vector<Row> stevedore::primitiveVectors(unsigned Size, int64_t Radius) {
  std::vector<Row> Result;
  Row Next(Size, -Radius);
  for (;;) {
    if (isLeadingPositive(Next) && isPrimitive(Next))
      Result.push_back(Next);
    unsigned K = 0;
    while (K < Size && ++Next[K] > Radius)
      Next[K++] = -Radius;
    if (K == Size)
      break;
  }
  std::stable_sort(Result.begin(), Result.end(), isShorter);
  return Result;
}

Row stevedore::combine(const Row &Factors, const std::vector<Row> &Basis) {
  Row Result(Basis[0].size(), 0);
  for (unsigned K = 0; K < Factors.size(); ++K)
    for (unsigned C = 0; C < Result.size(); ++C)
      Result[C] += Factors[K] * Basis[K][C];
  return Result;
}

std::vector<Row> stevedore::complement(const Row &Factors,
                                       const std::vector<Row> &Basis) {
  std::vector<Row> Result;
  auto Completed =
      unimodularCompletion(IntegerMatrix::fromRows({Factors}, Factors.size()));
  auto Rows = Completed ? Completed->toRows() : std::nullopt;
  for (unsigned R = 1; Rows && R < Rows->size(); ++R)
    Result.push_back(combine((*Rows)[R], Basis));
  return Result;
}

namespace {

/// Searches bases depth first, at each depth along the directions of least
/// width.
class BasisSearch {
public:
  BasisSearch(Widths &W, SearchLimits Limits) : W(W), Limits(Limits) {}

  void extend(OrderedBasis Chosen, const std::vector<Row> &Rest);
  std::optional<OrderedBasis> Best;

private:
  struct Direction {
    double Cost;
    Row Factors;
  };
  std::vector<Direction> directions(const OrderedBasis &Chosen,
                                    const std::vector<Row> &Rest);

  Widths &W;
  SearchLimits Limits;
};

} // namespace

/// Directions in the span of \p Rest with their widths, least first; only the
/// unit vectors once few widths are left.
std::vector<BasisSearch::Direction>
BasisSearch::directions(const OrderedBasis &Chosen,
                        const std::vector<Row> &Rest) {
  std::vector<Direction> Result;
  unsigned Size = Rest.size();
  int64_t Radius = Size == 2 || Size == 3 ? limits::BasisFactor
                                          : limits::LargeBasisFactor;
  for (const Row &Factors : primitiveVectors(Size, Radius)) {
    bool IsUnit = std::get<1>(norms(Factors)) == 1;
    if ((Limits.NumWidths == 0 && !IsUnit) || W.outOfBudget())
      continue;
    Limits.NumWidths -= Limits.NumWidths > 0;
    double Left = Limits.Cost - limits::EqualCost - Chosen.Cost;
    double Cost = W.quickCost(Chosen.Rows, combine(Factors, Rest), Left);
    if (Cost < Left)
      Result.push_back({Cost, Factors});
  }
  std::stable_sort(Result.begin(), Result.end(),
                   [](const Direction &A, const Direction &B) {
                     return A.Cost < B.Cost - limits::EqualCost;
                   });
  return Result;
}

void BasisSearch::extend(OrderedBasis Chosen, const std::vector<Row> &Rest) {
  if (Rest.empty()) {
    if (Chosen.Cost < Limits.Cost - limits::EqualCost) {
      Limits.Cost = Chosen.Cost;
      Best = std::move(Chosen);
    }
    return;
  }
  std::vector<Direction> Next = directions(Chosen, Rest);
  unsigned Breadth = Rest.size() == 2   ? limits::BasisBreadthOfTwo
                     : Rest.size() == 3 ? limits::BasisBreadthOfThree
                                        : limits::BasisBreadth;
  if (Next.size() > Breadth)
    Next.resize(Breadth);
  for (const Direction &D : Next) {
    OrderedBasis Longer = Chosen;
    Longer.Rows.push_back(combine(D.Factors, Rest));
    Longer.Cost += D.Cost;
    extend(std::move(Longer), complement(D.Factors, Rest));
  }
}

std::optional<OrderedBasis>
stevedore::optimizeBasis(Widths &W, const std::vector<Row> &Basis,
                         SearchLimits Limits) {
  BasisSearch Search(W, Limits);
  Search.extend({}, Basis);
  return Search.Best;
}
