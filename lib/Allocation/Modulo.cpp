//===- Modulo.cpp - Boxes and successive moduli ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include <algorithm>
#include <numeric>

using namespace stevedore;

Row stevedore::unitRow(unsigned Rank, unsigned K) {
  Row Result(Rank, 0);
  Result[K] = 1;
  return Result;
}

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

std::optional<Candidate> stevedore::proposeModulo(Widths &W, unsigned Rank) {
  std::vector<Row> Rows = canonicalBasis(Rank);
  std::vector<unsigned> Order(Rank);
  std::iota(Order.begin(), Order.end(), 0);
  std::optional<Candidate> Best;
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
    if (Bounded && (!Best || W.cost(Bounds) < Best->Cost - 1e-9))
      Best = makeCandidate(W, Rows, Bounds, "modulo");
  } while (std::next_permutation(Order.begin(), Order.end()));
  return Best;
}
