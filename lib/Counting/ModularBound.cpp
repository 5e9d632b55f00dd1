//===- ModularBound.cpp - The cells that modular mappings need ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Support/IntegerMatrix.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

/// { z : z = x - y for elements x and y that conflict } at the given values;
/// null where one is missing.
static isl::set differencesAt(const ConflictRelation &C, ValueOf Value) {
  isl::set Result;
  auto Add = [&](const isl::map &Pairs) {
    isl::set More = Pairs.deltas();
    Result = Result.is_null() ? More : Result.unite(More);
  };
  for (const isl::map &Clique : C.Cliques) {
    isl::map Images =
        instantiate(Clique.intersect_params(C.Context), C.Parameters, Value);
    Add(Images.reverse().apply_range(Images));
  }
  if (!C.Pairs.is_null()) {
    isl::map Pairs =
        instantiate(C.Pairs.intersect_params(C.Context), C.Parameters, Value);
    Add(Pairs.unite(Pairs.reverse()));
  }
  return Result;
}

/// { z : |(U z)_k| < b_k for all k }, the differences of the elements whose
/// components by \p U are at least 0 and below \p Moduli, 1 where it has no
/// entry. They are as many as the product of the moduli.
static isl::set boxOfDifferences(isl::space Space, const IntegerMatrix &U,
                                 const std::vector<int64_t> &Moduli) {
  isl::set Result = isl::set::universe(Space);
  auto Rows = U.toRows();
  for (unsigned R = 0; Rows && R < Rows->size(); ++R)
    for (int64_t Sign : {1, -1}) {
      isl_aff *Below = isl_aff_zero_on_domain(
          isl_local_space_from_space(Space.copy()));
      for (unsigned K = 0; K < (*Rows)[R].size(); ++K)
        Below = isl_aff_set_coefficient_si(Below, isl_dim_in, K,
                                           Sign * (*Rows)[R][K]);
      Below = isl_aff_set_constant_si(
          Below, R < Moduli.size() ? int(Moduli[R]) - 1 : 0);
      Result = isl::manage(isl_set_add_constraint(
          Result.release(), isl_inequality_from_aff(Below)));
    }
  return Result;
}

static isl::set origin(const isl::space &Space) {
  isl::set Result = isl::set::universe(Space);
  for (unsigned K = 0; K < countOf(Result.tuple_dim()); ++K)
    Result =
        isl::manage(isl_set_fix_si(Result.release(), isl_dim_set, K, 0));
  return Result;
}

/// Boxes with each modulus of \p M as it is or halved are tried: the largest of
/// them all of whose differences are conflicts counts.
int64_t stevedore::modularBound(const ConflictRelation &C,
                                const ModularMapping &M, ValueOf Value) {
  if (M.Slanted || M.Packed || M.Strided)
    return 0;
  Budget Limit(C.Context.ctx(), {0, limits::ModularBoundOperations});
  auto U = unimodularCompletion(IntegerMatrix::fromRows(M.Matrix, C.Rank));
  isl::set Differences = differencesAt(C, Value);
  if (!U || Differences.is_null())
    return 0;
  isl::space Space = Differences.get_space();
  Differences = Differences.unite(origin(Space));
  std::vector<int64_t> Moduli = extentsAt(M, Value);
  int64_t Largest = 0;
  for (unsigned Halved = 0; Halved < 1u << Moduli.size(); ++Halved) {
    std::vector<int64_t> Extents(Moduli);
    int64_t Elements = 1;
    for (unsigned K = 0; K < Extents.size(); ++K) {
      if (Halved >> K & 1)
        Extents[K] = (Extents[K] + 1) / 2;
      Elements *= Extents[K];
    }
    if (Elements > Largest && boxOfDifferences(Space, *U, Extents)
                                  .is_subset(Differences)
                                  .is_true())
      Largest = Elements;
  }
  return Largest;
}
