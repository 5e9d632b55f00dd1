//===- VerifyCommunication.cpp - The proof of what is sent ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processors.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Transfer/Communication.h"
#include "isl/flow.h"
#include "isl/map.h"
#include "isl/union_map.h"

namespace stevedore {

using llvm::Error;

namespace {

/// Proves what a Communication claims.
class CommunicationProof {
public:
  CommunicationProof(const Scop &S, const isl::union_map &Theta,
                     const TextOwners &Owners, const Communication &C)
      : S(S), Theta(Theta), Owners(Owners), C(C),
        P(processorsOf(isl::ctx(S.ctx()), Owners)) {}
  Error run();

private:
  Error claim(isl::boolean Holds, const char *Otherwise) const;
  Error proveExecutes() const;
  Error proveReads();
  Error proveArray(const ArrayExchange &E) const;
  isl::union_map whoAccesses(const isl::union_map &Accesses) const;
  isl::union_map sent(isl::map ArrayExchange::*Which) const;

  const Scop &S;
  const isl::union_map &Theta;
  const TextOwners &Owners;
  const Communication &C;
  const Processors P;
};

} // namespace

Error CommunicationProof::claim(isl::boolean Holds,
                                const char *Otherwise) const {
  auto Known = checked(S.ctx(), Holds, "the proof of communication");
  if (!Known)
    return Known.takeError();
  return *Known ? Error::success() : llvm::createStringError(Otherwise);
}

/// { [S[i] -> A[m]] -> [o, p] } for \p Accesses.
isl::union_map
CommunicationProof::whoAccesses(const isl::union_map &Accesses) const {
  isl::union_map At = isl::manage(
      isl_union_map_flat_range_product(C.Phase.copy(), C.Executes.copy()));
  return Accesses.domain_map().apply_range(At);
}

isl::union_map CommunicationProof::sent(isl::map ArrayExchange::*Which) const {
  isl::union_map All = isl::union_map::empty(isl::ctx(S.ctx()));
  for (const ArrayExchange &E : C.Arrays)
    All = All.unite(isl::union_map(E.*Which));
  return All;
}

/// Of the vectors that execute an instance, exactly one is a processor: those
/// of axes with parametric sizes are a whole block of them.
Error CommunicationProof::proveExecutes() const {
  isl::union_map Executes = C.Executes.intersect_params(P.Context);
  isl::union_map Known = Executes.intersect_range(isl::union_set(P.Multiples));
  isl::union_map Blocks = Known.lexmin().apply_range(isl::union_map(P.Block));
  if (Error E = claim(S.domain()
                          .intersect_params(S.Context)
                          .intersect_params(P.Context)
                          .is_subset(Blocks.domain()),
                      "an instance is executed by no processor"))
    return E;
  return claim(Blocks.is_equal(Known),
               "an instance is not executed by one processor alone");
}

/// Each value that is read was written by the same processor in the same phase,
/// or before the phase, and is sent then by all who own it, if somebody else
/// does.
Error CommunicationProof::proveReads() {
  isl::union_map Reads = S.reads();
  isl_union_access_info *Access = isl_union_access_info_from_sink(Reads.copy());
  Access =
      isl_union_access_info_set_must_source(Access, S.mustWrites().release());
  Access = isl_union_access_info_set_schedule_map(Access, Theta.copy());
  isl::union_flow Flow =
      isl::manage(isl_union_access_info_compute_flow(Access));
  isl::union_map Values = Flow.get_full_must_dependence();
  isl::union_map Near = C.Phase.apply_range(C.Phase.reverse())
                            .apply_range(Reads.domain_map().reverse())
                            .intersect(Values);
  isl::union_map Elsewhere = C.Executes.apply_range(isl::union_map(P.Apart))
                                 .apply_range(C.Executes.reverse())
                                 .apply_range(Reads.domain_map().reverse());
  if (Error E = claim(Near.is_disjoint(Elsewhere),
                      "a value of another processor is read in its phase"))
    return E;
  isl::union_map Far =
      Values.subtract(Near).range().unwrap().unite(Flow.get_must_no_source());
  isl::union_map Received = isl::union_map(P.ByReceiver)
                                .apply_range(whoAccesses(Far).reverse())
                                .apply_range(Far.range_map());
  isl::union_map Owned =
      isl::union_map(P.Sender).apply_range(Owners.Elements.reverse());
  isl::union_map Needed =
      Received.intersect(Owned).intersect_params(S.Context).intersect_params(
          P.Context);
  return claim(Needed.is_subset(sent(&ArrayExchange::Before)),
               "a processor does not receive what it reads");
}

/// What is sent of one array is the sender's to send.
Error CommunicationProof::proveArray(const ArrayExchange &E) const {
  isl::union_map Owned = Owners.Elements.reverse();
  isl::union_map Before(E.Before), After(E.After);
  if (Error F =
          claim(Before.is_subset(isl::union_map(P.Sender).apply_range(Owned)),
                "an element is sent by somebody who does not own it"))
    return F;
  isl::union_map Writes = S.mustWrites();
  isl::union_map Written = isl::union_map(P.BySender)
                               .apply_range(whoAccesses(Writes).reverse())
                               .apply_range(Writes.range_map());
  return claim(After.is_subset(Written.intersect(
                   isl::union_map(P.Receiver).apply_range(Owned))),
               "an element is sent that was not written, or to somebody who "
               "does not own it");
}

Error CommunicationProof::run() {
  if (Error E = proveExecutes())
    return E;
  if (Error E = proveReads())
    return E;
  isl::union_map Writes = S.mustWrites();
  isl::union_map Owned = Owners.Elements.reverse();
  isl::union_map Written = isl::union_map(P.BySender)
                               .apply_range(whoAccesses(Writes).reverse())
                               .apply_range(Writes.range_map());
  isl::union_map Needed =
      Written.intersect(isl::union_map(P.Receiver).apply_range(Owned))
          .intersect_params(S.Context)
          .intersect_params(P.Context);
  if (Error E = claim(Needed.is_subset(sent(&ArrayExchange::After)),
                      "an owner does not receive what others write"))
    return E;
  for (const ArrayExchange &E : C.Arrays)
    if (Error F = proveArray(E))
      return F;
  return Error::success();
}

Error verifyCommunication(const Scop &S, const isl::union_map &Theta,
                          const TextOwners &Owners, const Communication &C) {
  return CommunicationProof(S, Theta, Owners, C).run();
}

} // namespace stevedore
