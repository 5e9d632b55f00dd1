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

Error stevedore::findParallelPoints(const Scop &S, const Dependences &D,
                                    ArrayRef<unsigned> Given, Band &B,
                                    std::vector<LoopDimension> &Loops) {
  for (unsigned Dimension : Given)
    if (Dimension >= B.Outer)
      B.ParallelPoints.push_back(Dimension - B.Outer);
  sort(B.ParallelPoints);
  if (S.ParallelLoops.empty())
    return Error::success();
  auto Found = findLoopDimensions(S, D.all(), pointTimes(B));
  if (!Found)
    return Found.takeError();
  Found->erase(Found->begin(),
               Found->begin() + std::min<size_t>(B.Outer, Found->size()));
  for (unsigned D = 0; D < Found->size(); ++D)
    if ((*Found)[D].mayBeParallel())
      B.ParallelPoints.push_back(D);
  if (B.ParallelPoints.empty())
    return Error::success();
  Loops = std::move(*Found);
  return Error::success();
}

Expected<std::vector<LoopDimension>>
stevedore::findParallelOutside(const Scop &S, const Dependences &D,
                               const Schedule &Order) {
  if (S.ParallelLoops.empty())
    return std::vector<LoopDimension>();
  return findLoopDimensions(S, D.all(), skeletonTimes(S, Order));
}
