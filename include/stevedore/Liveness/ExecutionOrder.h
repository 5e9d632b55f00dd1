//===- stevedore/Liveness/ExecutionOrder.h - What runs first ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The executions that a region allows, as relations between the instances of
/// its statements: sequential, with parallel loops, or any other (Darte,
/// Isoard and Yuki, Liveness Analysis in Explicitly-Parallel Programs; called
/// the liveness paper here).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIVENESS_EXECUTIONORDER_H
#define STEVEDORE_LIVENESS_EXECUTIONORDER_H

#include "stevedore/Scop/ParallelSemantics.h"
#include "stevedore/Support/Isl.h"
#include <vector>

namespace stevedore {

/// All executions of a region, seen pair by pair (liveness paper, 3.2). An
/// instance reads before it writes; its writes are in no order. Each relation
/// is { S[i] -> T[j] } over the instances of the region.
struct ExecutionOrder {
  /// R_forall of Eq. 4 without its diagonal: in every execution that runs both,
  /// all of S[i] comes before all of T[j]. May hold both ways, for instances
  /// that never run together, and need not be transitive.
  isl::union_map Before;
  /// S_exists of Eq. 1 for two writes: in some execution S[i] may write before
  /// T[j] does, or both are one instance. The complement of Before^-1.
  isl::union_map MayPrecede;
  /// S_exists of Eq. 1 for a write of S[i] and a read of T[j].
  isl::union_map MayFeed;
  /// { S[i] -> L[c] }: critical section number c of lock L, which the instance
  /// is in. Of two sections of one lock, all instances of one come before all
  /// of the other in each execution; null: there are none.
  isl::union_map Sections;
};

/// The order of \p Domain under the schedule \p Theta, { S[i] -> [t] }, whose
/// dimensions listed in \p Parallel are parallel loops. Two instances are
/// ordered by the first dimension in which they differ, if it is sequential;
/// the complement is built without a set difference, as PrevEqDiff of the
/// liveness paper, 2.2. Under ParallelSemantics::Forall the parallel
/// dimensions do not count, and instances at equal times form a step.
/// Instances at one time in all dimensions are in no order.
/// \p Theta gives each instance one time. Errors: isl.
llvm::Expected<ExecutionOrder>
orderOfSchedule(isl::union_set Domain, isl::union_map Theta,
                const std::vector<unsigned> &Parallel,
                ParallelSemantics Semantics);

/// The order of \p Domain of which \p HappensBefore is all that is known,
/// taken as it is: it is not closed transitively, and pairs of equal instances
/// say nothing.
llvm::Expected<ExecutionOrder> orderOfRelation(isl::union_set Domain,
                                               isl::union_map HappensBefore);

/// The part of \p Order that is a partial order, from which more conflicts
/// follow: S[i] comes before T[j] only if it runs whenever T[j] does (Eq. 6 of
/// the liveness paper), for which it must be in \p Always, the instances of
/// \p Domain that run in every execution. Errors: what is left is no partial
/// order, since two instances of \p Always come before each other or the
/// order is not transitive; isl.
llvm::Expected<ExecutionOrder> partialOrder(isl::union_set Domain,
                                            const ExecutionOrder &Order,
                                            isl::union_set Always);

} // namespace stevedore

#endif // STEVEDORE_LIVENESS_EXECUTIONORDER_H
