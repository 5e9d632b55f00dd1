//===- Distances.cpp - Distances of dependences ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transform/Validity.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;
using namespace llvm;

/// The first \p NumLoops components of the pairs of times \p M.
static isl::map inLoops(isl::map M, unsigned NumLoops) {
  for (isl::dim Type : {isl::dim::in, isl::dim::out}) {
    unsigned N = countOf(isl_map_dim(M.get(), isl_dim_type(Type)));
    M = M.project_out(Type, NumLoops, N - NumLoops);
  }
  return M;
}

/// The values of component \p K of \p Distances.
static DistanceRange rangeOf(const isl::set &Distances, unsigned K) {
  return {smallNumber(isl::manage(isl_set_dim_min_val(Distances.copy(), K))),
          smallNumber(isl::manage(isl_set_dim_max_val(Distances.copy(), K)))};
}

Expected<std::optional<std::vector<DistanceRange>>>
Validity::distances(const Representation &R, unsigned P, unsigned Q) {
  const auto &From = R.Statements[P], &To = R.Statements[Q];
  isl::map Times = this->Times[numberOf(From)];
  unsigned NumLoops =
      std::min({place(*From, *To).Common, From->depth(), To->depth()});
  isl::set Distances;
  for (const StatementPair &Pair : Pairs) {
    if (Pair.Source != From->Original || Pair.Sink != To->Original)
      continue;
    isl::map Between = Pair.Relation.apply_domain(Times).apply_range(
        this->Times[numberOf(To)]);
    isl::set Here = inLoops(Between, NumLoops).deltas();
    Distances = Distances.is_null() ? Here : Distances.unite(Here);
  }
  if (Distances.is_null())
    return std::nullopt;
  Distances = coalesced(Distances.project_out(
      isl::dim::param, 0, countOf(Distances.dim(isl::dim::param))));
  Expected<bool> None =
      checked(S.ctx(), Distances.is_empty(), "the distances of dependences");
  if (!None)
    return None.takeError();
  if (*None)
    return std::nullopt;
  std::vector<DistanceRange> Result;
  for (unsigned K = 0; K < NumLoops; ++K)
    Result.push_back(rangeOf(Distances, K));
  Expected<isl::set> Done =
      checked(S.ctx(), Distances, "the distances of dependences");
  if (!Done)
    return Done.takeError();
  return Result;
}
