//===- OriginalCost.cpp - What the original program costs -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OriginalCost.h"
#include "stevedore/Plan/OriginalLoops.h"
#include "stevedore/Support/Limits.h"

using namespace stevedore;

std::optional<RowCosts> stevedore::rowCosts(const RegionPlan &Plan,
                                            const Machine &M) {
  const Memory &Nearest = M.Memories.front();
  if (!Nearest.IsCache || Plan.numMemories() > 1)
    return std::nullopt;
  const Scop &S = *Plan.Program;
  int64_t Line =
      Nearest.Engine.Align / std::max(Nearest.Engine.BytesPerCycle, 1u);
  Budget Limit(S.ctx(), {0, limits::TrafficOperations});
  RowCosts Result;
  Result.Start = Nearest.Engine.Latency;
  for (const Statement &Stmt : S.Statements) {
    int64_t Before = accessesAcrossRows(S, Stmt, stepInOriginal(Stmt));
    int64_t After = Before;
    std::string Length;
    for (const Level &T : Plan.Levels) {
      InnermostLoop Loop = innermostInTile(Stmt, T);
      if (Loop.Step.is_null())
        continue;
      After = accessesAcrossRows(S, Stmt, Loop.Step);
      if (Loop.Dimension)
        Length = T.Tiles.SizeNames[*Loop.Dimension];
    }
    Result.Lengths.push_back(Length);
    Result.Before.push_back(Before * Line);
    Result.After.push_back(After * Line);
  }
  if (Limit.exhausted()) {
    Result.Before.assign(S.Statements.size(), 0);
    Result.After = Result.Before;
  }
  for (const Level &T : Plan.Levels) {
    for (unsigned K : dimensionsFromInnermost(T))
      Result.Sizes.push_back(T.Tiles.SizeNames[K]);
    Result.Sizes.push_back("");
  }
  return Result;
}
