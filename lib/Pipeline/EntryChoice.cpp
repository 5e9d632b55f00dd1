//===- EntryChoice.cpp - Sizes at run time --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/EntryChoice.h"
#include "CostFormulas.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// Writes what the sizes of a plan are chosen by.
class ChooserWriter {
public:
  ChooserWriter(const RegionPlan &Plan, const RegionCounts &Counts,
                const Machine &M, const std::optional<RowCosts> &Rows,
                unsigned MostWays, bool CountsRuns)
      : Plan(Plan), Counts(Counts), Costs(Plan, M, Rows), F(Costs.F),
        MostWays(MostWays), CountsRuns(CountsRuns) {}

  Expected<SizeChooser> run();

private:
  const RegionPlan &Plan;
  const RegionCounts &Counts;
  CostFormulas Costs;
  FormulaTable &F;
  SizeChooser Result;
  unsigned MostWays;
  bool CountsRuns;
  /// Sums, by what they are multiplied by.
  using Amount = std::map<int64_t, FormulaSum>;
  struct Amounts {
    Amount Bytes, Runs, Tiles, Ends;
  };
  /// Of each memory for each band.
  std::vector<std::vector<CostFormulas::Traffic>> In;

  Error addFormula(const RegionCount &C, FormulaSum &Into);
  Error addCount(const RegionCount &C, Amounts &Found);
  Error addCounts();
  unsigned totalOf(Amount &A);
  Error addBuffers();
  void addCost();
  bool hasSize(const SizeChooser::Part &P, unsigned K);
  void addPart(SizeChooser::Part New);
};

} // namespace

Error ChooserWriter::addFormula(const RegionCount &C, FormulaSum &Into) {
  return Counts.Sums.addFormula(Into, *C.Sum, MostWays, [&](StringRef Name) {
    return Costs.named(Name);
  });
}

Error ChooserWriter::addCount(const RegionCount &C, Amounts &Found) {
  CountKind Kind = C.Of.Kind;
  bool IsElement = Kind == CountKind::Loads || Kind == CountKind::Stores;
  bool IsIteration = Kind == CountKind::Iterations;
  bool IsRun = Kind == CountKind::LoadRuns || Kind == CountKind::StoreRuns;
  bool IsNeeded =
      IsElement ||
      (IsIteration && (Costs.Rows || Costs.computesBeside(C.Of.Level)));
  if (!IsNeeded && !IsRun && !Costs.isOfOverlap(C.Of))
    return Error::success();
  if (!C.Sum)
    return IsNeeded ? createStringError("the " + C.Of.text(Plan) +
                                        " have no closed form: " + C.WhyNot)
                    : Error::success();
  if (IsIteration) {
    FormulaSum Sum(F);
    if (Error E = addFormula(C, Sum))
      return E;
    Costs.addIterations(C.Of, Sum.total());
    return Error::success();
  }
  int64_t Factor =
      IsElement ? Plan.Program->Arrays[C.Of.Index].countedBytes() : 1;
  Amount &Into = IsElement                  ? Found.Bytes
                 : IsRun                    ? Found.Runs
                 : Kind == CountKind::Tiles ? Found.Tiles
                                            : Found.Ends;
  return addFormula(C, Into.try_emplace(Factor, F).first->second);
}

unsigned ChooserWriter::totalOf(Amount &A) {
  unsigned Result = F.number(0);
  for (auto &[Factor, Sum] : A)
    Result = F.add(Result, F.multiply(F.number(Factor), Sum.total()));
  return Result;
}

/// Transfers count where all of them have a closed form.
Error ChooserWriter::addCounts() {
  std::vector<std::vector<Amounts>> Found(
      Plan.Levels.size(), std::vector<Amounts>(Plan.numMemories()));
  bool HasRuns = true;
  for (const RegionCount &C : Counts.Counts) {
    bool IsRun =
        C.Of.Kind == CountKind::LoadRuns || C.Of.Kind == CountKind::StoreRuns;
    if (IsRun && !CountsRuns)
      continue;
    HasRuns &= C.Sum || !IsRun;
    if (Error E = addCount(C, Found[C.Of.Level][C.Of.Memory]))
      return E;
  }
  for (std::vector<Amounts> &Of : Found) {
    In.emplace_back();
    for (Amounts &Here : Of)
      In.back().push_back({totalOf(Here.Bytes),
                           HasRuns ? totalOf(Here.Runs) : F.number(0),
                           totalOf(Here.Tiles), totalOf(Here.Ends)});
  }
  return Error::success();
}

/// Of several memories that counts which lacks most, or has least left: as much
/// less than what all of them have.
Error ChooserWriter::addBuffers() {
  std::map<unsigned, int64_t> Most = Plan.Decided.mostBytes();
  if (auto Bytes = least(Plan.Decided.MaxLocal, Costs.M))
    Most[0] = *Bytes;
  Result.LocalBytes = F.number(0);
  Result.MostLocalBytes = Most.empty() ? int64_t(1) << 62 : 0;
  for (auto [Memory, Bytes] : Most)
    Result.MostLocalBytes += Memory < Plan.numMemories() ? Bytes : 0;
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
    auto Bytes = Costs.bytesIn(Memory);
    if (!Bytes)
      return Bytes.takeError();
    auto Limit = Most.find(Memory);
    if (Most.empty()) {
      Result.LocalBytes = F.add(Result.LocalBytes, *Bytes);
    } else if (Limit != Most.end()) {
      unsigned Here =
          F.add(*Bytes, F.number(Result.MostLocalBytes - Limit->second));
      Result.LocalBytes = Result.LocalBytes == F.number(0)
                              ? Here
                              : F.max(Result.LocalBytes, Here);
    }
  }
  return Error::success();
}

/// Whether the costs of \p P change with size number \p K.
bool ChooserWriter::hasSize(const SizeChooser::Part &P, unsigned K) {
  unsigned Size = F.tileSize(K);
  return FormulaOrder(F, {P.Cost, P.Bytes}).uses(Size) != 0;
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

/// The cycles that sizes change, by parts.
void ChooserWriter::addCost() {
  unsigned Scale = F.number(Costs.scale());
  Result.Transfers = F.number(0);
  Result.Before = F.multiply(Scale, Costs.Before);
  Result.After = F.multiply(Scale, Costs.After);
  for (unsigned Band = 0; Band < In.size(); ++Band) {
    ArrayRef<CostFormulas::Traffic> Of = In[Band];
    SizeChooser::Part New{F.number(0), F.number(0)};
    for (unsigned Memory = 0; Memory < Of.size(); ++Memory) {
      New.Bytes = F.add(New.Bytes, Of[Memory].Bytes);
      New.Cost = F.add(New.Cost, Costs.cyclesIn(Band, Memory, Of[Memory]));
      Result.Transfers = F.add(Result.Transfers, Of[Memory].Runs);
    }
    addPart(New);
  }
  addPart({F.multiply(Scale, Costs.Starts), F.number(0)});
  if (Result.Parts.empty())
    Result.Parts.push_back({F.number(0), F.number(0)});
  for (unsigned K = 0; K < Result.Sizes.size(); ++K) {
    auto Of = find_if(Result.Parts, [&](const SizeChooser::Part &P) {
      return hasSize(P, K);
    });
    Result.PartOfSize.push_back(
        Of == Result.Parts.end() ? 0 : Of - Result.Parts.begin());
  }
  Result.Loops = Costs.loops();
}

Expected<SizeChooser> ChooserWriter::run() {
  Result.Parameters = Costs.Parameters;
  Result.Sizes = Costs.Sizes;
  if (Result.Sizes.empty() || Result.Sizes.size() > 16)
    return createStringError("from 1 to 16 sizes are chosen, not " +
                             Twine(Result.Sizes.size()));
  if (Error E = addCounts())
    return std::move(E);
  if (Error E = addBuffers())
    return std::move(E);
  if (any_of(seq<unsigned>(0, F.size()),
             [&](unsigned N) { return F[N].Kind == FormulaNode::PowerOfTwo; }))
    return createStringError("the size of a buffer is rounded to a power of 2");
  auto Reaches = Costs.largest(Counts);
  if (!Reaches)
    return Reaches.takeError();
  Result.Largest = std::move(*Reaches);
  addCost();
  auto Largest = largestParameter(F);
  if (!Largest)
    return createStringError("costs do not fit 64 bits");
  Result.LargestParameter = *Largest;
  Result.Formulas = std::move(F);
  return std::move(Result);
}

/// Transfers that cost nothing are not compared where a vector of sizes would
/// take too long with them.
Expected<SizeChooser> stevedore::sizeChooserOf(const RegionPlan &Plan,
                                               const RegionCounts &Counts,
                                               const Machine &M) {
  constexpr int64_t MostOperations =
      limits::EntryOperations / limits::EntryVectors;
  const std::optional<RowCosts> Rows = rowCosts(Plan, M);
  bool AreRunsFree = !CostFormulas(Plan, M, Rows).costsRuns();
  auto write = [&](unsigned MostWays, bool CountsRuns) {
    return ChooserWriter(Plan, Counts, M, Rows, MostWays, CountsRuns).run();
  };
  auto Result = write(2, true);
  auto isLong = [&] {
    return Result && Result->Formulas.size() > limits::EntryFormulas;
  };
  bool CountsRuns = !Rows || !isLong();
  if (!CountsRuns)
    Result = write(2, false);
  if (isLong())
    Result = write(1, CountsRuns);
  if (!Result)
    return Result;
  for (int64_t Steps = limits::FormulaSteps;; Steps /= 2) {
    Result->Formulas.setMostSteps(Steps);
    int64_t Operations = 0;
    for (const SizeChooser::Part &P : Result->Parts)
      Operations += Result->costOrder(P).mostOperations();
    if (Steps > 2 && Operations > MostOperations)
      continue;
    Operations += Result->transferOrder().mostOperations();
    if (AreRunsFree && Operations > MostOperations)
      Result->Transfers = Result->Formulas.number(0);
    return Result;
  }
}
