//===- stevedore/lib/Schedule/Dependences.cpp - Dataflow between instances ===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeMap.h"
#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Coalesce.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/union_map.h"

using namespace llvm;

namespace stevedore {

/// The sources of \p Sinks among \p May since the last of \p Kills, in the
/// order of \p Order. \p May are sources themselves, and so are the instances
/// of \p Must, which in addition hide everything before them.
static isl::union_map flowFrom(const isl::schedule &Order,
                               const isl::union_map &Sinks,
                               const isl::union_map &Must,
                               const isl::union_map &May,
                               const isl::union_map &Kills) {
  isl::union_access_info Info(Sinks);
  Info = Info.set_must_source(Must).set_may_source(May);
  if (!Kills.is_null())
    Info = Info.set_kill(Kills);
  return Info.set_schedule(Order).compute_flow().may_dependence();
}

/// The same relation in few constraints, between instances of \p Domain: flow
/// may go to parameters outside of the context, and simplification of strided
/// domains to instances that do not exist.
static isl::union_map simplified(const isl::union_map &Relation,
                                 const isl::set &Context,
                                 const isl::union_set &Domain) {
  return coalesced(Relation)
      .gist_params(Context)
      .intersect_domain(Domain)
      .intersect_range(Domain);
}

/// All ordered pairs of accesses to one element, at least one of them a write.
static Dependences memoryBased(const Scop &S, const isl::union_map &Reads,
                               const isl::union_map &Writes,
                               const isl::union_set &Domain) {
  isl::union_map Times =
      ofOneLength(S.Order.get_map()).intersect_domain(Domain);
  isl::union_map Before = isl::manage(
      isl_union_map_lex_lt_union_map(Times.copy(), Times.copy()));
  auto Pairs = [&](const isl::union_map &Sources, const isl::union_map &Sinks) {
    isl::union_map All = Sources.apply_range(Sinks.reverse());
    return simplified(All.intersect(Before), S.Context, Domain);
  };
  Dependences D;
  D.Kind = DependenceKind::Memory;
  D.Flow = Pairs(Writes, Reads);
  D.Anti = Pairs(Reads, Writes);
  D.Output = Pairs(Writes, Writes);
  return D;
}

/// Dataflow by isl, with only those memory-based dependences that are needed:
/// Anti and Output stop at the last must-write before the sink.
///
/// That is enough to keep every pair of conflicting accesses in order. Let x be
/// before y, both on one element, at least one of them a write. By induction on
/// the number of must-writes to that element by instances between x and y:
/// without any, the pair is a source and sink of one of the three relations
/// (for anti dependences x is a read that no kill hides; where the instance of
/// x also kills what it reads, the pair is an output dependence of the same two
/// instances). With a must-write w between them, (x, w) and (w, y) have
/// fewer, so that both are ordered by the closure of the union, and by
/// transitivity so is (x, y).
static Dependences valueBased(const Scop &S, const isl::union_map &Reads,
                              const isl::union_map &Must,
                              const isl::union_map &May,
                              const isl::union_set &Domain) {
  isl::union_map Writes = Must.unite(May);
  isl::union_map None = isl::union_map::empty(S.ctx());
  auto Flow = [&](const isl::union_map &Sinks, const isl::union_map &Surely,
                  const isl::union_map &Perhaps, const isl::union_map &Kills) {
    return simplified(flowFrom(S.Order, Sinks, Surely, Perhaps, Kills),
                      S.Context, Domain);
  };
  Dependences D;
  D.Flow = Flow(Reads, Must, May, {});
  D.Output = Flow(Writes, Must, May, {});
  D.Anti = Flow(Writes, None, Reads, Must);
  return D;
}

Expected<Dependences> computeDependences(const Scop &S, DependenceKind Kind) {
  isl::union_map Reads = S.reads().intersect_params(S.Context);
  isl::union_map Must = S.mustWrites().intersect_params(S.Context);
  isl::union_map May = S.mayWrites().intersect_params(S.Context);
  isl::union_set Domain = S.domain().intersect_params(S.Context);
  Dependences D = Kind == DependenceKind::Value
                      ? valueBased(S, Reads, Must, May, Domain)
                      : memoryBased(S, Reads, Must.unite(May), Domain);
  if (D.Flow.is_null() || D.Anti.is_null() || D.Output.is_null())
    return islError(S.ctx(), "the dependences");
  return D;
}

} // namespace stevedore
