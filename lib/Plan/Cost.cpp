//===- Cost.cpp - What a plan costs ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Cost.h"
#include <algorithm>

using namespace stevedore;

double stevedore::cyclesOf(const Work &W, const Machine &M, bool IsPipelined) {
  const TransferEngine &Engine = M.Memories.front().Engine;
  double PerCycle = Engine.BytesPerCycle ? Engine.BytesPerCycle : 1;
  double Copy = double(Engine.Latency) * W.Transfers +
                (W.Bytes + W.Transfers * (Engine.Align - 1)) / PerCycle;
  double Compute = double(M.CyclesPerAccess) * W.Accesses;
  if (!IsPipelined)
    return Copy + Compute;
  return std::max(Copy, Compute) +
         std::min(Copy, Compute) / std::max(W.Tiles, 1.0);
}
