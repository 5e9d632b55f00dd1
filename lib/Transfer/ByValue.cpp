//===- ByValue.cpp - Loads found value by value ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ByValue.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "isl/flow.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

isl::map stevedore::united(const isl::union_map &Touched, isl::map Empty) {
  isl::map Result = Empty;
  Touched.foreach_map([&](isl::map M) -> isl::stat {
    Result = Result.unite(M);
    return isl::stat::ok();
  });
  return Touched.is_null() ? isl::map() : Result;
}

isl::map LoadedValues::elements(const isl::union_map &Writes) const {
  return united(Written.apply_range(Writes), Initial);
}

namespace {

/// The values that the tiles of one band read from one array.
class ValueLoads {
public:
  ValueLoads(const Scop &S, const Band &B, unsigned Array);

  bool findIn(const TileSpace &T, const isl::set &Where, const isl::map &Empty);
  int numCases() const;
  LoadedValues first(const isl::map &Empty) const;

private:
  /// { pt -> S[i] }
  isl::union_map Back;
  /// { I -> S[i] } : the instances of the tile, of its scope before it.
  isl::union_map Inside, Before;
  /// { S[i] -> A[m] } : the writes of the band.
  isl::union_map Writes;
  /// { sink -> S[i] } : the sink reads what S[i] wrote.
  isl::union_map Sources;
  /// { sink -> A[m] } : the sink reads what was there before the band.
  isl::union_map Unwritten;
  /// What the tile reads and does not write.
  LoadedValues In;

  isl::map initial(const isl::union_map &Instances,
                   const isl::map &Empty) const;
};

} // namespace

ValueLoads::ValueLoads(const Scop &S, const Band &B, unsigned Array)
    : Back(B.Theta.intersect_domain(B.Domain).reverse()),
      Writes(
          S.accesses(Array, &Access::MustWrites).intersect_domain(B.Domain)) {
  isl::union_access_info Info(
      S.accesses(Array, &Access::Reads).intersect_domain(B.Domain));
  isl::union_flow Flow = Info.set_must_source(Writes)
                             .set_schedule_map(Back.reverse())
                             .compute_flow();
  Sources = Flow.get_must_dependence().reverse();
  Unwritten = Flow.get_must_no_source();
}

/// { I -> A[m] } : one of \p Instances reads what m had before the band.
isl::map ValueLoads::initial(const isl::union_map &Instances,
                             const isl::map &Empty) const {
  return inFewerPieces(united(Instances.apply_range(Unwritten), Empty));
}

/// In, of the tiles \p Where. A writer outside of the tile is in one of
/// TileShape::sources(). False where there is none, or its values are not
/// simpler than elements.
bool ValueLoads::findIn(const TileSpace &T, const isl::set &Where,
                        const isl::map &Empty) {
  if (!Sources.is_empty().is_false() || !Writes.is_single_valued().is_true())
    return false;
  Inside = isl::union_map(T.Inside.intersect_domain(Where)).apply_range(Back);
  Before = isl::union_map(T.Before.intersect_domain(Where)).apply_range(Back);
  isl::union_map Writers = Back.intersect_range(Writes.domain());
  isl::union_map Outside = isl::union_map::empty(Back.ctx());
  for (const isl::map &Side : T.Shape->sources())
    Outside = Outside.unite(isl::union_map(Side).apply_range(Writers));
  isl::union_map Read = coalesced(Inside.apply_range(Sources));
  In = {coalesced(Read.intersect(Outside)), initial(Inside, Empty)};
  return !hasDivisions(In.Written);
}

/// The number of pieces of In.
int ValueLoads::numCases() const {
  int Result = isl_map_n_basic_map(In.Initial.get());
  In.Written.foreach_map([&](const isl::map &M) -> isl::stat {
    Result += isl_map_n_basic_map(M.get());
    return isl::stat::ok();
  });
  return Result;
}

/// In, of the tiles that are the first of their scope to have it.
LoadedValues ValueLoads::first(const isl::map &Empty) const {
  isl::union_map Present = Before.apply_range(Sources).unite(
      Before.intersect_range(Writes.domain()));
  return {coalesced(In.Written.subtract(coalesced(Present))),
          difference(In.Initial, initial(Before, Empty))};
}

static bool isNull(const LoadedValues &V) {
  return V.Written.is_null() || V.Initial.is_null();
}

std::optional<ValueLoad>
stevedore::loadByValue(const Scop &S, const Band &B, const TileSpace &T,
                       unsigned Array, const isl::map &Empty, int MostCases,
                       BudgetLimits Limits) {
  std::optional<ValueLoads> Loads;
  ValueLoad Result;
  {
    Budget Limit(S.ctx(), Limits);
    Loads.emplace(S, B, Array);
    isl::set All = isl::set::universe(T.Full.get_space());
    if (!Loads->findIn(T, All, Empty))
      return std::nullopt;
    if (Loads->numCases() <= MostCases)
      Result.Values = Loads->first(Empty);
  }
  if (!isNull(Result.Values))
    return Result;
  if (T.Reuse != ReuseScope::strip())
    return std::nullopt;
  Budget Limit(S.ctx(), Limits);
  if (!Loads->findIn(T, T.Full, Empty))
    return std::nullopt;
  Result = {Loads->first(Empty), true};
  return isNull(Result.Values) ? std::nullopt : std::optional(Result);
}
