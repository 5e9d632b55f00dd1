//===- VerifyCommon.cpp - The proof of arrays in one buffer ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes all arrays as one, whose elements are [n, m, v]: the number of the
// array, the element, and v = M m + o. What is to be proved is then that the
// rows v with the moduli of the buffer are a mapping of that array, which
// verifyMapping() does. Shares nothing with what proposes offsets.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "stevedore/Allocation/CommonBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include <algorithm>

using namespace stevedore;

std::string CommonConflicts::names() const {
  std::string Result;
  for (size_t A = 0; A < Arrays.size(); ++A)
    Result += (A == 0                   ? ""
               : A + 1 == Arrays.size() ? " and "
                                        : ", ") +
              ("'" + Arrays[A].Array + "'");
  return Result;
}

namespace {

/// The arrays of a buffer as one.
class AllAsOne {
public:
  AllAsOne(const CommonConflicts &C, const std::vector<ModularMapping> &M)
      : C(C), M(M), Rows(M.front().Matrix.size()) {
    for (const ConflictRelation &A : C.Arrays)
      Rank = std::max(Rank, A.Rank);
  }

  ConflictRelation conflicts() const;
  /// { U[n, m, v] -> [v] } with the moduli of the buffer.
  ModularMapping mapping() const;

private:
  const CommonConflicts &C;
  const std::vector<ModularMapping> &M;
  unsigned Rows, Rank = 0;

  isl::map written(unsigned Array, const isl::space &Element) const;
};

} // namespace

/// { A[m] -> [n, m, v] } for array number \p Array, whose elements are in the
/// space \p Element; m is filled up with zeros.
isl::map AllAsOne::written(unsigned Array, const isl::space &Element) const {
  const ModularMapping &Of = M[Array];
  std::vector<isl::pw_aff> Coordinates = {number(Element, Array)};
  unsigned Own = C.Arrays[Array].Rank;
  for (unsigned K = 0; K < Rank; ++K) {
    std::vector<int64_t> Unit(Own);
    if (K < Own)
      Unit[K] = 1;
    Coordinates.push_back(rowProduct(Element, Unit));
  }
  for (unsigned R = 0; R < Rows; ++R) {
    isl::pw_aff Cell = rowProduct(Element, Of.Matrix[R]);
    if (!Of.Offsets.empty())
      Cell = Cell.add(onElements(Element, Of.Offsets[R]));
    Coordinates.push_back(Cell);
  }
  isl::map Result;
  for (const isl::pw_aff &Coordinate : Coordinates) {
    isl::map Next = isl::manage(isl_map_from_pw_aff(Coordinate.copy()));
    Result = Result.is_null() ? Next : Result.flat_range_product(Next);
  }
  return Result;
}

ConflictRelation AllAsOne::conflicts() const {
  ConflictRelation Result;
  Result.Array = C.names();
  Result.Rank = 1 + Rank + Rows;
  auto add = [&](const isl::map &Pairs) {
    Result.Pairs = Result.Pairs.is_null() ? Pairs : Result.Pairs.unite(Pairs);
  };
  for (unsigned A = 0; A < C.Arrays.size(); ++A) {
    const ConflictRelation &Of = C.Arrays[A];
    Result.Context = A == 0 ? Of.Context : Result.Context.intersect(Of.Context);
    Result.Parameters.add(Of.Parameters);
    for (const isl::map &Clique : Of.Cliques)
      Result.Cliques.push_back(
          Clique.apply_range(written(A, Clique.get_space().range())));
    if (Of.Pairs.is_null())
      continue;
    isl::map Own = written(A, Of.Pairs.get_space().range());
    add(Of.Pairs.apply_domain(Own).apply_range(Own));
  }
  for (const CrossConflicts &X : C.Across) {
    for (const auto &[Left, Right] : X.Cliques)
      Result.Cliques.push_back(
          Left.apply_range(written(X.First, Left.get_space().range()))
              .unite(Right.apply_range(
                  written(X.Second, Right.get_space().range()))));
    if (!X.Pairs.is_null())
      add(X.Pairs.apply_domain(written(X.First, X.Pairs.get_space().domain()))
              .apply_range(written(X.Second, X.Pairs.get_space().range())));
  }
  return Result;
}

ModularMapping AllAsOne::mapping() const {
  ModularMapping Result;
  for (unsigned R = 0; R < Rows; ++R) {
    Result.Matrix.emplace_back(1 + Rank + Rows);
    Result.Matrix.back()[1 + Rank + R] = 1;
  }
  Result.Moduli = M.front().Moduli;
  return Result;
}

/// Whether \p A and \p B are the same on their face.
static bool areSame(const Extent &A, const Extent &B) {
  auto AreEqual = [](const std::vector<isl::aff> &X,
                     const std::vector<isl::aff> &Y) {
    return std::equal(X.begin(), X.end(), Y.begin(), Y.end(),
                      [](const isl::aff &F, const isl::aff &G) {
                        return isl_aff_plain_is_equal(F.get(), G.get()) ==
                               isl_bool_true;
                      });
  };
  return A.RoundUpToPowerOfTwo == B.RoundUpToPowerOfTwo &&
         A.AtLeastOne == B.AtLeastOne &&
         std::equal(A.MaxOfMins.begin(), A.MaxOfMins.end(), B.MaxOfMins.begin(),
                    B.MaxOfMins.end(), AreEqual);
}

/// Whether \p M has rows for the array of \p C and moduli as \p First has, and
/// no other form of cells.
static bool isPartOf(const ModularMapping &First, const ConflictRelation &C,
                     const ModularMapping &M) {
  bool HasRows = M.Matrix.size() == First.Moduli.size() &&
                 (M.Offsets.empty() || M.Offsets.size() == M.Matrix.size()) &&
                 llvm::all_of(M.Matrix, [&](const std::vector<int64_t> &Row) {
                   return Row.size() == C.Rank;
                 });
  return M.isPlain() && HasRows && !C.ByDifferences &&
         std::equal(M.Moduli.begin(), M.Moduli.end(), First.Moduli.begin(),
                    First.Moduli.end(), areSame);
}

/// Whether \p C tells of each two of its arrays what conflicts.
static bool isComplete(const CommonConflicts &C) {
  for (unsigned I = 0; I < C.Arrays.size(); ++I)
    for (unsigned J = I + 1; J < C.Arrays.size(); ++J)
      if (llvm::none_of(C.Across, [&](const CrossConflicts &X) {
            return X.First == I && X.Second == J &&
                   (!X.Pairs.is_null() || !X.Cliques.empty());
          }))
        return false;
  return true;
}

llvm::Error stevedore::verifyCommon(const CommonConflicts &C,
                                    const std::vector<ModularMapping> &M) {
  bool IsWhole = !M.empty() && M.size() == C.Arrays.size() && isComplete(C);
  for (unsigned A = 0; IsWhole && A < M.size(); ++A)
    IsWhole = isPartOf(M.front(), C.Arrays[A], M[A]);
  if (!IsWhole)
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "the mappings of arrays " + C.names() +
                                          " are not those of one buffer");
  AllAsOne One(C, M);
  return verifyMapping(One.conflicts(), One.mapping());
}
