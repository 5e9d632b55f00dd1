//===- Main.cpp - Random integer matrices ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// matrix-fuzz [SEED]: checks the normal forms, inverses and completions of
/// random matrices against their definitions.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/IntegerMatrix.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace stevedore;

static IntegerMatrix randomMatrix(std::mt19937_64 &Random) {
  IntegerMatrix Result(1 + Random() % 4, 1 + Random() % 4);
  const int64_t Ranges[] = {2, 1000, int64_t(1) << 62};
  int64_t Range = Ranges[Random() % 3];
  for (unsigned R = 0; R < Result.numRows(); ++R)
    for (unsigned C = 0; C < Result.numColumns(); ++C)
      Result.at(R, C) =
          Integer(int64_t(Random() % (2 * uint64_t(Range) + 1)) - Range);
  return Result;
}

static bool isUnimodular(const IntegerMatrix &A) {
  return A.numRows() == A.numColumns() &&
         abs(A.determinant()) == 1;
}

/// Laplace expansion along the first row.
static Integer slowDeterminant(const IntegerMatrix &A) {
  if (A.numRows() == 0)
    return Integer(1);
  Integer Sum;
  for (unsigned K = 0; K < A.numColumns(); ++K) {
    IntegerMatrix Minor(A.numRows() - 1, A.numColumns() - 1);
    for (unsigned R = 1; R < A.numRows(); ++R)
      for (unsigned C = 0; C < A.numColumns(); ++C)
        if (C != K)
          Minor.at(R - 1, C - (C > K)) = A.at(R, C);
    Sum += (K % 2 ? -1 : 1) * A.at(0, K) * slowDeterminant(Minor);
  }
  return Sum;
}

/// Whether the pivots of \p H stand in increasing rows and are positive, with
/// zeros to their right and smaller nonnegative entries to their left.
static bool isHermite(const HermiteForm &Form) {
  const IntegerMatrix &H = Form.H;
  unsigned Row = 0;
  for (unsigned C = 0; C < H.numColumns(); ++C) {
    unsigned Pivot = 0;
    while (Pivot < H.numRows() && H.at(Pivot, C) == 0)
      ++Pivot;
    if (C >= Form.Rank) {
      if (Pivot != H.numRows())
        return false;
      continue;
    }
    if (Pivot == H.numRows() || Pivot < Row || H.at(Pivot, C) < 0)
      return false;
    for (unsigned D = 0; D < C; ++D)
      if (floorDiv(H.at(Pivot, D), H.at(Pivot, C)) != 0)
        return false;
    Row = Pivot + 1;
  }
  return true;
}

static bool isSmith(const IntegerMatrix &D) {
  for (unsigned R = 0; R < D.numRows(); ++R)
    for (unsigned C = 0; C < D.numColumns(); ++C)
      if (R != C ? D.at(R, C) != 0 : D.at(R, C) < 0)
        return false;
  for (unsigned K = 1; K < std::min(D.numRows(), D.numColumns()); ++K)
    if (!isDivisibleBy(D.at(K, K), D.at(K - 1, K - 1)))
      return false;
  return true;
}

/// Whether \p A can be completed exactly if its Smith form is (I 0), and the
/// completion is one.
static bool completesRightly(const IntegerMatrix &A, const IntegerMatrix &D) {
  bool Expected = A.numRows() <= A.numColumns();
  for (unsigned K = 0; Expected && K < A.numRows(); ++K)
    Expected = D.at(K, K) == 1;
  auto Completed = unimodularCompletion(A);
  if (!Completed)
    return !Expected;
  for (unsigned R = 0; R < A.numRows(); ++R)
    for (unsigned C = 0; C < A.numColumns(); ++C)
      if (Completed->at(R, C) != A.at(R, C))
        return false;
  return Expected && isUnimodular(*Completed);
}

/// Whether the cofactors of each row of \p A give its determinant with that row
/// and 0 with the others.
static bool hasCofactors(const IntegerMatrix &A) {
  for (unsigned Row = 0; Row < A.numRows(); ++Row) {
    std::vector<Integer> Cofactors = A.cofactors(Row);
    for (unsigned R = 0; R < A.numRows(); ++R) {
      Integer Product;
      for (unsigned C = 0; C < A.numColumns(); ++C)
        Product += A.at(R, C) * Cofactors[C];
      if (Product != (R == Row ? A.determinant() : Integer(0)))
        return false;
    }
  }
  return true;
}

static const char *findMistake(const IntegerMatrix &A) {
  HermiteForm Hermite = hermiteForm(A);
  if (!(A * Hermite.U == Hermite.H) || !isUnimodular(Hermite.U) ||
      !isHermite(Hermite))
    return "Hermite form";
  SmithForm Smith = smithForm(A);
  if (!(Smith.U * A * Smith.V == Smith.D) || !isUnimodular(Smith.U) ||
      !isUnimodular(Smith.V) || !isSmith(Smith.D))
    return "Smith form";
  if (!completesRightly(A, Smith.D))
    return "completion";
  if (A.numRows() != A.numColumns())
    return nullptr;
  if (A.determinant() != slowDeterminant(A))
    return "determinant";
  if (!hasCofactors(A))
    return "cofactors";
  auto Inverse = Hermite.U.unimodularInverse();
  if (!Inverse ||
      !(*Inverse * Hermite.U == IntegerMatrix::identity(A.numRows())))
    return "inverse";
  return nullptr;
}

int main(int NumArguments, char **Arguments) {
  uint64_t Seed = 1;
  if (NumArguments > 2 ||
      (NumArguments > 1 && !llvm::to_integer(Arguments[1], Seed))) {
    llvm::errs() << "usage: matrix-fuzz [SEED]\n";
    return 2;
  }
  llvm::outs() << "seed " << Seed << "\n";
  std::mt19937_64 Random(Seed);
  unsigned NumMistakes = 0;
  for (unsigned K = 0; K < 2000; ++K)
    if (const char *Mistake = findMistake(randomMatrix(Random))) {
      llvm::errs() << "matrix " << K << ": wrong " << Mistake << "\n";
      ++NumMistakes;
    }
  llvm::outs() << "2000 matrices, " << NumMistakes << " mistakes\n";
  return NumMistakes != 0;
}
