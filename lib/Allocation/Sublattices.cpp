//===- Sublattices.cpp - All lattices of small determinant ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sublattices.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>

using namespace stevedore;

/// The nonzero differences of \p C for any parameters, one of each two that are
/// opposite, shortest first; none if they are too many.
static std::optional<std::vector<Row>>
listDifferences(const ConflictRelation &C) {
  Budget Limit(C.Context.ctx(), {0, limits::LatticeOperations});
  isl::set All = C.differences();
  unsigned NumParameters = countOf(isl_set_dim(All.get(), isl_dim_param));
  All = isl::manage(isl_set_project_out(All.release(), isl_dim_param, 0,
                                        NumParameters));
  if (!All.is_bounded().is_true())
    return std::nullopt;
  std::vector<Row> Result;
  isl::stat Done = All.foreach_point([&](isl::point Point) {
    Row Z;
    for (unsigned K = 0; K < C.Rank; ++K) {
      isl::val At = isl::manage(
          isl_point_get_coordinate_val(Point.get(), isl_dim_set, K));
      Z.push_back(At.get_num_si());
    }
    if (Z > Row(C.Rank, 0))
      Result.push_back(std::move(Z));
    return Result.size() <= limits::LatticeDifferences ? isl::stat::ok()
                                                       : isl::stat::error();
  });
  if (Done.is_error())
    return std::nullopt;
  auto Length = [](const Row &Z) {
    int64_t Sum = 0;
    for (int64_t At : Z)
      Sum += std::abs(At);
    return Sum;
  };
  std::stable_sort(Result.begin(), Result.end(),
                   [&](const Row &A, const Row &B) {
                     return Length(A) < Length(B);
                   });
  return Result;
}

namespace {

/// Enumerates lattices by their Hermite normal forms: bases whose vector k is
/// (*, ..., *, h_k, 0, ..., 0) with the entries at position j in [0, h_j) for
/// j < k; h_1 h_2 ... is the determinant.
class LatticeSearch {
public:
  LatticeSearch(const std::vector<Row> &Differences, unsigned Rank)
      : Differences(Differences), Rank(Rank), Basis(Rank, Row(Rank, 0)) {}

  /// A lattice of determinant \p Determinant without any of the differences.
  bool find(int64_t Determinant) { return chooseDiagonal(0, Determinant); }
  bool outOfBudget() const {
    return NumComparisons >= limits::LatticeComparisons;
  }
  const std::vector<Row> &basis() const { return Basis; }

private:
  bool chooseDiagonal(unsigned K, int64_t Rest);
  bool chooseEntries(unsigned K, unsigned J);
  bool isFree();
  bool contains(Row Z) const;

  const std::vector<Row> &Differences;
  unsigned Rank;
  std::vector<Row> Basis;
  unsigned NumComparisons = 0;
};

} // namespace

bool LatticeSearch::chooseDiagonal(unsigned K, int64_t Rest) {
  if (K + 1 == Rank) {
    Basis[K][K] = Rest;
    return chooseEntries(0, 0);
  }
  for (int64_t H = 1; H <= Rest; ++H) {
    if (Rest % H != 0)
      continue;
    Basis[K][K] = H;
    if (chooseDiagonal(K + 1, Rest / H) || outOfBudget())
      return !outOfBudget();
  }
  return false;
}

/// Chooses the entries of vector \p K from position \p J on, then those of the
/// vectors after it.
bool LatticeSearch::chooseEntries(unsigned K, unsigned J) {
  if (K == Rank)
    return isFree();
  if (J == K)
    return chooseEntries(K + 1, 0);
  for (int64_t Entry = 0; Entry < Basis[J][J]; ++Entry) {
    Basis[K][J] = Entry;
    if (chooseEntries(K, J + 1) || outOfBudget())
      return !outOfBudget();
  }
  return false;
}

bool LatticeSearch::contains(Row Z) const {
  for (unsigned K = Rank; K-- > 0;) {
    if (Z[K] % Basis[K][K] != 0)
      return false;
    int64_t Factor = Z[K] / Basis[K][K];
    for (unsigned J = 0; J <= K; ++J)
      Z[J] -= Factor * Basis[K][J];
  }
  return true;
}

bool LatticeSearch::isFree() {
  for (const Row &Z : Differences) {
    if (++NumComparisons >= limits::LatticeComparisons || contains(Z))
      return false;
  }
  return true;
}

/// The extent \p Value everywhere.
static Extent constantExtent(const isl::set &Context, int64_t Value) {
  isl_local_space *Space =
      isl_local_space_from_space(Context.get_space().release());
  Extent Result;
  Result.MaxOfMins = {{isl::manage(isl_aff_val_on_domain(
      Space, isl_val_int_from_si(Context.ctx().get(), Value)))}};
  Result.AtLeastOne = true;
  return Result;
}

/// The residue of \p Entry modulo \p Modulus that is nearest to 0.
static int64_t nearestResidue(int64_t Entry, int64_t Modulus) {
  int64_t Residue = ((Entry % Modulus) + Modulus) % Modulus;
  return 2 * Residue > Modulus ? Residue - Modulus : Residue;
}

/// The mapping whose kernel is spanned by \p Basis: with U B V = D for the
/// matrix B whose columns are the basis, z lies in the lattice iff (U z)_k is a
/// multiple of D_kk for all k.
static std::optional<ModularMapping>
toMapping(const std::vector<Row> &Basis, const isl::set &Context) {
  unsigned Rank = Basis.size();
  SmithForm Form =
      smithForm(IntegerMatrix::fromRows(Basis, Rank).transpose());
  auto Rows = Form.U.toRows(), Moduli = Form.D.toRows();
  if (!Rows || !Moduli)
    return std::nullopt;
  ModularMapping Result;
  Result.Method = "sublattice";
  for (unsigned K = 0; K < Rank; ++K) {
    int64_t Modulus = (*Moduli)[K][K];
    if (Modulus == 1)
      continue;
    Row Reduced;
    for (int64_t Entry : (*Rows)[K])
      Reduced.push_back(nearestResidue(Entry, Modulus));
    Result.Matrix.push_back(std::move(Reduced));
    Result.Moduli.push_back(constantExtent(Context, Modulus));
  }
  return Result;
}

std::optional<ModularMapping>
stevedore::findSmallerLattice(const ConflictRelation &C,
                              const isl::set &Context, int64_t Cells) {
  if (C.Rank == 0 || C.Rank > limits::LatticeRank || Cells < 3 ||
      Cells > limits::LatticeDeterminant)
    return std::nullopt;
  auto Differences = listDifferences(C);
  if (!Differences)
    return std::nullopt;
  LatticeSearch Search(*Differences, C.Rank);
  for (int64_t D = 1; D < Cells && !Search.outOfBudget(); ++D)
    if (Search.find(D))
      return toMapping(Search.basis(), Context);
  return std::nullopt;
}
