//===- test/tools/bruteforce/Readers.cpp - Who sees what is written ===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "isl/map.h"
#include "isl/schedule.h"
#include <algorithm>

using namespace llvm;
using namespace stevedore;

namespace bruteforce {

/// \p Times, { S[i] -> [t] }, with as many dimensions for each statement.
static isl::union_map padded(const isl::union_map &Times) {
  int Most = 0;
  Times.foreach_map([&](const isl::map &M) -> isl::stat {
    Most = std::max<int>(Most, isl_map_dim(M.get(), isl_dim_out));
    return isl::stat::ok();
  });
  isl::union_map Result = isl::union_map::empty(Times.ctx());
  Times.foreach_map([&](isl::map M) -> isl::stat {
    int Has = isl_map_dim(M.get(), isl_dim_out);
    M = M.add_dims(isl::dim::out, Most - Has);
    for (int D = Has; D < Most; ++D)
      M = M.fix_si(isl::dim::out, D, 0);
    Result = Result.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  return Result;
}

Expected<Readers> Readers::make(const Scop &S, const Values &V) {
  Readers Result;
  Result.S = &S;
  // The whole program as one tile of a band without dimensions.
  Band Whole;
  Whole.Domain = S.domain();
  Whole.Theta = padded(S.Order.get_map());
  Expected<std::vector<Tile>> Run = traceBand(S, Whole, V);
  if (!Run)
    return Run.takeError();
  for (const Tile &T : *Run)
    for (const Event &E : T.Events)
      Result.Accesses[{E.Array, E.Element}].push_back(E);
  return std::move(Result);
}

bool Readers::seeOutside(unsigned Array, const Point &Element,
                         const Instance &Writer,
                         const std::set<Instance> &Scope) const {
  const std::vector<Event> &All = Accesses.at({Array, Element});
  auto Write = std::find_if(All.begin(), All.end(), [&](const Event &E) {
    return !E.Reads && E.Of == Writer;
  });
  for (auto Next = Write + 1; Next < All.end(); ++Next) {
    bool Sees = Next->Reads || Next->MayWrites;
    if (Sees && !Scope.count(Next->Of))
      return true;
    if (Next->MustWrites && !(Next->Of == Writer))
      return false;
  }
  return S->Arrays[Array].LiveOut;
}

} // namespace bruteforce
