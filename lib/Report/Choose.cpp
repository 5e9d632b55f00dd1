//===- Choose.cpp - Sizes that are best as JSON ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Report/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace stevedore;
using namespace llvm;

/// What moves between each of several memories and the one behind it.
static json::Array memoriesOf(const ChosenSizes &Chosen, const SizeChoice &C,
                              const MemoryNames &Names) {
  json::Array Result;
  for (unsigned Memory = 0; Memory < C.Memories.size(); ++Memory) {
    const MemoryChoice &Here = C.Memories[Memory];
    json::Object Entry{{"name", Names.of(Memory)},
                       {"bytes", Here.Bytes},
                       {"transfers", nullptr},
                       {"localBytes", Here.LocalBytes},
                       {"bound", nullptr}};
    if (Here.Transfers)
      Entry["transfers"] = *Here.Transfers;
    if (auto Bound = Chosen.Bounds[Memory])
      Entry["bound"] = *Bound;
    Result.push_back(std::move(Entry));
  }
  return Result;
}

static json::Object choiceObject(const ChosenSizes &Chosen, const SizeChoice &C,
                                 const MemoryNames &Names) {
  json::Object Tiles;
  for (unsigned K = 0; K < Chosen.Names.size(); ++K)
    Tiles[Names.shown(Chosen.Names[K])] = C.Sizes[K];
  json::Object Result{{"tiles", std::move(Tiles)},
                      {"bytes", C.Bytes},
                      {"transfers", nullptr},
                      {"localBytes", C.LocalBytes},
                      {"cycles", C.Cycles}};
  if (C.Transfers)
    Result["transfers"] = *C.Transfers;
  if (C.IsEstimate)
    Result["estimated"] = true;
  if (C.Memories.size() > 1)
    Result["memories"] = memoriesOf(Chosen, C, Names);
  return Result;
}

namespace {

/// A bar on standard error, from a second on after the region's analysis began.
class ProgressBar {
public:
  ProgressBar(const RegionResult &R, bool IsShown) : IsShown(IsShown) {
    for (const StageCost &Stage : R.Costs)
      Analysis += Stage.Milliseconds / 1000;
  }
  ~ProgressBar() {
    if (Percent >= 0)
      errs() << "\r\033[K";
  }

  void operator()(double Share) {
    std::chrono::duration<double> Time =
        std::chrono::steady_clock::now() - Begin;
    int Now = int(100 * Share);
    if (!IsShown || Analysis + Time.count() < 1 || Now == Percent)
      return;
    Percent = Now;
    std::string Done(size_t(Now) / 4, '#');
    errs() << formatv("\rchoosing tile sizes [{0,-25}] {1}%", Done, Now);
  }

private:
  bool IsShown;
  std::chrono::steady_clock::time_point Begin =
      std::chrono::steady_clock::now();
  double Analysis = 0;
  /// What is on the terminal; -1: nothing.
  int Percent = -1;
};

} // namespace

Expected<json::Object>
stevedore::chooseForRegion(const RegionResult &R,
                           const EvaluationValues &Values, const Machine &M,
                           const EmitOptions &Code, ChoiceRequest Wanted) {
  auto Begin = std::chrono::steady_clock::now();
  if (!R.Counts)
    return createStringError(
        "what tiles move is not counted within the budget");
  ProgressBar Bar(R, Wanted.ShowsProgress);
  auto Chosen = chooseSizes(R.Plan, *R.Counts, Values, M, Bar);
  if (!Chosen)
    return Chosen.takeError();
  json::Array Front;
  for (const SizeChoice &C : Chosen->Pareto)
    Front.push_back(choiceObject(*Chosen, C, R.Plan.Memories));
  std::chrono::duration<double> Time = std::chrono::steady_clock::now() - Begin;
  json::Object Result{
      {"function", Code.Function},
      {"best", choiceObject(*Chosen, Chosen->Best, R.Plan.Memories)},
      {"pareto", std::move(Front)},
      {"bound", nullptr},
      {"evaluated", int64_t(Chosen->Evaluated)},
      {"seconds", Time.count()}};
  if (Wanted.HasEntry && Chosen->AtEntry)
    Result["atEntry"] =
        choiceObject(*Chosen, *Chosen->AtEntry, R.Plan.Memories);
  if (Chosen->Bound)
    Result["bound"] = *Chosen->Bound;
  return Result;
}
