//===- TilesTogether.cpp - What several tiles move once -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilesTogether.h"
#include "CountedSets.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

/// \p Points where the parameter called \p Name, if it has one, is 1.
static isl::set atOne(isl::set Points, const std::string &Name) {
  int At = isl_set_find_dim_by_name(Points.get(), isl_dim_param, Name.c_str());
  if (At < 0)
    return Points;
  isl_set *Fixed = isl_set_fix_si(Points.release(), isl_dim_param, At, 1);
  return isl::manage(isl_set_project_out(Fixed, isl_dim_param, At, 1));
}

/// The transfers of the strips of \p L, as tiles of a band that has its last
/// tiled dimension no more; none where there are none.
static std::vector<ArrayTransfers> transfersOfStrips(const RegionPlan &Plan,
                                                     const Level &L) {
  Band B = L.B;
  --B.Size;
  B.TileNumbers = std::min(B.TileNumbers, B.Size);
  auto Strips =
      computeTileSpace(*Plan.Program, B, ReuseKind::None, L.Tiles.Context);
  if (!Strips)
    return consumeError(Strips.takeError()), std::vector<ArrayTransfers>();
  auto Found = computeTransfers(*Plan.Program, Plan.Deps, B, *Strips,
                                TransferKind::Exact);
  if (!Found)
    return consumeError(Found.takeError()), std::vector<ArrayTransfers>();
  return std::move(*Found);
}

/// What the strips of \p Set load, { [o, I', m] }; null where that is not known
/// in another way than by its tiles.
isl::set TilesTogether::loadsOfStrip(const CountedSet &Set) {
  const Level &L = Plan.Levels[Set.Level];
  if (Set.Kind != CountKind::Loads || Set.NumOnce != 1 || L.B.Size < 2 ||
      L.B.HasCoordinates || !L.Tiles.OuterNames.empty())
    return isl::set();
  for (const LocalArray &A : L.Arrays)
    if (A.Transfers.Array == Set.Index && !A.Transfers.Part.is_null())
      return isl::set();
  auto [It, IsNew] = Strips.try_emplace(Set.Level);
  if (IsNew)
    It->second = transfersOfStrips(Plan, L);
  for (const ArrayTransfers &A : It->second)
    if (A.Array == Set.Index && A.Method == "exact" && !A.Load.is_null())
      return A.Load.wrap().flatten();
  return isl::set();
}

Expected<CountedSet> TilesTogether::of(const CountedSet &Set) {
  CountedSet Result = Set;
  unsigned Kept = Set.Coordinates.size() - Set.NumOnce;
  Budget Limit(Set.Points.ctx(), {0, limits::CountOperations});
  Result.Points = loadsOfStrip(Set);
  if (Result.Points.is_null()) {
    Result.Points = Set.Points;
    for (unsigned K = Kept; K < Set.Coordinates.size(); ++K)
      if (!Set.Steps[K].Parameter.empty())
        Result.Points = atOne(Result.Points, Set.Steps[K].Parameter);
      else if (Set.Steps[K].Constant != 1)
        Result.Points = onMultiples(Result.Points, K, Set.Steps[K].Constant);
    Result.Points = isl::manage(isl_set_project_out(
        Result.Points.release(), isl_dim_set, Kept, Set.NumOnce));
  }
  Result.Points = coalesced(Result.Points);
  Result.Coordinates.resize(Kept);
  Result.Steps.resize(Kept);
  Result.NumOnce = 0;
  return within(Limit, Expected<CountedSet>(std::move(Result)),
                "what tiles move together");
}
