//===- stevedore/lib/Schedule/WithoutBand.cpp - A band left untiled -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeMap.h"
#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"

using namespace llvm;

namespace stevedore {

/// { S[i] -> [t, b, r] } for the instances of \p B, whose executions are at the
/// times \p Executions { Band[o] -> [t] }.
static isl::union_map timesInside(const Band &B, const isl::map &Executions) {
  isl::union_map Result = isl::union_map::empty(Executions.ctx());
  isl::stat Done = B.Theta.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Dims = countOf(M.range_tuple_dim());
    isl::map Outer =
        M.project_out(isl::dim::out, B.Outer, Dims - B.Outer)
            .set_tuple_id(isl::dim::out,
                          Executions.get_tuple_id(isl::dim::in));
    isl::map Inner = M.project_out(isl::dim::out, 0, B.Outer);
    Result = Result.unite(
        isl::union_map(Outer.apply_range(Executions).flat_range_product(Inner)));
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result.intersect_domain(B.Domain) : isl::union_map();
}

Expected<Schedule> withoutBand(const Schedule &Order, unsigned Dropped) {
  Schedule Result = Order;
  isl::union_map Times = isl::union_map::empty(Order.OuterOrder.ctx());
  isl::stat Done = Order.OuterOrder.foreach_map([&](isl::map M) -> isl::stat {
    std::optional<unsigned> Number =
        bandNumber(M.get_tuple_id(isl::dim::in).get_name());
    if (Number == Dropped)
      Times = Times.unite(timesInside(Order.Bands[Dropped], M));
    else if (Number && *Number > Dropped)
      Times = Times.unite(
          isl::union_map(M.set_domain_tuple(bandName(*Number - 1))));
    else
      Times = Times.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  if (Done.is_ok())
    Result.OuterOrder = ofOneLength(Times);
  if (Done.is_error() || Result.OuterOrder.is_null())
    return islError(Order.OuterOrder.ctx().get(), "the order without a band");
  Result.Bands.erase(Result.Bands.begin() + Dropped);
  for (unsigned I = Dropped; I < Result.Bands.size(); ++I)
    Result.Bands[I].FirstTile -= Order.Bands[Dropped].Size;
  return Result;
}

Schedule withoutBands(Schedule Order) {
  Order.OuterOrder = Order.Theta;
  Order.Bands.clear();
  return Order;
}

/// { S[i] -> [0, t] } for \p Times, { S[i] -> [t] }.
static isl::union_map behindZero(const isl::union_map &Times) {
  isl::union_map Result = isl::union_map::empty(Times.ctx());
  Times.foreach_map([&](isl::map M) -> isl::stat {
    isl::map Zero(M.ctx(), "{ [] -> [0] }");
    Zero = isl::map::from_domain_and_range(M.domain(), Zero.range());
    Result = Result.unite(isl::union_map(Zero.flat_range_product(M)));
    return isl::stat::ok();
  });
  return Result;
}

Schedule inOneTile(const Schedule &Order) {
  Schedule Result = withoutBands(Order);
  Band All;
  All.Domain = Order.Theta.domain();
  All.Theta = behindZero(Order.Theta);
  All.Size = 1;
  All.TileNumbers = 1;
  All.Unbounded = All.Theta;
  Result.OuterOrder =
      isl::union_map(Order.Theta.ctx(), "{ " + bandName(0) + "[] -> [0] }")
          .intersect_params(All.Domain.params());
  Result.Bands.push_back(std::move(All));
  return Result;
}

} // namespace stevedore
