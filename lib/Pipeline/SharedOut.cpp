//===- SharedOut.cpp - Tiles for workers ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "Tiled.h"

using namespace stevedore;
using namespace llvm;

/// Shares out the tiles of level number \p Number in the first of the ways for
/// it that is proved; where none is, one worker executes them.
Error TiledRegion::shareOut(unsigned Number) {
  auto Ways = D.run(SharingWaysStage, Plan, Number);
  std::string Otherwise =
      "one worker executes the tiles of band " + std::to_string(Number);
  if (!Ways)
    return doWithout(Ways.takeError(), Otherwise, Result);
  Level &T = Plan.Levels[Number];
  std::string Why = Ways->Obstacle;
  for (const SharedLoops &Way : Ways->Ways) {
    T.Shared = Way;
    auto Proved = D.run(WorkersStage, Plan, Number);
    if (Proved)
      return Error::success();
    Why = toString(Proved.takeError());
  }
  T.Shared = SharedLoops();
  Result.Remarks.push_back({false, Otherwise + ": " + Why});
  return Error::success();
}

/// Shares out the tiles of the plan where there are several workers. A team has
/// the variables of the function in common, workers that call it do not.
Error TiledRegion::shareOut() {
  WorkerDecision Workers = workersOf(Plan.Decided, Target.Workers);
  if (Workers.Kind == WorkerDecision::One || !D.takes(Step::Plan))
    return Error::success();
  if (Workers.Kind == WorkerDecision::Callers) {
    if (asksForTeam(*Plan.Program))
      return createStringError(
          "threads of a team share out its loops, and so "
          "would workers: '--parallel=openmp' opens a team");
    auto [Own, Name] = ownVariables(Plan);
    if (Own == OwnVariables::Alone)
      return Error::success();
    std::string Said = "each worker has a variable '" + Name + "' of its own";
    if (Own == OwnVariables::Mixed)
      return createStringError(
          "the region changes what workers have in common, "
          "and " +
          Said +
          ", which is seen behind it: "
          "'--parallel=openmp' has one for all");
    Plan.Workers = Workers;
    if (Own == OwnVariables::Unseen) {
      Result.Remarks.push_back(
          {false, "one worker executes the region: " + Said});
      return Error::success();
    }
  }
  for (const Array &A : Plan.Program->Arrays)
    if (A.IsPerThread && Workers.Kind == WorkerDecision::Team) {
      Result.Remarks.push_back({false, "one worker executes the region: every "
                                       "thread has a variable '" +
                                           A.Name + "'"});
      return Error::success();
    }
  bool IsAny = false;
  for (unsigned K = 0; K < Plan.Levels.size(); ++K) {
    if (Error E = shareOut(K))
      return E;
    IsAny |= Plan.Levels[K].Shared.Count > 0;
  }
  if (IsAny || Workers.Kind == WorkerDecision::Callers)
    Plan.Workers = Workers;
  return Error::success();
}
