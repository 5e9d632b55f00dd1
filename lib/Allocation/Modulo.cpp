//===- Modulo.cpp - Boxes and successive moduli ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "stevedore/Support/Limits.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace stevedore;

Candidate stevedore::makeCandidate(const Widths &W, std::vector<Row> Matrix,
                                   llvm::ArrayRef<Bound> Bounds,
                                   const char *Method) {
  Candidate Result;
  Result.Cost = W.cost(Bounds);
  Result.LogSizes = W.logSizes(Bounds);
  for (const Bound &B : Bounds)
    Result.Mapping.Moduli.push_back(W.toExtent(B));
  Result.Mapping.Matrix = std::move(Matrix);
  Result.Mapping.Method = Method;
  return Result;
}

/// Compares sizes for large parameters; those at all probes break ties.
static bool isSmaller(const Candidate &A, const Candidate &B) {
  if (std::fabs(A.Cost - B.Cost) > limits::EqualCost)
    return A.Cost < B.Cost;
  auto Sum = [](const std::vector<double> &Sizes) {
    return std::accumulate(Sizes.begin(), Sizes.end(), 0.0);
  };
  return Sum(A.LogSizes) < Sum(B.LogSizes) - limits::EqualCost;
}

std::optional<unsigned> stevedore::dimensionOf(const Row &R) {
  unsigned K = std::find(R.begin(), R.end(), 1) - R.begin();
  if (K == R.size() || R != unitRow(R.size(), K))
    return std::nullopt;
  return K;
}

static std::vector<Row> canonicalBasis(unsigned Rank) {
  std::vector<Row> Rows;
  for (unsigned K = 0; K < Rank; ++K)
    Rows.push_back(unitRow(Rank, K));
  return Rows;
}

std::optional<Candidate> stevedore::proposeBox(Widths &W, unsigned Rank) {
  std::vector<Row> Rows = canonicalBasis(Rank);
  std::vector<Bound> Bounds;
  for (const Row &R : Rows) {
    std::optional<Bound> Width = W.width({}, R);
    if (!Width)
      return std::nullopt;
    Bounds.push_back(std::move(*Width));
  }
  return makeCandidate(W, Rows, Bounds, "box");
}

std::vector<Candidate> stevedore::proposeModulo(Widths &W, unsigned Rank) {
  std::vector<Row> Rows = canonicalBasis(Rank);
  std::vector<unsigned> Order(Rank);
  std::iota(Order.begin(), Order.end(), 0);
  std::vector<Candidate> Result;
  if (std::optional<Candidate> Box = proposeBox(W, Rank)) {
    Box->Mapping.Method = "modulo";
    Result.push_back(std::move(*Box));
  }
  do {
    std::vector<Bound> Bounds(Rank);
    std::vector<Row> Before;
    bool Bounded = true;
    for (unsigned K : Order) {
      std::optional<Bound> Width = W.width(Before, Rows[K]);
      Bounded &= Width.has_value();
      if (!Bounded)
        break;
      Bounds[K] = std::move(*Width);
      Before.push_back(Rows[K]);
    }
    if (!Bounded)
      continue;
    Result.push_back(makeCandidate(W, Rows, Bounds, "modulo"));
    if (isSmaller(Result.back(), Result.front()))
      std::swap(Result.back(), Result.front());
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Result;
}

/// The widths of piece number \p Piece in the order \p Order, by dimension.
static std::optional<std::vector<Bound>>
widthsOfPiece(const Widths &W, unsigned Piece, llvm::ArrayRef<unsigned> Order) {
  std::vector<Row> Rows = canonicalBasis(Order.size()), Before;
  std::vector<Bound> Result(Order.size());
  for (unsigned K : Order) {
    std::optional<Bound> Width = W.widthOfPiece(Piece, Before, Rows[K]);
    if (!Width)
      return std::nullopt;
    Result[K] = std::move(*Width);
    Before.push_back(Rows[K]);
  }
  return Result;
}

/// \p Greatest with room for piece number \p Piece, in the order that makes
/// the result smallest.
static std::optional<std::vector<Bound>>
addPiece(const Widths &W, unsigned Piece, const std::vector<Bound> &Greatest) {
  std::optional<std::vector<Bound>> Best;
  std::vector<unsigned> Order(Greatest.size());
  std::iota(Order.begin(), Order.end(), 0);
  do {
    auto Next = widthsOfPiece(W, Piece, Order);
    if (!Next)
      continue;
    for (unsigned K = 0; K < Order.size(); ++K)
      (*Next)[K] = W.maximum(Greatest[K], (*Next)[K]);
    if (!Best || W.cost(*Next) < W.cost(*Best) - limits::EqualCost)
      Best = std::move(Next);
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Best;
}

std::optional<Candidate> stevedore::proposeByPieces(Widths &W, unsigned Rank) {
  if (Rank < 2 || Rank > limits::PieceRank || W.numPairs() < 2 ||
      W.numPairs() > limits::PieceOrders)
    return std::nullopt;
  std::vector<Bound> Greatest(Rank, W.constantBound(0));
  for (unsigned Piece = 0; Piece < W.numPairs(); ++Piece) {
    auto Next = addPiece(W, Piece, Greatest);
    if (!Next || W.outOfBudget())
      return std::nullopt;
    Greatest = std::move(*Next);
  }
  return makeCandidate(W, canonicalBasis(Rank), Greatest, "modulo");
}
