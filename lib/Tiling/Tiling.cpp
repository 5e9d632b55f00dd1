//===- Tiling.cpp - The parametric tile space -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Tiling/Tiling.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace stevedore;

/// \p Times, { [o, b, r] }, projected on the tiled dimensions, with the outer
/// ones fixed to O: { [b1..bn] }.
static isl::set tiledPart(isl::set Times, const Band &B, const TileSpace &T) {
  for (unsigned D = 0; D < B.Outer; ++D) {
    unsigned Param = countOf(Times.dim(isl::dim::param));
    Times = Times.add_dims(isl::dim::param, 1)
                .set_dim_id(
                    isl::dim::param, Param,
                    isl::id::alloc(Times.ctx(), T.OuterNames[D], nullptr));
    Times = isl::manage(isl_set_equate(Times.release(), isl_dim_set, D,
                                       isl_dim_param, Param));
  }
  unsigned Rest = countOf(Times.tuple_dim()) - B.Outer - B.Size;
  return Times.project_out(isl::dim::set, B.Outer + B.Size, Rest)
      .project_out(isl::dim::set, 0, B.Outer);
}

/// The time points of each statement on the tiled dimensions: { [b1..bn] }.
/// Values of coordinates that no instance could have, whatever the bounds, may
/// be among them: no tile has them.
static std::vector<isl::set> bandPoints(const Band &B, const TileSpace &T) {
  std::vector<isl::set> Result;
  B.Theta.intersect_domain(B.Domain).foreach_map([&](isl::map M) -> isl::stat {
    isl::set Points =
        coalesced(tiledPart(M.range(), B, T).intersect_params(T.Context));
    if (B.HasCoordinates && hasDivisions(Points)) {
      isl::set Lattice = tiledPart(isl::map(M.affine_hull()).range(), B, T);
      isl::set Simple = coalesced(Points.remove_divs());
      if (Simple.intersect(Lattice).is_subset(Points).is_true())
        Points = Simple;
    }
    Result.push_back(Points);
    return isl::stat::ok();
  });
  return Result;
}

/// Whether loops can scan \p S: each dimension is bounded in terms of those
/// before it.
static bool isBounded(const isl::set &S) {
  unsigned Dimensions = countOf(S.tuple_dim());
  for (unsigned K = 0; K < Dimensions; ++K) {
    isl::set Outer = S.project_out(isl::dim::set, K + 1, Dimensions - K - 1);
    if (isl_set_dim_has_lower_bound(Outer.get(), isl_dim_set, K) !=
            isl_bool_true ||
        isl_set_dim_has_upper_bound(Outer.get(), isl_dim_set, K) !=
            isl_bool_true)
      return false;
  }
  return true;
}

std::string ReuseScope::name() const {
  if (Free < 2)
    return Free == 0 ? "none" : "strip";
  return *this == nest() ? "nest" : "strip:" + std::to_string(Free);
}

/// { I : the tile at I meets \p Points }, by its hull where that is bounded,
/// without existentials: a superset, so that no tile is missed.
static isl::set nonEmpty(const isl::map &Tiled,
                         const std::vector<isl::set> &Points) {
  isl::set Exact = isl::set::empty(Tiled.domain().space());
  for (const isl::set &P : Points)
    Exact = Exact.unite(Tiled.intersect_range(P).domain().remove_divs());
  Exact = coalesced(Exact);
  isl::set Hull(Exact.simple_hull());
  return isBounded(Hull) ? Hull : Exact;
}

/// { I : each point that a statement would have in the tile if nothing bounded
/// its loops is one of its points }; empty where that takes too much to find.
static isl::set fullOfPoints(const Band &B, const TileSpace &T) {
  isl::set None = isl::set::empty(T.NonEmpty.get_space()), Partial = None;
  Budget Limit(T.NonEmpty.ctx(), {0, limits::FullTileOperations});
  isl::union_map Points = B.Theta.intersect_domain(B.Domain);
  B.Unbounded.foreach_map([&](isl::map M) -> isl::stat {
    isl::set Bounded =
        Points.intersect_domain(isl::union_set(M.domain())).range().extract_set(
            M.range().get_space());
    isl::set Missing = M.range().subtract(Bounded);
    Partial = Partial.unite(T.Inside.intersect_range(Missing).domain());
    return isl::stat::ok();
  });
  isl::set Full = T.NonEmpty.subtract(Partial);
  return unlessOver(Limit, Full.is_null() ? None : Full, None);
}

/// \p Points, { I -> pt }, on the tiled dimensions: { I -> [b1..bn] }.
static isl::map tiledDimensions(const Band &B, const isl::map &Points) {
  unsigned Rest = timeDimensions(B) - B.Outer - B.Size;
  return Points.project_out(isl::dim::out, B.Outer + B.Size, Rest)
      .project_out(isl::dim::out, 0, B.Outer);
}

/// The same as nonEmpty() for tiles inside of others: those that meet the
/// points of the band and begin in the tile around, which are easier to tell
/// than those that meet the points of both.
static isl::set nonEmptyInside(const Band &B, const TileSpace &T,
                               const std::vector<isl::set> &Points) {
  auto Alone = boxShape(B, T.SizeNames, T.OuterNames);
  isl::map Tiled =
      tiledDimensions(B, Alone->points().intersect_params(T.Context));
  return nonEmpty(Tiled, Points).intersect(T.Shape->around());
}

/// Puts the tiles \p T of \p B inside of a tile of \p Around, which are for the
/// next memory.
static void putInside(TileSpace &T, const Band &B, const TileSpace &Around) {
  T.Around = Around.Around;
  T.Around.push_back(
      {{},
       Around.SizeNames,
       Around.CutNames.empty() ? Around.SizeNames : Around.CutNames});
  T.Parameters.add(Around.Parameters);
  for (unsigned K = 1; K <= B.Size; ++K) {
    std::string Name = nameOf(Role::TileOrigin, B.FirstTile + K, B.Memory + 1);
    T.Parameters.set(Name, Role::OuterCounter, K, B.Memory + 1);
    T.Around.back().Origins.push_back(Name);
    T.CutNames.push_back(
        T.Parameters.add(Role::CutSize, B.FirstTile + K, B.Memory));
  }
}

/// { : ... }, what holds inside of a tile of \p Around: its context, and what
/// follows for its origin from being on the lattice.
static isl::set contextInside(const TileSpace &T, const TileSpace &Around) {
  const std::vector<std::string> &Origins = T.Around.back().Origins;
  isl_map *Tile = isl_map_from_domain(Around.Aligned.copy());
  unsigned First = countOf(isl_map_dim(Tile, isl_dim_param));
  Tile = isl_map_move_dims(Tile, isl_dim_param, First, isl_dim_in, 0,
                           Origins.size());
  for (unsigned K = 0; K < Origins.size(); ++K)
    Tile = isl_map_set_dim_name(Tile, isl_dim_param, First + K,
                                Origins[K].c_str());
  return isl::manage(isl_map_params(Tile)).intersect(Around.Context);
}

llvm::Expected<TileSpace>
stevedore::computeTileSpace(const Scop &S, const Band &B, ReuseScope Reuse,
                            isl::set Assumptions, const TileSpace *Around) {
  isl::ctx Ctx = S.Context.ctx();
  TileSpace T;
  T.Reuse = Reuse;
  for (unsigned K = 0; K < B.Size; ++K)
    T.SizeNames.push_back(
        T.Parameters.add(Role::TileSize, B.FirstTile + K + 1, B.Memory));
  for (unsigned D = 0; D < B.Outer; ++D)
    T.OuterNames.push_back(T.Parameters.add(Role::OuterCounter, D + 1));
  if (Around)
    putInside(T, B, *Around);
  T.Shape = boxShape(B, T.SizeNames, T.OuterNames,
                     Around ? &T.Around.back() : nullptr, T.CutNames);
  T.Context = T.Shape->context().intersect(S.Context);
  if (Around)
    T.Context = T.Context.intersect(contextInside(T, *Around));
  if (!Assumptions.is_null())
    T.Context = T.Context.intersect(Assumptions.params());
  T.Inside = T.Shape->points().intersect_params(T.Context);
  T.Before = T.Shape->before(Reuse).intersect_params(T.Context);
  T.After = T.Shape->after(Reuse).intersect_params(T.Context);
  std::vector<isl::set> Points = bandPoints(B, T);
  T.NonEmpty = Around ? nonEmptyInside(B, T, Points)
                      : nonEmpty(tiledDimensions(B, T.Inside), Points);
  T.Aligned = T.Shape->aligned(T.NonEmpty).align_params(T.Inside.space());
  T.NonEmpty = coalesced(T.NonEmpty.intersect(T.Aligned));
  T.Inside = T.Inside.intersect_domain(T.Aligned);
  T.Before = T.Before.intersect_domain(T.Aligned);
  T.After = T.After.intersect_domain(T.Aligned);
  T.Full = B.TileNumbers == 0 ? T.Shape->full(Points) : fullOfPoints(B, T);
  T.Full = coalesced(T.Full.intersect(T.NonEmpty));
  if (T.Before.is_null() || T.After.is_null() || T.Full.is_null())
    return islError(Ctx.get(), "the tile space");
  return T;
}

isl::set stevedore::withoutCuts(isl::set Origins, const TileSpace &T) {
  return forAny(Origins, T.CutNames);
}

isl::set stevedore::tilesWithPoints(const Band &B, const TileSpace &T) {
  isl::set Result = isl::set::empty(T.NonEmpty.get_space());
  isl::stat Done = B.Theta.intersect_domain(B.Domain).foreach_map(
      [&](isl::map M) -> isl::stat {
        Result = Result.unite(T.Inside.intersect_range(M.range()).domain());
        return isl::stat::ok();
      });
  return Done.is_ok() ? coalesced(withoutCuts(Result.intersect(T.NonEmpty), T))
                      : isl::set();
}

void stevedore::print(llvm::raw_ostream &OS, const TileSpace &T) {
  OS << "inside: " << toText(T.Inside) << "\n";
  OS << "before: " << toText(T.Before) << "\n";
  OS << "after:  " << toText(T.After) << "\n";
  OS << "non-empty: " << toText(T.NonEmpty) << "\n";
  OS << "full:   " << toText(T.Full) << "\n";
}
