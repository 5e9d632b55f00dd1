//===- AutoTile.cpp - Sizes that nobody gave ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/AutoTile.h"
#include "stevedore/Pipeline/Choose.h"

using namespace stevedore;
using namespace llvm;

/// The sizes that are best for the region \p In. Errors: why there are none.
static Expected<ChosenSizes> sizesFor(const TiledInput &In, const Options &O,
                                      const EmitOptions *Code) {
  PipelineRequest Request;
  Request.Limits = O.Run.Limits;
  Request.User = O.User;
  Request.Wanted.HasCounts = true;
  RegionResult R = runPipeline(In, O.Decided, O.Target, Request, Code);
  if (!R.Transformed || !R.Counts)
    return createStringError(R.Reason.empty()
                                 ? "what tiles move is not counted within the budget"
                                 : R.Reason);
  EvaluationValues Values(R.Plan.Decided.TileSizes, O.Run.Typical,
                          /*AreWanted=*/true);
  return chooseSizes(R.Plan, *R.Counts, Values, O.Target);
}

RegionResult stevedore::runWithChosenSizes(const TiledInput &In,
                                           const Options &O,
                                           const EmitOptions *Code) {
  if (!O.Run.PicksSizes)
    return runPipeline(In, O, Code);
  auto Chosen = sizesFor(In, O, Code);
  if (!Chosen) {
    std::string Why = toString(Chosen.takeError());
    RegionResult Result = runPipeline(In, O, Code);
    if (Result.Transformed)
      Result.Remarks.push_back({false, "tile sizes stay parameters: " + Why});
    return Result;
  }
  Options Fixed = O;
  std::string Sizes;
  for (unsigned K = 0; K < Chosen->Names.size(); ++K) {
    const std::string &Name = Chosen->Names[K];
    int64_t Size = Chosen->Best.Sizes[K];
    Fixed.Decided.TileSizes.set(rolesInText(ArrayRef(Name)).numberOf(Name), Size);
    Sizes += (K ? ", " : "") + Name + " = " + std::to_string(Size);
  }
  RegionResult Result = runPipeline(In, Fixed, Code);
  if (Result.Transformed && !Sizes.empty())
    Result.Remarks.push_back({false, "tile sizes are chosen: " + Sizes});
  return Result;
}
