//===- ParallelPoints.cpp - Parallel loops of a plan ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelPoints.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

Error stevedore::findParallelPoints(const Scop &S, const Dependences &D,
                                    ArrayRef<unsigned> Given,
                                    TiledBand &Planned) {
  Band &B = Planned.B;
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
  Planned.Loops = std::move(*Found);
  return Error::success();
}

Error stevedore::findParallelOutside(const Dependences &D, RegionPlan &Plan) {
  if (Plan.Program->ParallelLoops.empty())
    return Error::success();
  return assign(Plan.SkeletonLoops,
                findLoopDimensions(*Plan.Program, D.all(),
                                   skeletonTimes(*Plan.Program, Plan.Order)));
}
