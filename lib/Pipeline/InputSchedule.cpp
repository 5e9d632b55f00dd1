//===- InputSchedule.cpp - Bands and tiles that are given -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputSchedule.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

static constexpr const char *NoParallelLoops =
    "parallel loops are tiled in boxes alone";

/// One band over the whole domain.
static Schedule inputSchedule(const Scop &S, const ScheduleInput &Given) {
  Schedule Order;
  Order.Theta = Given.Theta;
  Band B;
  B.Domain = S.domain();
  B.Theta = Given.Theta;
  B.Outer = Given.Outer;
  B.Size = Given.Size;
  Order.Bands = {B};
  isl::union_set Times = Given.Theta.range();
  Order.OuterOrder = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  Times.foreach_set([&](isl::set Points) -> isl::stat {
    unsigned Dims = countOf(Points.tuple_dim());
    isl::set Outer = Points.project_out(isl::dim::set, B.Outer, Dims - B.Outer);
    isl::map Self = Outer.identity().set_tuple_id(
        isl::dim::in, isl::id::alloc(Points.ctx(), "Band0", nullptr));
    Order.OuterOrder = Order.OuterOrder.unite(isl::union_map(Self));
    return isl::stat::ok();
  });
  return Order;
}

llvm::Expected<Schedule> stevedore::tiledInput(const Scop &S,
                                               const ScheduleInput &Given,
                                               const Dependences &D,
                                               const TilingRequest &Wanted) {
  if (!areBoxes(Wanted.Kind) && !Given.Parallel.empty())
    return llvm::createStringError(NoParallelLoops);
  auto Order = tiledAs(inputSchedule(S, Given), S, D, Wanted);
  if (!Order)
    return Order;
  if (std::string Why = whyBoxes(*Order, S, Wanted); !Why.empty())
    return llvm::createStringError(Why);
  return Order;
}

TilingRequest stevedore::tilingWanted(const ScheduleInput &Given,
                                      const Decisions &D, isl::ctx Ctx) {
  if (!Given.Tiling.Hyperplanes.is_null())
    return {TilingKind::Map, Given.Tiling.Hyperplanes, isl::set()};
  if (!Given.Tiling.Lattice.is_null())
    return {TilingKind::Lattice, Given.Tiling.Lattice, Given.Tiling.Shape};
  if (!Given.Tiling.Origins.empty())
    return {TilingKind::Shifted, isl::map(), isl::set(), {}, false,
            Given.Tiling.Origins};
  TilingRequest Result{D.Tiling.Kind, isl::map(), isl::set(), D.TileSizes};
  bool SaysAllLoops =
      D.Tiling.Kind == TilingKind::Map || D.Tiling.Kind == TilingKind::Lattice;
  Result.TilesShortLoops = D.TilesShortLoops || SaysAllLoops;
  if (D.Tiling.Kind == TilingKind::Shifted)
    Result.Origins = D.Tiling.Relation;
  else if (!D.Tiling.Relation.empty())
    Result.Relation = isl::map(Ctx, D.Tiling.Relation);
  if (!D.Tiling.Shape.empty())
    Result.Shape = isl::set(Ctx, D.Tiling.Shape);
  return Result;
}

ConstantSizes stevedore::withNumberedTiles(const Schedule &Order,
                                           ConstantSizes Sizes) {
  for (const Band &B : Order.Bands)
    for (unsigned K = 1; K <= B.TileNumbers; ++K)
      Sizes.set(B.FirstTile + K, 1);
  return Sizes;
}

std::string stevedore::whyBoxes(const Schedule &Order, const Scop &S,
                                const TilingRequest &Wanted) {
  bool HasShape =
      llvm::any_of(Order.Bands, [](const Band &B) { return B.HasCoordinates; });
  if (areBoxes(Wanted.Kind) || HasShape)
    return "";
  if (!S.ParallelLoops.empty())
    return NoParallelLoops;
  if (Wanted.Kind == TilingKind::Diamond || Wanted.Kind == TilingKind::Hexagon)
    return "no band has diamond tiles that can start together";
  auto Side = Wanted.Kind == TilingKind::Map ? isl::dim::in : isl::dim::out;
  return "no band has the " +
         std::to_string(countOf(Wanted.Relation.dim(Side))) +
         " dimensions of the tiling";
}
