//===- Origins.cpp - Tiles by their origins -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Origins.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

std::string stevedore::originName(const Band &B, unsigned K) {
  return nameOf(Role::TileOrigin, B.FirstTile + K + 1, B.Memory);
}

isl::aff stevedore::coordinateOf(const Band &B, unsigned K) {
  std::string Name = originName(B, K);
  return isl::aff(B.Theta.ctx(), "[" + Name + "] -> { [(" + Name + ")] }");
}

isl::set stevedore::atOrigin(const isl::map &M, const Band &B) {
  unsigned First = countOf(M.dim(isl::dim::param));
  unsigned Count = countOf(M.domain_tuple_dim());
  isl_map *Moved =
      isl_map_move_dims(M.copy(), isl_dim_param, First, isl_dim_in, 0, Count);
  for (unsigned K = 0; K < Count; ++K)
    Moved = isl_map_set_dim_name(Moved, isl_dim_param, First + K,
                                 originName(B, K).c_str());
  return isl::manage(isl_map_range(Moved));
}

isl::set stevedore::inCase(isl::set S, const Level &T, const isl::aff &Form,
                           const FixedSizes *Sizes) {
  if (Form.is_null())
    return S;
  isl::set Tiles = isl::manage(isl_set_intersect_params(
      T.Tiles.NonEmpty.copy(),
      isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(Form.copy()))));
  for (const isl::set &Away : T.Tiles.Shape->awayFromZero())
    if (isl::set Next = coalesced(Tiles.intersect(Away)); isConvex(Next))
      Tiles = Next;
  isl::map At = isl::map::from_domain(Tiles);
  isl::set Holds = atOrigin(Sizes ? Sizes->in(At) : At, T.B).params();
  return S.intersect_params(Holds);
}

/// { : ... } over N and O, where the outer order runs band number \p Number of
/// \p Plan; null: wherever its tiles are.
static isl::set whereBandRuns(const RegionPlan &Plan, unsigned Number) {
  std::string Name = bandName(Number);
  isl::set Runs;
  Plan.Order.OuterOrder.domain().foreach_set([&](isl::set S) {
    const char *Tuple = isl_set_get_tuple_name(S.get());
    if (Tuple && Name == Tuple)
      Runs = S;
    return isl::stat::ok();
  });
  const std::vector<std::string> &Outer = Plan.Levels[Number].Tiles.OuterNames;
  if (Runs.is_null() || countOf(Runs.tuple_dim()) != Outer.size())
    return isl::set();
  unsigned First = countOf(Runs.dim(isl::dim::param));
  isl_map *Moved = isl_map_from_domain(Runs.release());
  Moved = isl_map_move_dims(Moved, isl_dim_param, First, isl_dim_in, 0,
                            Outer.size());
  for (unsigned I = 0; I < Outer.size(); ++I)
    Moved =
        isl_map_set_dim_name(Moved, isl_dim_param, First + I, Outer[I].c_str());
  return isl::manage(isl_map_params(Moved));
}

/// { : ... }, what holds in the tile of \p T at I, which is in \p Origins.
static isl::set tileAt(const Level &T, const isl::set &Origins,
                       const FixedSizes &Sizes) {
  isl::set Result =
      Sizes.in(atOrigin(isl::map::from_domain(Origins), T.B)).params();
  if (!T.Tiles.CutNames.empty())
    Result = Result.intersect(
        Sizes.in(atOrigin(isl::map::from_domain(T.Tiles.Aligned), T.B))
            .params());
  return coalesced(Result);
}

isl::set stevedore::enumeratedTiles(const RegionPlan &Plan, const Level &T,
                                    const isl::set &Origins,
                                    const FixedSizes &Sizes) {
  if (Plan.Decided.Tiles == TileLoops::Rational || T.MayOverlap)
    return Origins;
  Budget Limit(Origins.ctx(), {0, limits::NonemptyTileOperations});
  isl::set Exact =
      inRuns(Sizes.in(tilesWithPoints(T.B, T.Tiles)).intersect(Origins));
  return Exact.is_null() ? Origins : Exact;
}

ExecutedTiles stevedore::executedTiles(const RegionPlan &Plan,
                                       const LevelPlace &Place,
                                       const FixedSizes &Sizes, bool ByLoops) {
  ExecutedTiles Result;
  isl::set Around = whereBandRuns(Plan, Place.Band);
  for (const Level *T : Place.Path) {
    Result.Context = Sizes.in(T->Tiles.Context);
    if (!Around.is_null())
      Result.Context = coalesced(Result.Context.intersect(Around));
    Result.Origins =
        coalesced(Sizes.in(withoutCuts(T->Tiles.NonEmpty, T->Tiles))
                      .intersect_params(Result.Context));
    if (ByLoops)
      Result.Origins = enumeratedTiles(Plan, *T, Result.Origins, Sizes);
    Around = Result.Tile = tileAt(*T, Result.Origins, Sizes);
  }
  return Result;
}
