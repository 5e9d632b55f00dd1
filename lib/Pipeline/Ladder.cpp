//===- Ladder.cpp - Coarser answers ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ladder.h"
#include "stevedore/Support/Limits.h"
#include <cmath>

using namespace stevedore;

/// That share of \p Limits; no limit stays none.
static BudgetLimits share(BudgetLimits Limits, double Share) {
  return {Limits.Seconds * Share,
          static_cast<unsigned long>(std::ceil(Limits.Operations * Share))};
}

Decisions stevedore::coarser(const Decisions &D) {
  Decisions Coarser = D;
  Coarser.Dependences = DependenceKind::Memory;
  Coarser.Reuse = ReuseScope::none();
  if (D.Allocation != AllocationKind::None)
    Coarser.Allocation = D.IsTiled ? AllocationKind::Box : AllocationKind::None;
  Coarser.Transfers = TransferKind::Hull;
  Coarser.FartherReuse.clear();
  Coarser.FartherTransfers.clear();
  return Coarser;
}

/// \p D with hulls between the nearest two of several memories, where loads
/// cost most to find; others stay as they are.
static Decisions withHullsInNearest(const Decisions &D) {
  Decisions Result = D;
  for (unsigned Memory = 1; Memory < D.Memories; ++Memory)
    Result.FartherTransfers[Memory] = D.of(Memory).Transfers;
  Result.Transfers = TransferKind::Hull;
  return Result;
}

std::vector<Decisions> stevedore::bandDecisions(const Decisions &D) {
  bool IsCoarsest = D.Dependences == DependenceKind::Memory &&
                    D.Reuse == ReuseScope::none() &&
                    D.Transfers == TransferKind::Hull &&
                    D.FartherReuse.empty() && D.FartherTransfers.empty() &&
                    (D.Allocation == AllocationKind::Box ||
                     D.Allocation == AllocationKind::None);
  if (IsCoarsest)
    return {D};
  if (D.Memories < 2 || D.Transfers == TransferKind::Hull)
    return {D, coarser(D)};
  return {D, withHullsInNearest(D), coarser(D)};
}

std::vector<Attempt> stevedore::coarserAttempts(const Decisions &D,
                                                BudgetLimits Limits,
                                                size_t Share) {
  BudgetLimits First = share(Limits, limits::FirstAnswerShare)
                           .upTo(limits::ExactAnswerOperations * Share);
  return {{D, First, false,
           D.IsTiled ? "with bounding boxes and no reuse between tiles"
                     : "with arrays at their full sizes"},
          {coarser(D), share(Limits, 1 - limits::FirstAnswerShare), true}};
}

std::vector<Attempt> stevedore::onlyAttempt(const Decisions &D,
                                           BudgetLimits Limits) {
  return {{D, Limits}};
}
