//===- Trees.cpp - The stages behind lowering -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trees.h"
#include "stevedore/Emit/Emitter.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

/// Says what cannot be asked of loops.
static Error checkTreeOptions(const Options &O) {
  bool IsShown = all_of(
      O.Run.Print, [](Stage P) { return P == Stage::Tree || P == Stage::Ast; });
  if (!IsShown || O.Run.Evaluates)
    return createStringError(
        "the input is a loop tree, which is behind the stages that '" +
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

static Error run(LoweredRegion R, bool IsReplayed, const Emitter &Dialect) {
  looptree::ProgramShape Shape = shapeOf(*R.Program);
  if (Error E = looptree::verify(R.Loops, Shape))
    return E;
  R.Loops = Dialect.legalized(R);
  if (Error E = looptree::verify(R.Loops, Shape))
    return E;
  if (IsReplayed)
    if (Error E = replay(R))
      return E;
  auto Printed = Dialect.emit(R);
  if (!Printed)
    return Printed.takeError();
  outs() << *Printed;
  return Error::success();
}

Error stevedore::runTrees(MemoryBufferRef Text, const TreeRequest &Wanted,
                          isl::ctx Ctx) {
  const Options &O = Wanted.O;
  if (Error E = checkTreeOptions(O))
    return about("", std::move(E));
  EmitterTable Emitters = builtinEmitters();
  for (const std::string &Library : Wanted.Libraries)
    if (Error E = loadEmitters(Library, Emitters))
      return about("", std::move(E));
  const bool IsTree = O.Run.Print.count(Stage::Tree);
  if (IsTree && O.Run.Print.size() > 1)
    return about("", createStringError(
                         "a loop tree is printed in one form: '--print=tree' "
                         "or '--print=ast'"));
  auto Dialect = Emitters.find(!Wanted.Dialect.empty() ? Wanted.Dialect
                               : IsTree                ? "tree"
                                                       : "c");
  if (!Dialect)
    return about("", Dialect.takeError());
  auto Regions = readTrees(Text, Ctx);
  if (!Regions)
    return Regions.takeError();
  for (const LoweredRegion &R : *Regions) {
    Budget Limit(Ctx, O.Run.Limits);
    if (Error E = within(Limit, run(R, O.Run.Replay, *Dialect), "the replay of a loop tree"))
      return about(R.Code.Function, std::move(E));
  }
  return Error::success();
}
