//===- Lattice.cpp - The combined heuristic -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Basis.h"
#include "Candidates.h"
#include "Farkas.h"
#include "ReuseVectors.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include <algorithm>
#include <cmath>

using namespace stevedore;

/// The rows of the inverse of a unimodular matrix whose first columns are
/// \p Vectors: row j takes 1 on vector j and 0 on the others, and the further
/// rows are a basis of what is orthogonal to all of them.
static std::vector<Row> dualBasis(unsigned Rank,
                                  llvm::ArrayRef<ReuseVector> Vectors) {
  auto Completed = unimodularCompletion(
      IntegerMatrix::fromRows(directionsOf(Vectors), Rank));
  auto Inverse =
      Completed ? Completed->transpose().unimodularInverse() : std::nullopt;
  auto Rows = Inverse ? Inverse->toRows() : std::nullopt;
  return Rows ? *Rows : std::vector<Row>();
}

namespace {

/// Rows with their widths, in the order in which the proof settles them.
struct BoundedRows {
  std::vector<Row> Rows;
  std::vector<Bound> Bounds;
};

} // namespace

static int64_t lastEntry(const Row &R) { return R.empty() ? 0 : R.back(); }

/// Subtracts multiples of a row with last entry 1 or -1 from the rows settled
/// after it, so that only one row depends on the array's last dimension, where
/// the rows before it do not: then runs of elements stay contiguous. Widths
/// stay what they are, since the row subtracted vanishes where they are taken.
static void clearLastColumn(std::vector<Row> &Rows) {
  for (unsigned R = 0; R < Rows.size(); ++R) {
    if (lastEntry(Rows[R]) == 0)
      continue;
    if (std::abs(lastEntry(Rows[R])) != 1)
      return;
    for (unsigned S = R + 1; S < Rows.size(); ++S) {
      int64_t Factor = lastEntry(Rows[S]) * lastEntry(Rows[R]);
      for (unsigned C = 0; C < Rows[S].size(); ++C)
        Rows[S][C] -= Factor * Rows[R][C];
    }
    return;
  }
}

/// Gives each row a positive last nonzero entry.
static void makePositive(Row &R) {
  for (unsigned C = R.size(); C-- > 0;) {
    if (R[C] == 0)
      continue;
    if (R[C] < 0)
      for (int64_t &Entry : R)
        Entry = -Entry;
    return;
  }
}

/// Rows that depend on later dimensions come later, and of these the simpler
/// ones.
static bool comesBefore(const Row &A, const Row &B) {
  auto Key = [](const Row &R) {
    int64_t Last = 0, Count = 0;
    for (unsigned C = 0; C < R.size(); ++C)
      if (R[C] != 0) {
        Last = C;
        ++Count;
      }
    return std::make_pair(Last, -Count);
  };
  return Key(A) < Key(B);
}

static bool isOne(const Bound &B) {
  for (const std::vector<Form> &Forms : B)
    for (const Form &F : Forms)
      if (F.Constant != 0 ||
          std::any_of(F.Coefficients.begin(), F.Coefficients.end(),
                      [](int64_t C) { return C != 0; }))
        return false;
  return true;
}

/// Rows of modulus 1 are left out.
static Candidate toCandidate(const Widths &W, BoundedRows F,
                             const char *Method) {
  clearLastColumn(F.Rows);
  std::vector<std::pair<Row, Bound>> Sorted;
  for (unsigned R = 0; R < F.Rows.size(); ++R) {
    makePositive(F.Rows[R]);
    if (!isOne(F.Bounds[R]))
      Sorted.push_back({F.Rows[R], F.Bounds[R]});
  }
  std::stable_sort(Sorted.begin(), Sorted.end(),
                   [](const auto &A, const auto &B) {
                     return comesBefore(A.first, B.first);
                   });
  std::vector<Row> Rows;
  std::vector<Bound> Bounds;
  for (auto &[R, B] : Sorted) {
    Rows.push_back(R);
    Bounds.push_back(B);
  }
  return makeCandidate(W, Rows, Bounds, Method);
}

/// The rows of \p Basis with their widths one after the other; none if one is
/// unbounded.
static std::optional<BoundedRows> foldAlong(Widths &W,
                                            const std::vector<Row> &Basis) {
  BoundedRows Result;
  for (const Row &R : Basis) {
    std::optional<Bound> Width = W.width(Result.Rows, R);
    if (!Width)
      return std::nullopt;
    Result.Rows.push_back(R);
    Result.Bounds.push_back(std::move(*Width));
  }
  return Result;
}

std::optional<Candidate> stevedore::proposeBasis(Widths &W, unsigned Rank) {
  std::vector<Row> Units;
  for (unsigned K = 0; K < Rank; ++K)
    Units.push_back(unitRow(Rank, K));
  auto Basis = farkasBasis(W, Units);
  if (!Basis)
    return std::nullopt;
  std::optional<BoundedRows> Result = foldAlong(W, *Basis);
  if (!Result)
    return std::nullopt;
  return toCandidate(W, std::move(*Result), "basis");
}

/// A basis of the lattice that \p Rows span by Farkas' lemma, or one for which
/// the search finds fewer cells at large parameters: the row of least width
/// need not leave small widths for the rows after it. None if neither is within
/// \p Limits.
static std::optional<std::vector<Row>>
smallestBasis(Widths &W, const std::vector<Row> &Rows, SearchLimits Limits) {
  auto Result = farkasBasis(W, Rows);
  if (Result) {
    double Cost = 0;
    for (unsigned K = 0; K < Result->size(); ++K)
      Cost += W.quickCost(llvm::ArrayRef(*Result).take_front(K), (*Result)[K],
                          Limits.Cost - Cost);
    if (Cost < Limits.Cost - limits::EqualCost)
      Limits.Cost = Cost;
    else
      Result = std::nullopt;
  }
  if (auto Searched = optimizeBasis(W, Rows, Limits))
    return std::move(Searched->Rows);
  return Result;
}

/// Theorem 3's mapping for \p Vectors: parametric rows by Heuristic 1 within
/// what is orthogonal to the vectors, then one row of modulus Rho for each
/// vector, the last one first.
static std::optional<Candidate> completeMapping(Widths &W, unsigned Rank,
                                                llvm::ArrayRef<ReuseVector> Vs,
                                                SearchLimits Limits) {
  std::vector<Row> Dual = dualBasis(Rank, Vs);
  if (Dual.size() != Rank)
    return std::nullopt;
  std::vector<Row> Orthogonal(Dual.begin() + Vs.size(), Dual.end());
  for (const ReuseVector &V : Vs)
    Limits.Cost -= W.constantCost(V.Rho);
  auto Basis = smallestBasis(W, Orthogonal, Limits);
  if (!Basis)
    return std::nullopt;
  std::optional<BoundedRows> Result = foldAlong(W, *Basis);
  if (!Result)
    return std::nullopt;
  for (unsigned K = Vs.size(); K-- > 0;) {
    Result->Rows.push_back(Dual[K]);
    Result->Bounds.push_back(W.constantBound(Vs[K].Rho - 1));
  }
  return toCandidate(W, std::move(*Result), "lattice");
}

/// Heuristic 3: constant reuse vectors as long as there are any, then rows in
/// their orthogonal. The first vector is tried in several lengths, and none at
/// all, since the shortest one need not give the smallest mapping.
std::vector<Candidate> stevedore::proposeLattice(Widths &W, unsigned Rank,
                                                 double SmallerThan) {
  std::vector<Candidate> Result;
  SearchLimits Limits = {SmallerThan,
                         limits::BasisSearches / std::max(1u, W.numPairs())};
  auto Add = [&](llvm::ArrayRef<ReuseVector> Vectors) {
    auto Mapping = completeMapping(W, Rank, Vectors, Limits);
    if (!Mapping || Mapping->Cost >= Limits.Cost)
      return;
    Limits.Cost = Mapping->Cost;
    Result.push_back(std::move(*Mapping));
  };
  std::vector<ReuseVector> First =
      findReuseVectors(W, Rank, {}, limits::FirstReuseVectors);
  if (!First.empty())
    llvm::append_range(First, cheapestReuseVectors(W, Rank, SmallerThan));
  for (const ReuseVector &V : First) {
    std::vector<ReuseVector> Vectors = {V};
    while (Vectors.size() < Rank) {
      std::vector<ReuseVector> Next = findReuseVectors(W, Rank, Vectors, 1);
      if (Next.empty())
        break;
      Vectors.push_back(Next.front());
    }
    Add(Vectors);
  }
  Add({});
  std::reverse(Result.begin(), Result.end());
  return Result;
}
