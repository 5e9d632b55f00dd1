//===- EntryChoice.cpp - Sizes at run time --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooserWriter.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <numeric>

using namespace stevedore;
using namespace llvm;

Error ChooserWriter::nameSizes() {
  for (const LevelPlace &Place : Plan.allLevels())
    for (const std::string &Name : Place.level().Tiles.SizeNames)
      if (!Constant.of(Name) && !is_contained(Result.Sizes, Name))
        Result.Sizes.push_back(Name);
  for (const Parameter &P : Plan.Program->Parameters)
    Result.Parameters.push_back(P.Name);
  if (Result.Sizes.empty() || Result.Sizes.size() > 16)
    return createStringError("from 1 to 16 sizes are chosen, not " +
                             Twine(Result.Sizes.size()));
  return Error::success();
}

/// The formula of the parameter or tile size \p Name; FormulaNode::None for
/// others.
unsigned ChooserWriter::named(StringRef Name) {
  if (auto Size = Constant.of(Name))
    return F.number(*Size);
  if (auto It = find(Result.Sizes, Name); It != Result.Sizes.end())
    return F.tileSize(It - Result.Sizes.begin());
  if (auto It = find(Result.Parameters, Name); It != Result.Parameters.end())
    return F.parameter(It - Result.Parameters.begin());
  return FormulaNode::None;
}

/// The same; outer counters, which do not change sizes, count as 0.
unsigned ChooserWriter::namedOrZero(StringRef Name) {
  unsigned Result = named(Name);
  return Result == FormulaNode::None ? F.number(0) : Result;
}

Error ChooserWriter::addCount(const RegionCount &C,
                              TrafficOfMemories<Amount> &Found,
                              Amount &FoundAccesses) {
  const Scop &S = *Plan.Program;
  CountKind Kind = C.Of.Kind;
  bool IsRun = Kind == CountKind::LoadRuns || Kind == CountKind::StoreRuns;
  bool IsElement = Kind == CountKind::Loads || Kind == CountKind::Stores;
  bool IsNeeded = IsElement || (Kind == CountKind::Iterations &&
                                (M.CyclesPerAccess != 0 || Rows));
  if (Kind == CountKind::Strips || (Kind == CountKind::Iterations && !IsNeeded))
    return Error::success();
  if (!C.Sum)
    return IsNeeded ? createStringError("the " + C.Of.text(Plan) +
                                        " have no closed form: " + C.WhyNot)
                    : Error::success();
  if (Rows && Kind == CountKind::Iterations)
    if (Error E = addAcrossRows(C))
      return E;
  int64_t Factor = 1;
  if (IsElement)
    Factor = std::max<int64_t>(S.Arrays[C.Of.Index].ElementBytes, 1);
  else if (Kind == CountKind::Iterations)
    Factor = S.Statements[C.Of.Index].Accesses.size();
  Amount &Into = IsElement                       ? Found[C.Of.Memory].Moved
                 : IsRun                         ? Found[C.Of.Memory].Runs
                 : Kind == CountKind::Iterations ? FoundAccesses
                                                 : Found[C.Of.Memory].Tiles;
  return Counts.Sums.addFormula(Into.try_emplace(Factor, F).first->second,
                                *C.Sum, MostSteps,
                                [&](StringRef Name) { return named(Name); });
}

/// The cycles of the iterations \p C of a statement that no size changes.
Error ChooserWriter::addAcrossRows(const RegionCount &C) {
  FormulaSum Sum(F);
  if (Error E = Counts.Sums.addFormula(
          Sum, *C.Sum, MostSteps, [&](StringRef Name) { return named(Name); }))
    return E;
  unsigned Index = C.Of.Index, Number = F.real(Sum.total());
  int64_t Compute = int64_t(M.CyclesPerAccess) *
                    Plan.Program->Statements[Index].Accesses.size();
  for (auto [Into, Cycles] : {std::pair(&Before, Rows->Before[Index]),
                              std::pair(&After, Rows->After[Index])})
    *Into = F.add(*Into, F.multiply(F.number(Compute + Cycles), Number));
  unsigned Length = named(Rows->Lengths[Index]);
  if (Length != FormulaNode::None && Rows->Starts[Index] != 0)
    Starts = F.add(
        Starts,
        F.divide(F.multiply(F.number(Rows->Starts[Index]), Number), Length));
  return Error::success();
}

unsigned ChooserWriter::totalOf(Amount &A) {
  unsigned Result = F.number(0);
  for (auto &[Factor, Sum] : A)
    Result = F.add(Result, F.multiply(F.number(Factor), Sum.total()));
  return Result;
}

/// Whether what the nearest memory costs depends on the accesses of all bands.
bool ChooserWriter::computesBeside() const {
  return Plan.Decided.of(0).Order == OrderKind::Pipelined &&
         M.CyclesPerAccess != 0;
}

/// Transfers count where all of them have a closed form.
Error ChooserWriter::addCounts() {
  bool IsApart = Plan.numMemories() == 1 && !computesBeside();
  std::vector<TrafficOfMemories<Amount>> Found(
      IsApart ? Plan.Levels.size() : 1,
      TrafficOfMemories<Amount>(Plan.numMemories()));
  Amount FoundAccesses;
  Before = After = Starts = F.number(0);
  bool HasRuns = true;
  for (const RegionCount &C : Counts.Counts) {
    bool IsRun =
        C.Of.Kind == CountKind::LoadRuns || C.Of.Kind == CountKind::StoreRuns;
    if (IsRun && !CountsRuns)
      continue;
    HasRuns &= C.Sum || !IsRun;
    if (Error E = addCount(C, Found[IsApart ? C.Of.Level : 0], FoundAccesses))
      return E;
  }
  for (TrafficOfMemories<Amount> &Of : Found) {
    In.emplace_back();
    for (Traffic<Amount> &Here : Of)
      In.back().push_back({totalOf(Here.Moved),
                           HasRuns ? totalOf(Here.Runs) : F.number(0),
                           totalOf(Here.Tiles)});
  }
  Accesses = totalOf(FoundAccesses);
  return Error::success();
}

/// What moves into memory number \p Memory and out of it, whose engine is known
/// of the machine's memories.
static TransferEngine engineOf(const Machine &M, unsigned Memory) {
  TransferEngine Result;
  if (Memory < M.Memories.size())
    Result = M.Memories[Memory].Engine;
  Result.BytesPerCycle = std::max<int64_t>(Result.BytesPerCycle, 1);
  return Result;
}

/// \p PerCycle times the cycles of \p Here in memory number \p Memory. What
/// computes works beside the nearest one.
unsigned ChooserWriter::costIn(unsigned Memory, const Traffic<unsigned> &Here,
                               int64_t PerCycle) {
  TransferEngine Engine = engineOf(M, Memory);
  int64_t PerRun =
      int64_t(Engine.Latency) * Engine.BytesPerCycle + Engine.Align - 1;
  unsigned Cost =
      F.multiply(F.number(PerCycle / Engine.BytesPerCycle),
                 F.add(Here.Moved, F.multiply(F.number(PerRun), Here.Runs)));
  if (Memory > 0 || !computesBeside())
    return Cost;
  unsigned Compute =
      F.multiply(F.number(PerCycle * M.CyclesPerAccess), Accesses);
  unsigned Share =
      F.divide(F.min(Cost, Compute), F.max(Here.Tiles, F.number(1)));
  return F.add(F.max(Cost, Compute), Share);
}

/// Whether the costs of \p P change with size number \p K.
bool ChooserWriter::hasSize(const SizeChooser::Part &P, unsigned K) {
  unsigned Size = F.tileSize(K);
  return Result.costOrder(P).uses(Size) != 0;
}

/// Adds \p New, and to it the parts that have sizes of it, too.
void ChooserWriter::addPart(SizeChooser::Part New) {
  auto Sizes = seq<unsigned>(0, Result.Sizes.size());
  std::vector<SizeChooser::Part> Apart;
  for (const SizeChooser::Part &Other : Result.Parts) {
    if (any_of(Sizes, [&](unsigned K) {
          return hasSize(New, K) && hasSize(Other, K);
        }))
      New = {F.add(Other.Cost, New.Cost), F.add(Other.Bytes, New.Bytes)};
    else
      Apart.push_back(Other);
  }
  if (any_of(Sizes, [&](unsigned K) { return hasSize(New, K); })) {
    Apart.push_back(New);
  } else {
    Result.Before = F.add(Result.Before, New.Bytes);
    Result.After = F.add(Result.After, New.Cost);
  }
  Result.Parts = std::move(Apart);
}

/// Cycles times the common multiple of all bytesPerCycle: what SizeCosts
/// computes, less what no size changes.
void ChooserWriter::addCost() {
  int64_t PerCycle = 1;
  Result.Transfers = F.number(0);
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    PerCycle = std::lcm(PerCycle, int64_t(engineOf(M, Memory).BytesPerCycle));
  Result.Before = F.multiply(F.number(PerCycle), Before);
  Result.After = F.multiply(F.number(PerCycle), After);
  for (const TrafficOfMemories<unsigned> &Of : In) {
    SizeChooser::Part New{F.number(0), F.number(0)};
    for (unsigned Memory = 0; Memory < Of.size(); ++Memory) {
      New.Bytes = F.add(New.Bytes, Of[Memory].Moved);
      New.Cost = F.add(New.Cost, costIn(Memory, Of[Memory], PerCycle));
      Result.Transfers = F.add(Result.Transfers, Of[Memory].Runs);
    }
    addPart(New);
  }
  addPart({F.multiply(F.number(PerCycle), Starts), F.number(0)});
  if (Result.Parts.empty())
    Result.Parts.push_back({F.number(0), F.number(0)});
  for (unsigned K = 0; K < Result.Sizes.size(); ++K) {
    auto Of = find_if(Result.Parts, [&](const SizeChooser::Part &P) {
      return hasSize(P, K);
    });
    Result.PartOfSize.push_back(
        Of == Result.Parts.end() ? 0 : Of - Result.Parts.begin());
  }
  addLoops();
}

/// The loops of the original program that are sizes, on a machine with a cache.
void ChooserWriter::addLoops() {
  if (!Rows)
    return;
  for (const std::string &Name : Rows->Sizes) {
    auto Size = find(Result.Sizes, Name);
    if (Name.empty() || Size != Result.Sizes.end())
      Result.Loops.push_back(Name.empty() ? -1 : Size - Result.Sizes.begin());
  }
}

Expected<SizeChooser> ChooserWriter::run() {
  if (Error E = nameSizes())
    return std::move(E);
  if (Error E = addCounts())
    return std::move(E);
  if (Error E = addBuffers())
    return std::move(E);
  if (Error E = addLargest())
    return std::move(E);
  addCost();
  auto Largest = largestParameter(F);
  if (!Largest)
    return createStringError("costs do not fit 64 bits");
  Result.LargestParameter = *Largest;
  return std::move(Result);
}

/// Whether transfers on \p M take cycles.
static bool costRuns(const Machine &M) {
  return any_of(M.Memories, [](const Memory &Of) {
    return Of.Engine.Latency != 0 || Of.Engine.Align > 1;
  });
}

/// Transfers that cost nothing are not compared where a vector of sizes would
/// take too long with them.
Expected<SizeChooser> stevedore::sizeChooserOf(const RegionPlan &Plan,
                                               const RegionCounts &Counts,
                                               const Machine &M) {
  constexpr int64_t MostOperations =
      limits::EntryOperations / limits::EntryVectors;
  const std::optional<RowCosts> Rows = rowCosts(Plan, M);
  bool CountsRuns = true;
  for (int64_t Steps = limits::FormulaSteps;; Steps /= 2) {
    auto Result = ChooserWriter(Plan, Counts, M, Steps, Rows, CountsRuns).run();
    if (Rows && CountsRuns && Result &&
        Result->Formulas.size() > limits::EntryFormulas) {
      CountsRuns = false;
      Result = ChooserWriter(Plan, Counts, M, Steps, Rows, CountsRuns).run();
    }
    if (!Result)
      return Result;
    int64_t Operations = 0;
    for (const SizeChooser::Part &P : Result->Parts)
      Operations += Result->costOrder(P).mostOperations();
    if (Steps > 2 && Operations > MostOperations)
      continue;
    Operations += Result->transferOrder().mostOperations();
    if (!costRuns(M) && Operations > MostOperations)
      Result->Transfers = Result->Formulas.number(0);
    return Result;
  }
}
