//===- IntegerMatrix.cpp - Exact matrices ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/IntegerMatrix.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace stevedore;

IntegerMatrix IntegerMatrix::identity(unsigned Size) {
  IntegerMatrix Result(Size, Size);
  for (unsigned I = 0; I < Size; ++I)
    Result.at(I, I) = 1;
  return Result;
}

IntegerMatrix
IntegerMatrix::fromRows(const std::vector<std::vector<int64_t>> &Rows,
                        unsigned NumColumns) {
  IntegerMatrix Result(Rows.size(), NumColumns);
  for (unsigned R = 0; R < Rows.size(); ++R)
    for (unsigned C = 0; C < NumColumns; ++C)
      Result.at(R, C) = Integer(Rows[R][C]);
  return Result;
}

bool IntegerMatrix::operator==(const IntegerMatrix &Other) const {
  return NumRows == Other.NumRows && NumColumns == Other.NumColumns &&
         Entries == Other.Entries;
}

IntegerMatrix IntegerMatrix::transpose() const {
  IntegerMatrix Result(NumColumns, NumRows);
  for (unsigned R = 0; R < NumRows; ++R)
    for (unsigned C = 0; C < NumColumns; ++C)
      Result.at(C, R) = at(R, C);
  return Result;
}

IntegerMatrix IntegerMatrix::operator*(const IntegerMatrix &Other) const {
  IntegerMatrix Result(NumRows, Other.NumColumns);
  for (unsigned R = 0; R < NumRows; ++R)
    for (unsigned K = 0; K < NumColumns; ++K)
      for (unsigned C = 0; C < Other.NumColumns; ++C)
        Result.at(R, C) += at(R, K) * Other.at(K, C);
  return Result;
}

std::optional<std::vector<std::vector<int64_t>>> IntegerMatrix::toRows() const {
  std::vector<std::vector<int64_t>> Result(NumRows);
  for (unsigned R = 0; R < NumRows; ++R)
    for (unsigned C = 0; C < NumColumns; ++C) {
      std::optional<int64_t> Entry = toInt64(at(R, C));
      if (!Entry)
        return std::nullopt;
      Result[R].push_back(*Entry);
    }
  return Result;
}

unsigned IntegerMatrix::rank() const { return hermiteForm(*this).Rank; }

/// Bareiss elimination: every division is exact.
Integer IntegerMatrix::determinant() const {
  IntegerMatrix A(*this);
  Integer Previous(1);
  bool IsNegative = false;
  for (unsigned K = 0; K < NumRows; ++K) {
    unsigned Pivot = K;
    while (Pivot < NumRows && A.at(Pivot, K) == 0)
      ++Pivot;
    if (Pivot == NumRows)
      return Integer(0);
    for (unsigned C = 0; Pivot != K && C < NumColumns; ++C)
      std::swap(A.at(K, C), A.at(Pivot, C));
    if (Pivot != K)
      IsNegative = !IsNegative;
    for (unsigned R = K + 1; R < NumRows; ++R)
      for (unsigned C = K + 1; C < NumColumns; ++C)
        A.at(R, C) =
            (A.at(R, C) * A.at(K, K) - A.at(R, K) * A.at(K, C)) / Previous;
    Previous = A.at(K, K);
  }
  return IsNegative ? -Previous : Previous;
}

bool IntegerMatrix::isUnimodular(llvm::ArrayRef<std::vector<int64_t>> Rows,
                                 unsigned Size) {
  return Rows.size() == Size &&
         llvm::all_of(Rows,
                      [&](const std::vector<int64_t> &Row) {
                        return Row.size() == Size;
                      }) &&
         (Size == 0 || abs(fromRows(Rows, Size).determinant()) == 1);
}

std::vector<Integer> IntegerMatrix::cofactors(unsigned Row) const {
  std::vector<Integer> Result;
  IntegerMatrix Unit(*this);
  for (unsigned K = 0; K < NumColumns; ++K) {
    for (unsigned C = 0; C < NumColumns; ++C)
      Unit.at(Row, C) = C == K;
    Result.push_back(Unit.determinant());
  }
  return Result;
}

/// The Hermite form of a unimodular A is the identity, so that its U is the
/// inverse.
std::optional<IntegerMatrix> IntegerMatrix::unimodularInverse() const {
  if (NumRows != NumColumns)
    return std::nullopt;
  HermiteForm Form = hermiteForm(*this);
  if (!(Form.H == identity(NumRows)))
    return std::nullopt;
  return Form.U;
}

namespace {

/// A matrix under column operations that are recorded in U.
struct ColumnReducer {
  IntegerMatrix A;
  IntegerMatrix U;

  explicit ColumnReducer(const IntegerMatrix &A)
      : A(A), U(IntegerMatrix::identity(A.numColumns())) {}

  void swap(unsigned C, unsigned D);
  void negate(unsigned C);
  /// Column C minus Factor times column D.
  void subtract(unsigned C, const Integer &Factor, unsigned D);
  bool clearRow(unsigned Row, unsigned Column);
};

} // namespace

void ColumnReducer::swap(unsigned C, unsigned D) {
  for (IntegerMatrix *M : {&A, &U})
    for (unsigned R = 0; R < M->numRows(); ++R)
      std::swap(M->at(R, C), M->at(R, D));
}

void ColumnReducer::negate(unsigned C) {
  for (IntegerMatrix *M : {&A, &U})
    for (unsigned R = 0; R < M->numRows(); ++R)
      M->at(R, C) = -M->at(R, C);
}

void ColumnReducer::subtract(unsigned C, const Integer &Factor, unsigned D) {
  for (IntegerMatrix *M : {&A, &U})
    for (unsigned R = 0; R < M->numRows(); ++R)
      M->at(R, C) -= Factor * M->at(R, D);
}

/// The Euclidean algorithm on row \p Row from column \p Column on: leaves its
/// positive greatest common divisor in that column and zeros to the right.
/// False if the row is zero there.
bool ColumnReducer::clearRow(unsigned Row, unsigned Column) {
  for (;;) {
    unsigned Least = A.numColumns();
    unsigned NumNonzero = 0;
    for (unsigned C = Column; C < A.numColumns(); ++C) {
      if (A.at(Row, C) == 0)
        continue;
      ++NumNonzero;
      if (Least == A.numColumns() ||
          abs(A.at(Row, C)) < abs(A.at(Row, Least)))
        Least = C;
    }
    if (NumNonzero == 0)
      return false;
    swap(Column, Least);
    if (A.at(Row, Column) < 0)
      negate(Column);
    if (NumNonzero == 1)
      return true;
    for (unsigned C = Column + 1; C < A.numColumns(); ++C)
      subtract(C, floorDiv(A.at(Row, C), A.at(Row, Column)), Column);
  }
}

HermiteForm stevedore::hermiteForm(const IntegerMatrix &A) {
  ColumnReducer Reducer(A);
  unsigned Rank = 0;
  for (unsigned R = 0; R < A.numRows() && Rank < A.numColumns(); ++R) {
    if (!Reducer.clearRow(R, Rank))
      continue;
    for (unsigned C = 0; C < Rank; ++C)
      Reducer.subtract(C, floorDiv(Reducer.A.at(R, C), Reducer.A.at(R, Rank)),
                       Rank);
    ++Rank;
  }
  return {Reducer.A, Reducer.U, Rank};
}

/// True if \p A has a nonzero entry off its diagonal.
static bool hasOffDiagonal(const IntegerMatrix &A) {
  for (unsigned R = 0; R < A.numRows(); ++R)
    for (unsigned C = 0; C < A.numColumns(); ++C)
      if (R != C && A.at(R, C) != 0)
        return true;
  return false;
}

/// A diagonal position whose entry does not divide the next one, or the number
/// of positions.
static unsigned findNonDivisor(const IntegerMatrix &D, unsigned Size) {
  for (unsigned I = 0; I + 1 < Size; ++I)
    if (!isDivisibleBy(D.at(I + 1, I + 1), D.at(I, I)))
      return I;
  return Size;
}

/// Alternates column and row Hermite forms until the matrix is diagonal; then,
/// while some entry does not divide the next, adds the next row to that of the
/// entry and goes on.
SmithForm stevedore::smithForm(const IntegerMatrix &A) {
  SmithForm Result = {IntegerMatrix::identity(A.numRows()), A,
                      IntegerMatrix::identity(A.numColumns())};
  unsigned Size = std::min(A.numRows(), A.numColumns());
  for (;;) {
    do {
      HermiteForm Columns = hermiteForm(Result.D);
      Result.V = Result.V * Columns.U;
      HermiteForm Rows = hermiteForm(Columns.H.transpose());
      Result.U = Rows.U.transpose() * Result.U;
      Result.D = Rows.H.transpose();
    } while (hasOffDiagonal(Result.D));
    unsigned At = findNonDivisor(Result.D, Size);
    if (At == Size)
      return Result;
    ColumnReducer Mixed(Result.D.transpose());
    Mixed.subtract(At, Integer(-1), At + 1);
    Result.D = Mixed.A.transpose();
    Result.U = Mixed.U.transpose() * Result.U;
  }
}

/// With R U = (I 0) the rows of the inverse of U begin with those of R.
std::optional<IntegerMatrix>
stevedore::unimodularCompletion(const IntegerMatrix &Rows) {
  if (Rows.numRows() > Rows.numColumns())
    return std::nullopt;
  HermiteForm Form = hermiteForm(Rows);
  for (unsigned R = 0; R < Rows.numRows(); ++R)
    for (unsigned C = 0; C < Rows.numColumns(); ++C)
      if (Form.H.at(R, C) != int64_t(R == C))
        return std::nullopt;
  return Form.U.unimodularInverse();
}
