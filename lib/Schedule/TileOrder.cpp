//===- stevedore/lib/Schedule/TileOrder.cpp - Tiles that share values -----===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileOrder.h"
#include <algorithm>

namespace stevedore {

/// What of \p Flow may go through array number \p Array within \p Domain.
static isl::union_map flowThrough(const Scop &S, unsigned Array,
                                  const isl::union_map &Flow,
                                  const isl::union_set &Domain) {
  isl::union_map Reads = S.accesses(Array, &Access::Reads);
  isl::union_map Writes = S.accesses(Array, &Access::MustWrites)
                              .unite(S.accesses(Array, &Access::MayWrites));
  return Flow.intersect(Writes.apply_range(Reads.reverse()))
      .intersect_domain(Domain)
      .intersect_range(Domain);
}

/// The dimensions of \p Counters along which \p Flow has a distance.
static std::vector<unsigned>
crossed(const isl::union_map &Flow,
        const std::vector<isl::union_pw_aff> &Counters) {
  std::vector<unsigned> Result;
  for (unsigned K = 0; K < Counters.size(); ++K) {
    isl::union_map Same = Flow.eq_at(isl::multi_union_pw_aff(Counters[K]));
    if (!Flow.is_subset(Same).is_true())
      Result.push_back(K);
  }
  return Result;
}

void chooseTileOrder(const Scop &S, const isl::union_map &Flow,
                     LoopTree &Band) {
  std::vector<LoopTree *> Loops;
  std::vector<isl::union_pw_aff> Counters;
  for (LoopTree *L = &Band; Loops.size() < Band.Width;
       L = &L->Children.front()) {
    Loops.push_back(L);
    Counters.push_back(L->Counter);
  }
  if (Loops.size() < 2)
    return;
  std::vector<unsigned> Kept(Loops.size(), 0);
  for (unsigned A = 0; A < S.Arrays.size(); ++A) {
    if (!S.Arrays[A].Private)
      continue;
    std::vector<unsigned> Along =
        crossed(flowThrough(S, A, Flow, Band.Domain), Counters);
    if (Along.size() == 1)
      ++Kept[Along.front()];
  }
  size_t Most = std::max_element(Kept.begin(), Kept.end()) - Kept.begin();
  if (Kept[Most] == Kept.back())
    return;
  std::rotate(Counters.begin() + Most, Counters.begin() + Most + 1,
              Counters.end());
  for (size_t K = 0; K < Loops.size(); ++K)
    Loops[K]->Counter = Counters[K];
}

} // namespace stevedore
