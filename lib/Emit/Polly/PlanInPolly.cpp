//===- PlanInPolly.cpp - Plans in Polly's words ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanInPolly.h"
#include "polly/ScopInfo.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/schedule_node.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

PlanInPolly::PlanInPolly(polly::Scop &S, const PollyRegion &Region,
                         const CopyPlan &Plan)
    : Region(Region), Plan(Plan), Theirs(S.getIslCtx()) {}

isl::map PlanInPolly::translated(const isl::map &Own, isl::id In,
                                 isl::id Out) const {
  isl_map *M = isl::map(Theirs, toText(Own)).release();
  for (unsigned K = 0; K < countOf(isl_map_dim(M, isl_dim_param)); ++K) {
    auto Known =
        Region.Parameters.find(isl_map_get_dim_name(M, isl_dim_param, K));
    if (Known != Region.Parameters.end())
      M = isl_map_set_dim_id(M, isl_dim_param, K, Known->second.copy());
  }
  auto Rename = [&](isl_dim_type Side, isl::id &Id) {
    M = Id.is_null() ? isl_map_reset_tuple_id(M, Side)
                     : isl_map_set_tuple_id(M, Side, Id.release());
  };
  Rename(isl_dim_in, In);
  Rename(isl_dim_out, Out);
  return isl::manage(M);
}

isl::union_map PlanInPolly::times() const {
  isl::union_map Result = isl::union_map::empty(Theirs);
  Plan.Times.foreach_map([&](isl::map M) -> isl::stat {
    StringRef Name = isl_map_get_tuple_name(M.get(), isl_dim_in);
    for (auto [Own, Stmt] : zip(Region.program().Statements, Region.Statements))
      if (Own.Name == Name)
        Result = Result.unite(
            isl::union_map(translated(M, Stmt->getDomainId(), isl::id())));
    return isl::stat::ok();
  });
  return Result;
}

isl::schedule PlanInPolly::order(const isl::union_map &Times) const {
  isl::schedule Order = isl::schedule::from_domain(Times.domain());
  Order = Order.insert_partial_schedule(
      isl::multi_union_pw_aff::from_union_map(Times));
  isl_schedule_node *Band =
      isl_schedule_node_first_child(isl_schedule_get_root(Order.get()));
  for (unsigned K = 0; K < Plan.TileDimensions; ++K)
    Band = isl_schedule_node_band_member_set_ast_loop_type(Band, K,
                                                           isl_ast_loop_atomic);
  Order = isl::manage(isl_schedule_node_get_schedule(Band));
  isl_schedule_node_free(Band);
  return Order;
}

void PlanInPolly::eachRedirected(
    function_ref<void(polly::MemoryAccess &, unsigned, isl::map)> Do) const {
  const Scop &Program = Region.program();
  for (unsigned I = 0; I < Program.Statements.size(); ++I)
    for (unsigned K = 0; K < Program.Statements[I].Accesses.size(); ++K)
      if (std::optional<unsigned> Local = Plan.Redirected[I][K])
        Do(*Region.Accesses[I][K], *Local,
           Program.Statements[I].Accesses[K].Relation.apply_range(
               Plan.Buffers[*Local].Cell));
}
