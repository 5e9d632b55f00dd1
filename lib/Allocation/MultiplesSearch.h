//===- MultiplesSearch.h - Rows that lie closer -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Successive moduli (Heuristic 1) with c_k . z = 0 modulo b_k in the place of
/// c_k . z = 0: let v_1, ..., v_n be the columns of the inverse of the rows,
/// and
///   b_k = 1 + sup { mu : mu v_k + sum_{j < k} q_j b_j v_j is in K for
///                        integers q_1, ..., q_{k-1} }.
/// Then no z != 0 of K has M z = 0 modulo b: the last q_k that is not 0 would
/// be at most sup / b_k < 1. Where b_1 is the width of K along c_1, q_1 is 0
/// and these are the widths of successive kernels; with a smaller b_1
/// translates of a slanted body lie closer, as far as b_k is no less than a
/// fraction of the width along c_k, which leaves few q_k.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_MULTIPLESSEARCH_H
#define STEVEDORE_LIB_ALLOCATION_MULTIPLESSEARCH_H

#include "Widths.h"
#include <optional>
#include <vector>

namespace stevedore {

/// Rows that are units but for that of dimension Slanted, to which multiples of
/// the others are added, in the order in which moduli are chosen; each but the
/// last in this order has a modulus of at least its width over Parts.
struct SlantedRows {
  std::vector<unsigned> Order;
  unsigned Slanted;
  std::vector<int64_t> Slopes;
  std::vector<int64_t> Parts;
  double Cost = 0;

  Row row(unsigned K) const {
    return K == Slanted ? Row(Slopes) : unitRow(Slopes.size(), K);
  }
  std::vector<Row> matrix() const {
    std::vector<Row> Result;
    for (unsigned K = 0; K < Slopes.size(); ++K)
      Result.push_back(row(K));
    return Result;
  }
  /// The column of the inverse for dimension \p K.
  Row column(unsigned K) const {
    Row Result = unitRow(Slopes.size(), K);
    if (K != Slanted)
      Result[Slanted] = -Slopes[K];
    return Result;
  }
  /// Whether elements along the last dimension are contiguous.
  bool areContiguous() const {
    return Slanted + 1 == Slopes.size() || Slopes.back() == 0;
  }
  /// Whether the last dimension has a row and a modulus of its own, as it has
  /// without slopes and parts: innermost loops wrap no more often.
  bool keepLast() const {
    return Slanted + 1 != Slopes.size() && Slopes.back() == 0 &&
           Parts.back() == 1;
  }
};

/// Looks for the rows for which the moduli take the fewest cells at the first
/// probe, where tiles have similar sizes, for K as the polytope of its widths
/// along short vectors.
class MultiplesSearch {
public:
  MultiplesSearch(Widths &W, unsigned Rank, bool KeepsLast)
      : W(W), Rank(Rank), KeepsLast(KeepsLast) {}

  /// The rows that may cost less than \p Most, cheapest first.
  std::vector<SlantedRows> below(double Most);
  /// Their moduli less 1, by dimension; none where one is unbounded.
  std::optional<std::vector<Bound>> moduliOf(const SlantedRows &Of);

private:
  /// |Along . z| < Size for z in K.
  struct Width {
    Row Along;
    int64_t Size;
  };

  bool readWidths();
  Bound formsOf(const Bound &B) const;
  double costOf(const SlantedRows &Of) const;
  int64_t sizeAlong(const Row &Along) const;
  int64_t farthest(const Row &From, const Row &Along) const;
  void addSlopes(SlantedRows Of, unsigned K, double &Most,
                 std::vector<SlantedRows> &Found) const;
  void addParts(SlantedRows Of, double &Most,
                std::vector<SlantedRows> &Found) const;

  Widths &W;
  unsigned Rank;
  /// Only rows that keep the last dimension.
  bool KeepsLast;
  std::vector<Width> Known;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_MULTIPLESSEARCH_H
