//===- stevedore/lib/Schedule/Schedule.cpp - The choice of a schedule -----===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "IslScheduler.h"
#include "LoopTree.h"

using namespace llvm;

namespace stevedore {

/// The loops of \p Order with the widths of their bands.
static Expected<LoopTree> measuredTree(const Scop &S,
                                       const isl::schedule &Order,
                                       const isl::union_map &All) {
  Expected<LoopTree> Tree = buildLoopTree(S, Order);
  if (!Tree)
    return Tree;
  if (Error E = measureBands(*Tree, All))
    return Expected<LoopTree>(std::move(E));
  return Tree;
}

Expected<Schedule> computeSchedule(const Scop &S, const Dependences &D,
                                   ScheduleKind Kind) {
  isl::union_map All = D.all();
  isl::schedule Order = S.Order;
  if (Kind == ScheduleKind::Isl) {
    isl::schedule Found = runIslScheduler(S, D, Fusion::Full);
    if (!Found.is_null())
      Order = Found;
  }
  Expected<LoopTree> Tree = measuredTree(S, Order, All);
  if (!Tree)
    return Tree.takeError();
  return flatten(*Tree, selectBands(*Tree));
}

} // namespace stevedore
