//===- LiveOut.cpp - What others see of what a tile writes ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveOut.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

LiveOut::LiveOut(const Scop &S, const Dependences &D, const Band &B,
                 const TileSpace &T, const isl::union_map &Inside,
                 unsigned Array, const isl::map &Like)
    : S(S), D(D), B(B), T(T), Inside(Inside), Array(Array),
      Empty(isl::map::empty(Like.get_space())),
      Must(S.accesses(Array, &Access::MustWrites)),
      May(S.accesses(Array, &Access::MayWrites)),
      Writes(Must.unite(May).intersect_domain(B.Domain)) {
  Readers = pairs(D.Flow, S.accesses(Array, &Access::Reads))
                .unite(pairs(D.Output, May));
}

/// { sink -> [source -> A[m]] } for the dependences \p Order from writes to \p
/// Sinks. Those between other statements are dropped first, at no cost.
isl::union_map LiveOut::pairs(const isl::union_map &Order,
                              const isl::union_map &Sinks) const {
  return Order.intersect_domain(Writes.domain().universe())
      .intersect_range(Sinks.domain().universe())
      .reverse()
      .range_product(Sinks)
      .intersect_range(Writes.wrap());
}

/// { writer -> A[m] : no instance is sure to write m after the writer, an
/// instance of the band }
isl::union_map LiveOut::lasting() const {
  isl::union_map Overwritten =
      D.Output.intersect_domain(Writes.domain().universe())
          .apply_range(Must)
          .intersect(Writes);
  return Writes.subtract(Overwritten);
}

isl::map LiveOut::inOneSpace(const isl::union_map &Found) const {
  isl::map Result = Empty;
  isl::stat Done = Found.foreach_map([&](isl::map M) -> isl::stat {
    Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::map();
}

isl::map LiveOut::outsideOfBand() const {
  isl::union_map Seen = Readers.subtract_domain(B.Domain).range().unwrap();
  if (S.Arrays[Array].LiveOut)
    Seen = Seen.unite(lasting());
  return inOneSpace(Inside.apply_range(Seen));
}

isl::map LiveOut::inOtherScopes() const {
  isl::union_map Instances = B.Theta.intersect_domain(B.Domain).reverse();
  isl::union_map Within = Readers.intersect_domain(B.Domain);
  isl::union_map ByPair = isl::manage(isl_union_map_uncurry(Within.release()));
  isl::union_map Found = isl::union_map::empty(S.ctx());
  for (const isl::map &Side : T.Shape->sinks(T.Reuse)) {
    isl::union_map Sinks = isl::union_map(Side).apply_range(Instances);
    Found = Found.unite(Sinks.range_product(Inside).apply_range(ByPair));
  }
  return inOneSpace(Found);
}
