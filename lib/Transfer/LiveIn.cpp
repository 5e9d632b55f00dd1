//===- LiveIn.cpp - What a tile reads from outside itself -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveIn.h"
#include "isl/flow.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

/// { I -> pt : a value can flow from pt into the tile at I from outside }
isl::map LiveIn::outsideTile(const TileSpace &T) const {
  isl::map Result = isl::map::empty(T.Inside.get_space());
  for (const isl::map &Side : T.Shape->sources())
    Result = Result.unite(Side.align_params(T.Inside.get_space()));
  return Result;
}

/// The dataflow of the band: reads as sinks, certain writes as sources, theta
/// as the order.
static isl::union_flow bandFlow(const Scop &S, const Band &B) {
  isl::union_access_info Info(S.accesses(&Access::Reads, B.Domain));
  return Info.set_must_source(S.accesses(&Access::MustWrites, B.Domain))
      .set_schedule_map(B.Theta.intersect_domain(B.Domain))
      .compute_flow();
}

/// { [pt -> pt'] -> [S[i] -> T[j]] } : the times of both instances of a pair in
/// \p Pairs. They are few of all pairs of statements.
static isl::union_map timesOf(const isl::union_set &Pairs,
                              const isl::union_map &Theta) {
  isl::union_map Result = isl::union_map::empty(Pairs.ctx());
  Pairs.foreach_set([&](const isl::set &Part) -> isl::stat {
    isl::union_map Both = isl::union_set(Part).unwrap();
    isl::union_map First = Theta.intersect_domain(Both.domain().universe());
    isl::union_map Second = Theta.intersect_domain(Both.range().universe());
    isl_union_map *Times = isl_union_map_product(First.reverse().release(),
                                                 Second.reverse().release());
    Times = isl_union_map_intersect_range(Times,
                                          isl_union_set_from_set(Part.copy()));
    Result = isl::manage(isl_union_map_union(Result.release(), Times));
    return isl::stat::ok();
  });
  return Result;
}

LiveIn::LiveIn(const Scop &S, const Band &B, const TileSpace &T) : S(S) {
  isl::union_flow Flow = bandFlow(S, B);
  isl::union_map Theta = B.Theta.intersect_domain(B.Domain);
  isl::union_map Inside = isl::union_map(T.Inside);
  In = Inside.apply_range(Theta.reverse())
           .apply_range(Flow.get_must_no_source());
  isl::union_map Values = Flow.get_full_must_dependence();
  isl::union_map FromOutside =
      isl::union_map(outsideTile(T)).range_product(Inside);
  isl::union_map ByPair = isl::manage(isl_union_map_uncurry(Values.release()));
  isl::union_map Pairs = timesOf(ByPair.domain(), Theta);
  In = In.unite(FromOutside.apply_range(Pairs).apply_range(ByPair));
}

isl::map LiveIn::of(unsigned Array, isl::map Empty) const {
  if (In.is_null())
    return isl::map();
  isl::map Result = Empty;
  In.foreach_map([&](isl::map M) -> isl::stat {
    if (M.get_tuple_id(isl::dim::out).get_name() == S.Arrays[Array].Name)
      Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Result;
}
