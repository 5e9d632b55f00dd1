//===- ReuseVectors.cpp - Elements that may share a cell ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReuseVectors.h"
#include "Basis.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include <algorithm>
#include <cmath>

using namespace stevedore;

/// How long the vectors are among which reuse vectors are looked for.
static int64_t radiusFor(unsigned Rank) {
  return Rank == 2   ? limits::ReuseRadiusOfTwo
         : Rank == 3 ? limits::ReuseRadiusOfThree
                     : limits::ReuseRadius;
}

std::vector<Row> stevedore::directionsOf(llvm::ArrayRef<ReuseVector> Vectors) {
  std::vector<Row> Result;
  for (const ReuseVector &V : Vectors)
    Result.push_back(V.A);
  return Result;
}

/// The greatest multiple of \p A that is shorter than \p Other.
static int64_t multiplesBelow(const Row &A, const Row &Other) {
  auto Greatest = [](const Row &R) {
    int64_t Result = 0;
    for (int64_t Entry : R)
      Result = std::max(Result, std::abs(Entry));
    return Result;
  };
  int64_t Rho = Greatest(Other) / Greatest(A);
  return isShorter(ReuseVector{A, Rho}.scaled(), Other) ? Rho : Rho - 1;
}

/// Directions come shortest first, so that none is looked at that is as long as
/// the vectors found.
std::vector<ReuseVector>
stevedore::findReuseVectors(Widths &W, unsigned Rank,
                            llvm::ArrayRef<ReuseVector> Chosen, size_t Count) {
  std::vector<ReuseVector> Result;
  std::vector<Row> Span = directionsOf(Chosen);
  for (const Row &A : primitiveVectors(Rank, radiusFor(Rank))) {
    if (W.outOfBudget())
      break;
    int64_t Longest = limits::LongestReuse;
    if (Result.size() == Count)
      Longest = std::min(Longest, multiplesBelow(A, Result.back().scaled()));
    if (Longest <= 0)
      break;
    std::vector<Row> Rows(Span);
    Rows.push_back(A);
    if (!Span.empty() &&
        !unimodularCompletion(IntegerMatrix::fromRows(Rows, Rank)))
      continue;
    std::optional<Rational> Reach = W.reach(Span, A, Longest);
    if (!Reach)
      continue;
    ReuseVector Found = {A, int64_t(Reach->floor()) + 1};
    Result.insert(
        llvm::upper_bound(Result, Found,
                          [](const ReuseVector &A, const ReuseVector &B) {
                            return isShorter(A.scaled(), B.scaled());
                          }),
        Found);
    if (Result.size() > Count)
      Result.pop_back();
  }
  return Result;
}

namespace {

struct CostedRow {
  Row R;
  double Cost;
};

/// Rows of mappings of two dimensions, and what they cost at least.
class SlantedRows {
public:
  explicit SlantedRows(Widths &W);
  /// Those that may cost less than \p Limit, least first.
  std::vector<CostedRow> below(double Limit) const;

private:
  double leastCost(const Row &C) const;

  struct Known {
    Row C;
    std::vector<int64_t> Sizes;
  };
  std::vector<Known> Short;
};

} // namespace

/// The rows of \p All whose cost is below \p Limit, least first.
static std::vector<CostedRow>
cheapestFirst(std::vector<Row> All,
              llvm::function_ref<double(const Row &)> CostOf, double Limit) {
  std::vector<CostedRow> Result;
  for (Row &R : All)
    if (double Cost = CostOf(R); Cost < Limit)
      Result.push_back({std::move(R), Cost});
  std::stable_sort(Result.begin(), Result.end(),
                   [](const CostedRow &A, const CostedRow &B) {
                     return A.Cost < B.Cost - limits::EqualCost;
                   });
  return Result;
}

SlantedRows::SlantedRows(Widths &W) {
  for (Row &C : primitiveVectors(2, 1))
    if (auto Sizes = W.quickSizes(C))
      Short.push_back({std::move(C), std::move(*Sizes)});
}

/// Widths are a norm, so that that of a p + b q is at least the difference of
/// |a| times that of p and |b| times that of q.
double SlantedRows::leastCost(const Row &C) const {
  std::vector<int64_t> Least;
  for (const auto &[P, SizesOfP] : Short)
    for (const auto &[Q, SizesOfQ] : Short) {
      if (std::abs(P[0] * Q[1] - P[1] * Q[0]) != 1)
        continue;
      int64_t A = std::abs(C[0] * Q[1] - C[1] * Q[0]);
      int64_t B = std::abs(P[0] * C[1] - P[1] * C[0]);
      Least.resize(SizesOfP.size(), 1);
      for (unsigned I = 0; I < Least.size(); ++I)
        Least[I] =
            std::max(Least[I], A * (SizesOfP[I] - 1) - B * SizesOfQ[I] + 1);
    }
  return sumOfLogarithms(Least);
}

std::vector<CostedRow> SlantedRows::below(double Limit) const {
  return cheapestFirst(
      primitiveVectors(2, limits::SlantedRadius),
      [&](const Row &C) { return leastCost(C); }, Limit);
}

/// The reuse vector rho a of an array of two dimensions whose mapping, the row
/// c orthogonal to a beside the modulus rho, costs least. Where conflicts fill
/// a slanted strip whose length grows with the parameters, the shortest vectors
/// cross it, but the lattice that packs strips best leaves it at a slant. None
/// if it does not cost less than \p Least.
static std::optional<ReuseVector> cheapestOfTwo(Widths &W, double Least) {
  std::optional<ReuseVector> Best;
  for (const auto &[C, LeastCost] : SlantedRows(W).below(Least)) {
    if (LeastCost >= Least || W.outOfBudget())
      break;
    double Longest = std::exp((Least - LeastCost) / W.numLargeProbes());
    ReuseVector V = {{C[1], -C[0]}};
    std::optional<Rational> Reach =
        W.reach({}, V.A, std::min(Longest, double(limits::LongestReuse)));
    if (!Reach)
      continue;
    V.Rho = int64_t(Reach->floor()) + 1;
    double Cost = W.constantCost(V.Rho);
    Cost += W.quickCost({}, C, Least - Cost);
    if (Cost < Least) {
      Least = Cost;
      Best = std::move(V);
    }
  }
  return Best;
}

namespace {

/// What reuse vectors cost by the box |z_k| < w_k around the conflicts: as many
/// cells as there are integer points in its projection along the vector v,
/// sum_k |v_k| prod_{j != k} w_j but for terms of lower order.
class ProjectedBox {
public:
  /// None if a width is unbounded.
  static std::optional<ProjectedBox> create(Widths &W, unsigned Rank);

  /// Directions that may cost less than \p Limit, least first.
  std::vector<CostedRow> below(double Limit) const;

private:
  double cost(const Row &V) const;

  /// w_k, and their product, at each large probe.
  std::vector<std::vector<int64_t>> Sizes;
  double LogVolume = 0;
};

} // namespace

std::optional<ProjectedBox> ProjectedBox::create(Widths &W, unsigned Rank) {
  ProjectedBox Result;
  for (unsigned K = 0; K < Rank; ++K) {
    auto Sizes = W.quickSizes(unitRow(Rank, K));
    if (!Sizes)
      return std::nullopt;
    Result.LogVolume += sumOfLogarithms(*Sizes);
    Result.Sizes.push_back(std::move(*Sizes));
  }
  return Result;
}

/// The sum of the logarithms of sum_k |v_k| / w_k prod_j w_j.
double ProjectedBox::cost(const Row &V) const {
  double Result = LogVolume;
  for (unsigned I = 0; I < Sizes.front().size(); ++I) {
    double Sum = 0;
    for (unsigned K = 0; K < V.size(); ++K)
      Sum += double(std::abs(V[K])) / double(Sizes[K][I]);
    Result += std::log(Sum);
  }
  return Result;
}

std::vector<CostedRow> ProjectedBox::below(double Limit) const {
  unsigned Rank = Sizes.size();
  int64_t Radius = 1;
  while (std::pow(2 * Radius + 3, Rank) <= 2 * limits::CostlyDirections)
    ++Radius;
  return cheapestFirst(
      primitiveVectors(Rank, Radius), [&](const Row &V) { return cost(V); },
      Limit);
}

/// The reuse vector of least cost by the box, where that is below \p Limit.
static std::optional<ReuseVector> cheapestByBox(Widths &W, unsigned Rank,
                                                double Limit) {
  std::optional<ReuseVector> Best;
  auto Box = ProjectedBox::create(W, Rank);
  if (!Box)
    return Best;
  for (auto &[A, Cost] : Box->below(Limit)) {
    if (Cost >= Limit || W.outOfBudget())
      break;
    double Longest = std::exp((Limit - Cost) / W.numLargeProbes());
    std::optional<Rational> Reach =
        W.reach({}, A, std::min(Longest, double(limits::LongestReuse)));
    if (!Reach)
      continue;
    Best = {std::move(A), int64_t(Reach->floor()) + 1};
    Limit = Cost + W.constantCost(Best->Rho) - limits::EqualCost;
  }
  return Best;
}

std::vector<ReuseVector>
stevedore::cheapestReuseVectors(Widths &W, unsigned Rank, double SmallerThan) {
  double Limit = SmallerThan - W.numLargeProbes() * limits::ScatteredSaving;
  auto Best = Rank == 2  ? cheapestOfTwo(W, Limit)
              : Rank > 2 ? cheapestByBox(W, Rank, Limit)
                         : std::nullopt;
  return Best ? std::vector<ReuseVector>{std::move(*Best)}
              : std::vector<ReuseVector>();
}
