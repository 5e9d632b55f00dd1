//===- stevedore/lib/Schedule/Dependences.cpp - Dataflow between instances ===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Coalesce.h"
#include "llvm/Support/raw_ostream.h"

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
Expected<Dependences> computeDependences(const Scop &S) {
  isl::union_map Reads = S.reads().intersect_params(S.Context);
  isl::union_map Must = S.mustWrites().intersect_params(S.Context);
  isl::union_map May = S.mayWrites().intersect_params(S.Context);
  isl::union_map Writes = Must.unite(May);
  isl::union_set Domain = S.domain().intersect_params(S.Context);
  isl::union_map None = isl::union_map::empty(S.ctx());

  Dependences D;
  auto Flow = [&](const isl::union_map &Sinks, const isl::union_map &Surely,
                  const isl::union_map &Perhaps, const isl::union_map &Kills) {
    return simplified(flowFrom(S.Order, Sinks, Surely, Perhaps, Kills),
                      S.Context, Domain);
  };
  D.Flow = Flow(Reads, Must, May, {});
  D.Output = Flow(Writes, Must, May, {});
  D.Anti = Flow(Writes, None, Reads, Must);
  if (D.Flow.is_null() || D.Anti.is_null() || D.Output.is_null())
    return islError(S.ctx(), "the dependences");
  return D;
}

} // namespace stevedore
