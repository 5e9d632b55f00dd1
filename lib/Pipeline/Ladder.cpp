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

Options stevedore::coarser(const Options &O) {
  Options Coarser = O;
  Coarser.Dependences = DependenceKind::Memory;
  Coarser.Reuse = ReuseKind::None;
  if (O.Allocation != AllocationKind::None)
    Coarser.Allocation = AllocationKind::Box;
  Coarser.Transfers = TransferKind::Hull;
  return Coarser;
}

std::vector<Options> stevedore::bandAnswers(const Options &O) {
  bool IsCoarsest = O.Dependences == DependenceKind::Memory &&
                    O.Reuse == ReuseKind::None &&
                    O.Transfers == TransferKind::Hull &&
                    (O.Allocation == AllocationKind::Box ||
                     O.Allocation == AllocationKind::None);
  if (IsCoarsest)
    return {O};
  return {O, coarser(O)};
}

std::vector<Rung> stevedore::coarserAnswers(const Options &O) {
  BudgetLimits First = share(O.Limits, limits::FirstAnswerShare)
                           .upTo(limits::ExactAnswerOperations);
  return {{O, First, false, "with bounding boxes and no reuse between tiles"},
          {coarser(O), share(O.Limits, 1 - limits::FirstAnswerShare), true}};
}

std::vector<Rung> stevedore::onlyAnswer(const Options &O) {
  return {{O, O.Limits}};
}
