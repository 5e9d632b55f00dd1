//===- stevedore/Support/IntegerMatrix.h - Exact matrices -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Integer matrices of any size of entries: Hermite and Smith forms, unimodular
/// completion and inverse. isl_mat has no Smith form, and its operations count
/// against the budget of a context.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_INTEGERMATRIX_H
#define STEVEDORE_SUPPORT_INTEGERMATRIX_H

#include "stevedore/Support/Integer.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace stevedore {

/// A matrix of integers, row by row.
class IntegerMatrix {
public:
  IntegerMatrix(unsigned NumRows, unsigned NumColumns)
      : NumRows(NumRows), NumColumns(NumColumns),
        Entries(NumRows * NumColumns) {}

  static IntegerMatrix identity(unsigned Size);
  /// The rows of \p Rows, each of \p NumColumns entries.
  static IntegerMatrix fromRows(const std::vector<std::vector<int64_t>> &Rows,
                                unsigned NumColumns);

  unsigned numRows() const { return NumRows; }
  unsigned numColumns() const { return NumColumns; }
  Integer &at(unsigned Row, unsigned Column) {
    return Entries[Row * NumColumns + Column];
  }
  const Integer &at(unsigned Row, unsigned Column) const {
    return Entries[Row * NumColumns + Column];
  }
  bool operator==(const IntegerMatrix &Other) const;

  IntegerMatrix transpose() const;
  IntegerMatrix operator*(const IntegerMatrix &Other) const;

  /// The rows as machine integers; none if an entry does not fit.
  std::optional<std::vector<std::vector<int64_t>>> toRows() const;

  unsigned rank() const;
  /// Of a square matrix.
  Integer determinant() const;
  /// Whether \p Rows are \p Size rows of as many numbers, with determinant 1 or
  /// -1.
  static bool isUnimodular(llvm::ArrayRef<std::vector<int64_t>> Rows,
                           unsigned Size);
  /// The cofactors of row number \p Row of a square matrix: a vector that is
  /// orthogonal to all other rows, and not zero if they are independent.
  std::vector<Integer> cofactors(unsigned Row) const;
  /// The inverse of a square matrix of determinant 1 or -1, else none.
  std::optional<IntegerMatrix> unimodularInverse() const;

private:
  unsigned NumRows;
  unsigned NumColumns;
  std::vector<Integer> Entries;
};

/// A U = H with U unimodular and H in column Hermite form: the first Rank
/// columns have their first nonzero entries, the pivots, in increasing rows,
/// pivots are positive and entries to their left lie in [0, pivot); the other
/// columns are zero.
struct HermiteForm {
  IntegerMatrix H;
  IntegerMatrix U;
  unsigned Rank;
};
HermiteForm hermiteForm(const IntegerMatrix &A);

/// U A V = D with U and V unimodular and D diagonal, each diagonal entry
/// nonnegative and a divisor of the next.
struct SmithForm {
  IntegerMatrix U;
  IntegerMatrix D;
  IntegerMatrix V;
};
SmithForm smithForm(const IntegerMatrix &A);

/// A unimodular matrix whose first rows are those of \p Rows; none if the rows
/// cannot be completed, that is, if their Smith form is not (I 0).
std::optional<IntegerMatrix> unimodularCompletion(const IntegerMatrix &Rows);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_INTEGERMATRIX_H
