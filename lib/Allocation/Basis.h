//===- Basis.h - Rows of mappings that fold best ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Heuristic 1 with an optimized basis: successive widths along vectors that
/// are chosen so that the product of the widths is small (section 4.1).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_BASIS_H
#define STEVEDORE_LIB_ALLOCATION_BASIS_H

#include "Widths.h"

namespace stevedore {

/// The primitive vectors of \p Size entries of at most \p Radius, one of each
/// pair of opposite ones, shortest first: by greatest entry, then sum of
/// entries, then sum of the differences of entries (section 4.2.1).
std::vector<Row> primitiveVectors(unsigned Size, int64_t Radius);

/// By greatest entry, sum of entries, sum of differences of two entries.
bool isShorter(const Row &A, const Row &B);

/// \p Factors times \p Basis.
Row combine(const Row &Factors, const std::vector<Row> &Basis);

/// Rows that complete \p Factors . \p Basis to a basis of the same lattice
/// (section 4.1.2); \p Factors have no common divisor.
std::vector<Row> complement(const Row &Factors, const std::vector<Row> &Basis);

/// Rows in the order in which their widths are taken.
struct OrderedBasis {
  std::vector<Row> Rows;
  double Cost = 0;
};

/// What a search may spend and has to find.
struct SearchLimits {
  /// Only bases of less cost are of use.
  double Cost = 0;
  /// How many widths may be computed, about.
  unsigned NumWidths = 0;
};

/// A basis of the lattice that the rows of \p Basis span, with small widths
/// taken one after the other. None if no one found is within \p Limits.
std::optional<OrderedBasis>
optimizeBasis(Widths &W, const std::vector<Row> &Basis, SearchLimits Limits);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_BASIS_H
