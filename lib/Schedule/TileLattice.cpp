//===- TileLattice.cpp - Tiles of any shape at given places ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hexagon with opposite edges that are parallel is the sum of three segments,
// here p e1, q e2 and r (1, -1): the points with 0 <= c1 < p + r, -r <= c2 < q
// and 0 <= c1 + c2 < p + q. Copies of it that are sums of neighbouring edges
// apart, p e1 + r (1, -1) and q e2 - r (1, -1), fill the plane. A dependence
// that goes back along neither c1 nor c2 leaves a tile across the edges towards
// these two, or both, and so never towards a lower t1 or t2.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/TileLattice.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/schedule.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

/// One element of \p Set as isl text: "[1, 2]".
static std::string exampleOf(const isl::set &Set) {
  isl::set Point(Set.sample_point());
  std::string Text = toText(Point);
  size_t Begin = Text.find('['), End = Text.rfind('}');
  if (Begin == std::string::npos || End == std::string::npos)
    return Text;
  return StringRef(Text).slice(Begin, End).trim().str();
}

/// What is wrong with \p Origins and \p Shape as such; empty: nothing.
static std::string whyIllFormed(const isl::map &Origins,
                                const isl::set &Shape) {
  if (Origins.is_null() || Shape.is_null())
    return "a text that isl does not read";
  if (countOf(Origins.dim(isl::dim::param)) != 0 ||
      countOf(Shape.dim(isl::dim::param)) != 0)
    return "one with parameters; its sizes are constants";
  if (countOf(Shape.tuple_dim()) != countOf(Origins.dim(isl::dim::out)))
    return "one whose shape has " + std::to_string(countOf(Shape.tuple_dim())) +
           " dimensions and whose origins have " +
           std::to_string(countOf(Origins.dim(isl::dim::out)));
  if (countOf(Origins.dim(isl::dim::in)) == 0 ||
      !Origins.is_single_valued().is_true())
    return "one without one origin for each tile";
  return "";
}

/// \p Tiles, { [b] -> [t] }, with one number for all that are the same set of
/// points: the least of those that are not negative. Null where others overlap.
static isl::map numberedOnce(const isl::map &Tiles) {
  isl_set *Numbers = isl_set_universe(Tiles.get_space().range().release());
  for (unsigned K = 0; K < countOf(Tiles.dim(isl::dim::out)); ++K)
    Numbers = isl_set_lower_bound_si(Numbers, isl_dim_set, K, 0);
  isl::map Once = Tiles.intersect_range(isl::manage(Numbers)).lexmin();
  bool IsPartition = Once.apply_range(Once.reverse())
                         .is_equal(Tiles.apply_range(Tiles.reverse()))
                         .is_true();
  return IsPartition ? Once : isl::map();
}

Expected<isl::map> stevedore::tilesAround(const isl::map &Origins,
                                          const isl::set &Shape) {
  isl_ctx *Ctx = Origins.is_null() ? nullptr : Origins.ctx().get();
  if (std::string Why = whyIllFormed(Origins, Shape); !Why.empty())
    return createStringError("the tiling is " + Why);
  // { [o] -> [b] : b - o in S }
  isl::map Around =
      isl::manage(isl_set_reset_tuple_id(Shape.copy())).translation();
  isl::map Tiles = Origins.apply_range(Around).reverse();
  isl::map Twice = Tiles.reverse().apply_range(Tiles);
  Twice = Twice.subtract(Twice.domain().identity());
  isl::set Missing =
      isl::set::universe(Tiles.domain().get_space()).subtract(Tiles.domain());
  auto Disjoint = checked(Ctx, Twice.is_empty(), "whether tiles overlap");
  if (!Disjoint)
    return Disjoint.takeError();
  isl::map Once = *Disjoint ? Tiles : numberedOnce(Tiles);
  if (Once.is_null()) {
    isl::map Pair = isl::manage(isl_map_sample(Twice.release()));
    return createStringError("tiles overlap, such as " +
                             exampleOf(Pair.domain()) + " and " +
                             exampleOf(Pair.range()));
  }
  auto Whole = checked(Ctx, Missing.is_empty(), "whether tiles cover all");
  if (!Whole)
    return Whole.takeError();
  if (!*Whole)
    return createStringError("tiles leave out points, such as " +
                             exampleOf(Missing));
  return Once;
}

isl::map stevedore::hexagons(isl::ctx Ctx, unsigned Dims, int64_t Edge,
                             int64_t Width) {
  std::string From, Rest;
  for (unsigned K = 3; K <= Dims; ++K)
    Rest += ", c" + std::to_string(K);
  std::string E = std::to_string(Edge), W = std::to_string(Width);
  std::string Both = std::to_string(Edge + Width);
  return isl::map(
      Ctx, "{ [c1, c2" + Rest + "] -> [t1, t2" + Rest + "] : 0 <= c1 - " +
               Both + " t1 + " + W + " t2 < " + Both + " and -" + W +
               " <= c2 + " + W + " t1 - " + Both + " t2 < " + E +
               " and 0 <= c1 + c2 - " + E + " t1 - " + E + " t2 < " +
               std::to_string(2 * Edge) + " }");
}

/// The times of \p Order, { [t] -> [t'] }, of a schedule of one statement.
static isl::map timesOf(const isl::schedule &Order) {
  isl::union_map Times = Order.get_map();
  if (Times.is_null() || isl_union_map_n_map(Times.get()) != 1)
    return isl::map();
  return isl::manage(
      isl_map_reset_tuple_id(Times.as_map().release(), isl_dim_in));
}

isl::map stevedore::orderOfTiles(const isl::set &Between) {
  Budget Limit(Between.ctx(), {limits::SchedulerSeconds, 0});
  isl::id Tile = isl::id::alloc(Between.ctx(), "Tile", nullptr);
  isl::set All =
      isl::set::universe(Between.get_space()).set_tuple_id(Tile);
  isl::union_map Validity(Between.translation()
                              .set_tuple_id(isl::dim::in, Tile)
                              .set_tuple_id(isl::dim::out, Tile));
  isl_schedule_constraints *Wanted = isl_schedule_constraints_on_domain(
      isl::union_set(All).release());
  Wanted = isl_schedule_constraints_set_validity(Wanted, Validity.copy());
  Wanted = isl_schedule_constraints_set_proximity(Wanted, Validity.release());
  isl::schedule Order =
      isl::manage(isl_schedule_constraints_compute_schedule(Wanted));
  isl::map Times = Order.is_null() ? isl::map() : timesOf(Order);
  bool IsOrder = !Times.is_null() && Times.is_injective().is_true();
  return IsOrder ? Times : isl::map();
}
