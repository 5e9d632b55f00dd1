//===- stevedore/lib/Schedule/TimeMap.cpp - Schedules by dimension --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeMap.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <algorithm>
#include <cassert>

namespace stevedore {

TimeMap::TimeMap(const isl::union_set &Domain)
    : Ctx(Domain.ctx()), Map(isl::union_map::from_domain(Domain)), Size(0) {}

TimeMap TimeMap::then(const isl::union_pw_aff &Counter) const {
  return {Ctx, Map.flat_range_product(Counter.as_union_map()), Size + 1};
}

TimeMap TimeMap::then(long Constant) const {
  return then(isl::union_pw_aff(Map.domain(), isl::val(Ctx, Constant)));
}

TimeMap TimeMap::on(const isl::union_set &Domain) const {
  return {Ctx, Map.intersect_domain(Domain), Size};
}

bool TimeMap::determines(const isl::union_pw_aff &Counter) const {
  isl::union_map Values = Counter.as_union_map().intersect_domain(Map.domain());
  return Values.apply_domain(Map).is_single_valued().is_true();
}

TimeMap TimeMap::renamed(const TimeMap &Outer, const std::string &Name) const {
  isl::map Times = coalesced(Map.apply_domain(Outer.map()).as_map());
  return {Ctx, isl::union_map(Times.set_domain_tuple(Name)), Size};
}

void TimeUnion::add(const TimeUnion &Other) {
  Parts.insert(Parts.end(), Other.Parts.begin(), Other.Parts.end());
}

isl::union_map ofOneLength(const isl::union_map &Times) {
  unsigned Length = 0;
  Times.foreach_map([&](isl::map M) -> isl::stat {
    Length = std::max(Length, countOf(M.range_tuple_dim()));
    return isl::stat::ok();
  });
  isl::union_map Result = isl::union_map::empty(Times.ctx());
  isl::stat Done = Times.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Own = countOf(M.range_tuple_dim());
    M = isl::manage(isl_map_insert_dims(M.release(), isl_dim_out, Own,
                                        Length - Own));
    for (unsigned D = Own; D < Length; ++D)
      M = isl::manage(isl_map_fix_si(M.release(), isl_dim_out, D, 0));
    Result = Result.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::union_map();
}

/// The numbers of those dimensions of \p Times from \p First on that have the
/// same value in all points.
static std::vector<unsigned> constantDimensions(const isl::union_map &Times,
                                                unsigned First, unsigned Size) {
  std::vector<unsigned> Result;
  if (Times.is_empty().is_true())
    return Result;
  isl::set Points = Times.range().as_set();
  for (unsigned I = First; I < Size; ++I) {
    isl::val Value = isl::manage(
        isl_set_plain_get_val_if_fixed(Points.get(), isl_dim_set, I));
    if (Value.is_int().is_true())
      Result.push_back(I);
  }
  return Result;
}

/// \p Times without the dimensions \p Dropped, given in increasing order.
static isl::union_map without(isl::ctx Ctx, const isl::union_map &Times,
                              const std::vector<unsigned> &Dropped) {
  isl::union_map Result = isl::union_map::empty(Ctx);
  isl::stat Done = Times.foreach_map([&](isl::map M) -> isl::stat {
    for (auto It = Dropped.rbegin(); It != Dropped.rend(); ++It)
      M = isl::manage(isl_map_project_out(M.release(), isl_dim_out, *It, 1));
    Result = Result.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::union_map();
}

TimeMap TimeUnion::withoutConstants(unsigned First) const {
  assert(!Parts.empty() && "nothing to order");
  isl::ctx Ctx = Parts.front().Ctx;
  unsigned Size = 0;
  for (const TimeMap &Part : Parts)
    Size = std::max(Size, Part.size());
  isl::union_map All = isl::union_map::empty(Ctx);
  for (TimeMap Part : Parts) {
    while (Part.size() < Size)
      Part = Part.then(0);
    All = All.unite(Part.map());
  }
  std::vector<unsigned> Dropped = constantDimensions(All, First, Size);
  return {Ctx, without(Ctx, All, Dropped), Size - unsigned(Dropped.size())};
}

} // namespace stevedore
