//===- Tiling.cpp - The parametric tile space -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Tiling/Tiling.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
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
static isl::set outset(const isl::map &Tiled,
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
  isl::set None = isl::set::empty(T.Outset.get_space()), Partial = None;
  Budget Limit(T.Outset.ctx(), {0, limits::FullTileOperations});
  isl::union_map Points = B.Theta.intersect_domain(B.Domain);
  B.Unbounded.foreach_map([&](isl::map M) -> isl::stat {
    isl::set Bounded =
        Points.intersect_domain(isl::union_set(M.domain())).range().extract_set(
            M.range().get_space());
    isl::set Missing = M.range().subtract(Bounded);
    Partial = Partial.unite(T.Inside.intersect_range(Missing).domain());
    return isl::stat::ok();
  });
  isl::set Full = T.Outset.subtract(Partial);
  return Full.is_null() ? None : Full;
}

llvm::Expected<TileSpace> stevedore::computeTileSpace(const Scop &S,
                                                      const Band &B,
                                                      ReuseScope Reuse,
                                                      isl::set Assumptions) {
  isl::ctx Ctx = S.Context.ctx();
  TileSpace T;
  T.Reuse = Reuse;
  for (unsigned K = 0; K < B.Size; ++K)
    T.SizeNames.push_back(
        T.Parameters.add(Role::TileSize, B.FirstTile + K + 1));
  for (unsigned D = 0; D < B.Outer; ++D)
    T.OuterNames.push_back(T.Parameters.add(Role::OuterCounter, D + 1));
  T.Shape = boxShape(B, T.SizeNames, T.OuterNames);
  T.Context = T.Shape->context().intersect(S.Context);
  if (!Assumptions.is_null())
    T.Context = T.Context.intersect(Assumptions.params());
  T.Inside = T.Shape->points().intersect_params(T.Context);
  T.Before = T.Shape->before(Reuse).intersect_params(T.Context);
  T.After = T.Shape->after(Reuse).intersect_params(T.Context);
  std::vector<isl::set> Points = bandPoints(B, T);
  unsigned Rest = timeDimensions(B) - B.Outer - B.Size;
  isl::map Tiled = T.Inside.project_out(isl::dim::out, B.Outer + B.Size, Rest)
                       .project_out(isl::dim::out, 0, B.Outer);
  T.Outset = outset(Tiled, Points);
  T.Aligned = T.Shape->aligned(T.Outset).align_params(T.Inside.space());
  T.Outset = coalesced(T.Outset.intersect(T.Aligned));
  T.Inside = T.Inside.intersect_domain(T.Aligned);
  T.Before = T.Before.intersect_domain(T.Aligned);
  T.After = T.After.intersect_domain(T.Aligned);
  T.Full = B.TileNumbers == 0 ? T.Shape->full(Points) : fullOfPoints(B, T);
  T.Full = coalesced(T.Full.intersect(T.Outset));
  if (T.Before.is_null() || T.After.is_null() || T.Full.is_null())
    return islError(Ctx.get(), "the tile space");
  return T;
}

isl::set stevedore::tilesWithPoints(const Band &B, const TileSpace &T) {
  isl::set Result = isl::set::empty(T.Outset.get_space());
  isl::stat Done = B.Theta.intersect_domain(B.Domain).foreach_map(
      [&](isl::map M) -> isl::stat {
        Result = Result.unite(T.Inside.intersect_range(M.range()).domain());
        return isl::stat::ok();
      });
  return Done.is_ok() ? coalesced(Result.intersect(T.Outset)) : isl::set();
}

void stevedore::print(llvm::raw_ostream &OS, const TileSpace &T) {
  OS << "inside: " << toText(T.Inside) << "\n";
  OS << "before: " << toText(T.Before) << "\n";
  OS << "after:  " << toText(T.After) << "\n";
  OS << "outset: " << toText(T.Outset) << "\n";
  OS << "full:   " << toText(T.Full) << "\n";
}
