//===- ParallelLoops.cpp - Parallel loops of an order ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/ParallelLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

Expected<std::vector<LoopDimension>>
stevedore::findParallelPoints(const Scop &S, const Dependences &D,
                              const Band &B) {
  if (S.ParallelLoops.empty())
    return std::vector<LoopDimension>();
  auto Found = findLoopDimensions(S, D.all(), pointTimes(B));
  if (Found)
    Found->erase(Found->begin(),
                 Found->begin() + std::min<size_t>(B.Outer, Found->size()));
  return Found;
}

Expected<std::vector<LoopDimension>>
stevedore::findParallelOutside(const Scop &S, const Dependences &D,
                               const Schedule &Order) {
  if (S.ParallelLoops.empty())
    return std::vector<LoopDimension>();
  return findLoopDimensions(S, D.all(), outerTimes(S, Order));
}
