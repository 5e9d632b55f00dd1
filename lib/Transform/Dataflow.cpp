//===- Dataflow.cpp - What references read ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dataflow.h"
#include "stevedore/Support/Coalesce.h"
#include "isl/union_map.h"

using namespace stevedore;
using namespace llvm;

Expected<ValueSources> stevedore::sourcesOf(const Scop &S,
                                            const isl::schedule &Order,
                                            const isl::map &Read,
                                            const std::set<unsigned> &Arrays) {
  isl::union_map Writes = isl::union_map::empty(S.ctx());
  for (unsigned A : Arrays)
    Writes = Writes.unite(S.accesses(A, &Access::MustWrites));
  isl::union_map Sinks = isl::union_map(Read).intersect_params(S.Context);
  isl::union_flow Flow =
      isl::union_access_info(Sinks)
          .set_must_source(Writes.intersect_params(S.Context))
          .set_schedule(Order)
          .compute_flow();
  ValueSources Result = {coalesced(Flow.must_dependence().reverse()),
                         coalesced(Flow.must_no_source())};
  if (Result.Writers.is_null() || Result.Initial.is_null())
    return islError(S.ctx(), "the dataflow of a reference");
  return Result;
}

Expected<ValueSources>
stevedore::lastSources(const Scop &S, const Scop &Original, unsigned Array,
                       const std::set<unsigned> &Arrays) {
  isl::set Written;
  for (const Statement &Stmt : Original.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array && A.MustWrites) {
        isl::set Here = A.Relation.intersect_domain(Stmt.Domain).range();
        Written = Written.is_null() ? Here : Written.unite(Here);
      }
  if (Written.is_null())
    return ValueSources{isl::union_map::empty(S.ctx()),
                        isl::union_map::empty(S.ctx())};
  Written = coalesced(Written.intersect_params(S.Context));
  isl::map Read = isl::manage(
      isl_map_set_tuple_name(Written.identity().release(), isl_dim_in, "End"));
  isl::schedule Order = S.Order.sequence(
      isl::schedule::from_domain(isl::union_set(Read.domain())));
  return sourcesOf(S, Order, Read, Arrays);
}

Expected<ValueSources> OriginalSources::of(const Statement &Stmt,
                                           const Access &A,
                                           const isl::map &Read,
                                           unsigned Array) {
  std::pair Key(Stmt.Name, size_t(&A - Stmt.Accesses.data()));
  auto Known = References.find(Key);
  if (Known != References.end())
    return Known->second;
  auto Found = sourcesOf(S, S.Order, Read, {Array});
  if (Found)
    References.emplace(std::move(Key), *Found);
  return Found;
}

Expected<ValueSources> OriginalSources::last(unsigned Array) {
  auto Known = Ends.find(Array);
  if (Known != Ends.end())
    return Known->second;
  auto Found = lastSources(S, S, Array, {Array});
  if (Found)
    Ends.emplace(Array, *Found);
  return Found;
}
