//===- Trees.cpp - The phases behind lowering -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trees.h"
#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

/// Says what cannot be asked of loops.
static Error checkTreeOptions(const Options &O) {
  bool IsShown = O.Print == Phase::None || O.Print == Phase::Tree ||
                 O.Print == Phase::Ast;
  if (!IsShown || !O.Evaluate.empty())
    return createStringError(
        "the input is a loop tree, which is behind the phases that '" +
        Twine(IsShown ? "evaluate" : "print") +
        "' asks for; '--print=tree' and '--print=ast' show it");
  return Error::success();
}

static Error replay(const LoweredRegion &R) {
  auto Summary = replayLoops(R.Loops, *R.Program,
                             {R.Assumptions, limits::ReplaySteps, R.TileSizes});
  if (!Summary)
    return Summary.takeError();
  if (!Summary->WhyNot.empty())
    WithColor::remark(errs(), "stevedore-opt")
        << "the loops are not executed: " << Summary->WhyNot << "\n";
  if (!Summary->Doubt.empty())
    WithColor::remark(errs(), "stevedore-opt")
        << "executed with smaller constants, which these loops may not be made "
           "for: "
        << Summary->Doubt << "\n";
  return Error::success();
}

/// \p E, said of the loops for \p Function.
static Error about(const std::string &Function, Error E) {
  if (!E)
    return E;
  std::string Name = Function.empty() ? "" : " of '" + Function + "'";
  return createStringError("error: loop tree" + Name + ": " +
                           toString(std::move(E)));
}

static Error run(const LoweredRegion &R, const Options &O) {
  if (Error E = looptree::verify(R.Loops, shapeOf(*R.Program)))
    return E;
  if (O.Replay)
    if (Error E = replay(R))
      return E;
  if (O.Print == Phase::Tree)
    outs() << treeText(R);
  else
    outs() << printRegion(R.Loops, *R.Program, R.Code) << "\n";
  return Error::success();
}

Error stevedore::runTrees(MemoryBufferRef Text, const Options &O,
                          isl::ctx Ctx) {
  if (Error E = checkTreeOptions(O))
    return about("", std::move(E));
  auto Regions = readTrees(Text, Ctx);
  if (!Regions)
    return Regions.takeError();
  for (const LoweredRegion &R : *Regions) {
    Budget Limit(Ctx, O.Limits);
    if (Error E = within(Limit, run(R, O), "the replay of a loop tree"))
      return about(R.Code.Function, std::move(E));
  }
  return Error::success();
}
