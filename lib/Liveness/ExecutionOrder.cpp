//===- ExecutionOrder.cpp - What runs first -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Liveness/ExecutionOrder.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/union_map.h"

using namespace stevedore;

/// \p Theta over one anonymous space of \p Dims dimensions, missing ones zero,
/// without the dimensions in \p Dropped.
static isl::union_map normalized(const isl::union_map &Theta, unsigned Dims,
                                 std::vector<unsigned> Dropped) {
  llvm::sort(Dropped, std::greater<unsigned>());
  isl::union_map Result = isl::union_map::empty(Theta.ctx());
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Has = countOf(M.range_tuple_dim());
    M = isl::manage(isl_map_reset_tuple_id(M.release(), isl_dim_out))
            .add_dims(isl::dim::out, Dims - Has);
    for (unsigned D = Has; D < Dims; ++D)
      M = M.fix_si(isl::dim::out, D, 0);
    for (unsigned D : Dropped)
      M = M.project_out(isl::dim::out, D, 1);
    Result = Result.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  return Result;
}

namespace {

/// The two relations between time points that an order consists of.
struct TimeOrder {
  /// { t -> t' : t and t' first differ in a sequential dimension d, t_d < t'_d
  /// }
  isl::map Before;
  /// { t -> t' : t and t' first differ in a parallel dimension }
  isl::map Parallel;
};

} // namespace

static TimeOrder orderTimes(isl::space Time, unsigned Dims,
                            const std::vector<unsigned> &Parallel) {
  isl::space Pairs = Time.map_from_set();
  TimeOrder Result = {isl::map::empty(Pairs), isl::map::empty(Pairs)};
  isl::map Equal = isl::map::universe(Pairs);
  for (unsigned D = 0; D < Dims; ++D) {
    isl::map Less = isl::manage(
        isl_map_order_lt(Equal.copy(), isl_dim_in, D, isl_dim_out, D));
    isl::map Greater = isl::manage(
        isl_map_order_gt(Equal.copy(), isl_dim_in, D, isl_dim_out, D));
    if (llvm::is_contained(Parallel, D))
      Result.Parallel = Result.Parallel.unite(Less).unite(Greater);
    else
      Result.Before = Result.Before.unite(Less);
    Equal = equated(Equal, D, D + 1);
  }
  return Result;
}

/// \p Order, or the pending isl error.
static llvm::Expected<ExecutionOrder> checkedOrder(isl::ctx Ctx,
                                                   ExecutionOrder Order) {
  if (Order.Before.is_null() || Order.MayPrecede.is_null() ||
      Order.MayFeed.is_null())
    return islError(Ctx.get(), "the order of the instances");
  return Order;
}

llvm::Expected<ExecutionOrder>
stevedore::orderOfSchedule(isl::union_set Domain, isl::union_map Theta,
                           const std::vector<unsigned> &Parallel,
                           ParallelSemantics Semantics) {
  isl::ctx Ctx = Domain.ctx();
  Theta = Theta.intersect_domain(Domain);
  bool InSteps = Semantics == ParallelSemantics::Forall;
  unsigned Dims = polly::getNumScatterDims(Theta);
  Theta = normalized(Theta, Dims, InSteps ? Parallel : std::vector<unsigned>());
  if (InSteps)
    Dims -= Parallel.size();
  isl::space Time =
      Theta.get_space().set_from_params().add_dims(isl::dim::set, Dims);
  TimeOrder Times =
      orderTimes(Time, Dims, InSteps ? std::vector<unsigned>() : Parallel);
  auto Lift = [&](isl::map Pairs) {
    return Theta.apply_range(isl::union_map(Pairs))
        .apply_range(Theta.reverse());
  };
  isl::union_map SameTime = Lift(isl::map::identity(Time.map_from_set()));
  isl::union_map Unordered = Lift(Times.Parallel);
  ExecutionOrder Order;
  Order.Before = Lift(Times.Before);
  Order.MayPrecede = Order.Before.unite(Unordered).unite(SameTime);
  Order.MayFeed = InSteps ? Order.Before
                          : Order.Before.unite(Unordered).unite(
                                SameTime.subtract(Domain.identity()));
  return checkedOrder(Ctx, Order);
}

llvm::Expected<ExecutionOrder>
stevedore::orderOfRelation(isl::union_set Domain,
                           isl::union_map HappensBefore) {
  ExecutionOrder Order;
  isl::union_map Self = Domain.identity();
  Order.Before =
      HappensBefore.intersect_domain(Domain).intersect_range(Domain).subtract(
          Self);
  Order.MayPrecede =
      coalesced(isl::union_map::from_domain_and_range(Domain, Domain)
                    .subtract(Order.Before.reverse()));
  Order.MayFeed = Order.MayPrecede.subtract(Self);
  return checkedOrder(Domain.ctx(), Order);
}

/// An error if \p Before, which lacks its diagonal, is no strict partial order.
static llvm::Error checkPartialOrder(const isl::union_map &Before) {
  isl_ctx *Ctx = Before.ctx().get();
  auto Symmetric = checked(Ctx, Before.is_disjoint(Before.reverse()),
                           "whether the order is antisymmetric");
  if (!Symmetric)
    return Symmetric.takeError();
  if (!*Symmetric)
    return llvm::createStringError(
        "the order is no partial order: two instances come before each other, "
        "and 'always' does not say that one of them may not run");
  auto Transitive = checked(Ctx, Before.apply_range(Before).is_subset(Before),
                            "whether the order is transitive");
  if (!Transitive)
    return Transitive.takeError();
  if (!*Transitive)
    return llvm::createStringError(
        "the order is no partial order: it is not transitive; give its "
        "transitive closure");
  return llvm::Error::success();
}

llvm::Expected<ExecutionOrder>
stevedore::partialOrder(isl::union_set Domain, const ExecutionOrder &Order,
                        isl::union_set Always) {
  auto Covers = checked(Domain.ctx().get(), Domain.is_subset(Always),
                        "whether all instances always run");
  if (!Covers)
    return Covers.takeError();
  llvm::Expected<ExecutionOrder> Result =
      *Covers ? Order
              : orderOfRelation(Domain, Order.Before.intersect_domain(Always));
  if (!Result)
    return Result.takeError();
  if (llvm::Error E = checkPartialOrder(Result->Before))
    return std::move(E);
  return Result;
}
