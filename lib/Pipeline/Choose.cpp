//===- Choose.cpp - Sizes of tiles that are best --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "SizeCosts.h"
#include "stevedore/Pipeline/EntryChoice.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>
#include <map>
#include <tuple>

using namespace stevedore;
using namespace llvm;

namespace {

/// Looks for the sizes that cost least.
class Search {
public:
  Search(SizeCosts &Costs, const RegionPlan &Plan,
         const EvaluationValues &Values, function_ref<void(double)> Progress)
      : Costs(Costs), Plan(Plan), Values(Values), Progress(Progress) {}

  /// Takes \p Other, sizes that another search has found, among the first.
  /// Errors: the smallest tile does not fit.
  Expected<ChosenSizes> run(std::optional<SizeChoice> Other);

private:
  SizeCosts &Costs;
  const RegionPlan &Plan;
  const EvaluationValues &Values;
  function_ref<void(double)> Progress;
  /// How much work may have been done before it ends.
  uint64_t MostWork = limits::ChoiceWork;
  /// What descents have met.
  std::map<std::vector<int64_t>, std::optional<SizeChoice>> Known;
  /// Of each size, ascending.
  std::vector<std::vector<int64_t>> Candidates;
  /// All of them are not looked at, even if they are no more than usual.
  bool AreMany = false;
  std::optional<SizeChoice> Best;
  /// The choice with the fewest bytes for each number of local bytes.
  std::map<int64_t, SizeChoice> Front;
  uint64_t Evaluated = 0;

  static std::vector<int64_t> candidatesTo(int64_t Most);
  static std::vector<int64_t> someTo(int64_t Most);
  bool fits(ArrayRef<int64_t> Sizes) const { return !Costs.tooSmall(Sizes); }
  std::optional<SizeChoice> evaluate(ArrayRef<int64_t> Sizes);
  void look(ArrayRef<int64_t> Sizes);
  void take(std::optional<SizeChoice> Found);
  bool lookAtAll(std::vector<int64_t> &Sizes, unsigned From, int64_t Most);
  bool lookAtAll();
  void growTo(std::vector<int64_t> &Sizes, unsigned K) const;
  std::vector<int64_t> largestCubes() const;
  std::vector<int64_t> around(unsigned K, int64_t Size) const;
  void alongOne(std::vector<int64_t> Sizes, unsigned K);
  void alongPair(std::vector<int64_t> Sizes, unsigned I, unsigned J);
  void descend(std::vector<int64_t> Sizes);
  std::vector<SizeChoice> paretoFront();
  std::optional<double> originalCycles();
  Error doesNotFit(unsigned Memory, ArrayRef<int64_t> Smallest) const;
};

} // namespace

/// All sizes up to limits::ChoiceSizes; of larger ones those that cut \p Most
/// into equal parts, where these are many into some numbers of them, and others
/// a sixteenth apart.
std::vector<int64_t> Search::candidatesTo(int64_t Most) {
  std::vector<int64_t> Result;
  for (int64_t Size = 1; Size <= std::min(Most, limits::ChoiceSizes); ++Size)
    Result.push_back(Size);
  for (int64_t Parts = 1; Most / Parts > limits::ChoiceSizes;
       Parts += 1 + Parts / limits::ChoiceParts)
    Result.push_back((Most + Parts - 1) / Parts);
  for (int64_t Size = limits::ChoiceSizes; Size < Most; Size += Size / 16)
    Result.push_back(Size);
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

/// Fewer sizes, where there are many of them: the small ones, and others a
/// quarter apart.
std::vector<int64_t> Search::someTo(int64_t Most) {
  std::vector<int64_t> Result;
  for (int64_t Size = 1; Size <= Most; Size += std::max<int64_t>(Size / 4, 1))
    Result.push_back(Size);
  if (Result.back() != Most)
    Result.push_back(Most);
  return Result;
}

/// What is compared of two choices.
static auto orderOf(const SizeChoice &C) {
  return std::make_tuple(C.Cycles, C.Bytes, C.Transfers.value_or(0),
                         C.LocalBytes);
}

/// Takes \p Found, of which elements are known, if it is better. Its transfers
/// are counted only where they may matter.
void Search::take(std::optional<SizeChoice> Found) {
  if (!Found)
    return;
  auto [It, IsNew] = Front.try_emplace(Found->LocalBytes, *Found);
  if (!IsNew && Found->Bytes < It->second.Bytes)
    It->second = *Found;
  auto Elements = [](const SizeChoice &C) {
    return std::make_pair(C.Cycles, C.Bytes);
  };
  if (Best && Elements(*Best) < Elements(*Found))
    return;
  if (Costs.complete(*Found) && (!Best || orderOf(*Found) < orderOf(*Best)))
    Best = std::move(Found);
}

std::optional<SizeChoice> Search::evaluate(ArrayRef<int64_t> Sizes) {
  // Two thirds of the work are for all sizes, one for descents.
  if (Progress && Evaluated % 64 == 0)
    Progress(
        std::min(double(Costs.work()) / double(limits::ChoiceWork) / 1.5, 1.0));
  ++Evaluated;
  return Costs.elementsAt(Sizes);
}

/// Takes \p Sizes if they fit and are better.
void Search::look(ArrayRef<int64_t> Sizes) {
  if (!fits(Sizes) || Costs.work() > MostWork)
    return;
  auto [It, IsNew] = Known.try_emplace(Sizes.vec());
  if (IsNew)
    It->second = evaluate(Sizes);
  take(It->second);
}

/// Looks at all candidates up to \p Most for the sizes from number \p From on,
/// those before it fit with ones; false where these are too many. Larger tiles
/// take no fewer bytes. They come first: loops over them are shorter.
bool Search::lookAtAll(std::vector<int64_t> &Sizes, unsigned From,
                       int64_t Most) {
  if (From == Sizes.size()) {
    take(evaluate(Sizes));
    return Evaluated < limits::ChoiceEvaluations && Costs.work() < MostWork;
  }
  const std::vector<int64_t> &Some = Candidates[From];
  auto Last = llvm::partition_point(Some, [&](int64_t Size) {
    Sizes[From] = Size;
    return Size <= Most && fits(Sizes);
  });
  bool IsComplete = true;
  while (IsComplete && Last != Some.begin()) {
    Sizes[From] = *--Last;
    IsComplete = lookAtAll(Sizes, From + 1, Most);
  }
  Sizes[From] = 1;
  return IsComplete;
}

/// Looks at all candidates, or at least at those that are not large; false
/// where there are others that are left. Sizes for several memories, and those
/// of which each takes long, are too many for that.
bool Search::lookAtAll() {
  double Number = 1;
  for (const std::vector<int64_t> &Some : Candidates)
    Number *= double(Some.size());
  bool AreFew =
      Number < double(limits::ChoiceEvaluations) && !Costs.areEstimates();
  if (!AreFew && AreMany)
    return false;
  std::vector<int64_t> Sizes(Candidates.size(), 1);
  bool IsComplete = lookAtAll(Sizes, 0,
                              AreFew ? std::numeric_limits<int64_t>::max()
                                     : limits::ChoiceSizes);
  MostWork = Costs.work() + limits::ChoiceWork / 2;
  return AreFew && IsComplete;
}

/// Makes size number \p K the largest that fits.
void Search::growTo(std::vector<int64_t> &Sizes, unsigned K) const {
  int64_t Fitting = 1, TooLarge = Costs.largest()[K] + 1;
  while (TooLarge - Fitting > 1) {
    Sizes[K] = Fitting + (TooLarge - Fitting) / 2;
    (fits(Sizes) ? Fitting : TooLarge) = Sizes[K];
  }
  Sizes[K] = Fitting;
}

/// For each memory the largest tiles with equal sizes that fit.
std::vector<int64_t> Search::largestCubes() const {
  Roles Known = Plan.parameters();
  std::vector<int64_t> Result(Costs.names().size(), 1);
  for (unsigned Memory = Plan.numMemories(); Memory-- > 0;) {
    std::vector<int64_t> Larger = Result;
    for (int64_t Size = 1, IsLarger = 1; IsLarger && fits(Larger); ++Size) {
      Result = Larger;
      IsLarger = 0;
      for (unsigned K = 0; K < Larger.size(); ++K)
        if (Known.memoryOf(Costs.names()[K]) == Memory) {
          Larger[K] = std::min(Size, Costs.largest()[K]);
          IsLarger |= Larger[K] == Size;
        }
    }
  }
  return Result;
}

/// The candidates for size number \p K, and those beside \p Size.
std::vector<int64_t> Search::around(unsigned K, int64_t Size) const {
  std::vector<int64_t> Result = Candidates[K];
  for (int64_t Near = std::max<int64_t>(Size - limits::ChoiceReach, 1);
       Near <= std::min(Size + limits::ChoiceReach, Costs.largest()[K]); ++Near)
    Result.push_back(Near);
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

void Search::alongOne(std::vector<int64_t> Sizes, unsigned K) {
  for (int64_t Size : around(K, Sizes[K])) {
    Sizes[K] = Size;
    look(Sizes);
  }
}

/// Looks at each candidate for size number \p I with the largest for number
/// \p J that fits beside it, and the least that cuts as many tiles.
void Search::alongPair(std::vector<int64_t> Sizes, unsigned I, unsigned J) {
  int64_t Most = Costs.largest()[J];
  for (int64_t Size : around(I, Sizes[I])) {
    Sizes[I] = Size;
    growTo(Sizes, J);
    look(Sizes);
    int64_t Tiles = (Most + Sizes[J] - 1) / Sizes[J];
    Sizes[J] = (Most + Tiles - 1) / Tiles;
    look(Sizes);
  }
}

/// Goes from \p Sizes to better ones until there are none.
void Search::descend(std::vector<int64_t> Sizes) {
  std::optional<SizeChoice> Before = std::exchange(Best, std::nullopt);
  look(Sizes);
  for (bool IsBetter = Best.has_value(); IsBetter;) {
    auto Last = orderOf(*Best);
    for (unsigned K = 0; K < Sizes.size(); ++K)
      alongOne(Best->Sizes, K);
    for (unsigned I = 0; I < Sizes.size(); ++I)
      for (unsigned J = 0; J < Sizes.size(); ++J)
        if (I != J)
          alongPair(Best->Sizes, I, J);
    IsBetter = orderOf(*Best) < Last;
  }
  if (Before && (!Best || !(orderOf(*Best) < orderOf(*Before))))
    Best = std::move(Before);
}

std::vector<SizeChoice> Search::paretoFront() {
  std::vector<SizeChoice> All, Some;
  for (const auto &[Bytes, Choice] : Front)
    if (All.empty() || Choice.Bytes < All.back().Bytes)
      All.push_back(Choice);
  size_t Count = std::min(All.size(), limits::ChoiceFront);
  for (size_t K = 0; K < Count; ++K)
    Some.push_back(All[Count == 1 ? 0 : K * (All.size() - 1) / (Count - 1)]);
  for (SizeChoice &Choice : Some)
    (void)Costs.complete(Choice);
  return Some;
}

char SmallMemoryError::ID;

/// ", 4096 of them for 'A'": the array with the largest buffer where all sizes
/// that are no constants are 1, in memory number \p Memory.
static std::string largestArray(const RegionPlan &Plan,
                                const EvaluationValues &Values,
                                unsigned Memory) {
  Roles Known = Plan.parameters();
  auto Value = [&](StringRef Name) -> std::optional<int64_t> {
    if (Known.isTileSize(Name))
      return Plan.Decided.TileSizes
          .of(Known.numberOf(Name), Known.memoryOf(Name))
          .value_or(1);
    return Values.of(Known, Name);
  };
  int64_t Most = 0;
  std::string Result;
  for (const LevelPlace &Place : Plan.allLevels())
    for (const LocalArray &A : Place.level().Arrays) {
      if (Place.level().B.Memory != Memory)
        continue;
      const Array &Of = Plan.Program->Arrays[A.Transfers.Array];
      int64_t Bytes = cellsAt(A.Mapping, Value) * Of.countedBytes();
      if (Bytes <= Most)
        continue;
      Most = Bytes;
      Result = ", " + std::to_string(Bytes) + " of them for '" + Of.Name + "'";
    }
  return Result;
}

/// Errors: the smallest tile does not fit into memory number \p Memory.
Error Search::doesNotFit(unsigned Memory, ArrayRef<int64_t> Smallest) const {
  std::string In =
      Plan.numMemories() > 1 ? " of " + Plan.Memories.of(Memory) : "";
  return make_error<SmallMemoryError>(
      std::to_string(Plan.Decided.mostBytes()[Memory]) + " bytes" + In +
      " do not hold the smallest tile: " +
      std::to_string(int64_t(Costs.bytesIn(Memory, Smallest))) + " bytes do" +
      largestArray(Plan, Values, Memory));
}

/// What the original program costs on a machine with a cache, that is what
/// tiles do that reach over its inner loops as far as they fit.
std::optional<double> Search::originalCycles() {
  std::vector<int> Loops = Costs.loops();
  if (Loops.empty())
    return std::nullopt;
  std::vector<int64_t> Sizes(Costs.names().size(), 1);
  bool IsWhole = true;
  for (int K : Loops) {
    if (IsWhole && K >= 0)
      growTo(Sizes, K);
    IsWhole = K < 0 || (IsWhole && Sizes[K] == Costs.largest()[K]);
  }
  return Costs.originalAt(Sizes);
}

Expected<ChosenSizes> Search::run(std::optional<SizeChoice> Other) {
  std::vector<int64_t> Smallest(Costs.names().size(), 1);
  if (auto Memory = Costs.tooSmall(Smallest))
    return doesNotFit(*Memory, Smallest);
  std::optional<double> Original = originalCycles();
  if (Original)
    Costs.limitSizes(limits::CacheTile);
  std::vector<int64_t> Sizes = Smallest;
  std::vector<int64_t> Cubes = largestCubes();
  Costs.estimate(Cubes);
  if (Other && !Costs.areEstimates())
    Costs.estimate(Other->Sizes);
  uint64_t Before = Costs.work();
  (void)Costs.elementsAt(Cubes);
  AreMany =
      Plan.numMemories() > 1 || Costs.work() - Before > limits::LinesOfChoice;
  MostWork = Costs.work() + limits::ChoiceWork / (Costs.areEstimates() ? 2 : 1);
  for (int64_t Most : Costs.largest())
    Candidates.push_back(AreMany ? someTo(Most) : candidatesTo(Most));
  bool IsComplete = lookAtAll();
  if (Other)
    look(Other->Sizes);
  if (!IsComplete) {
    if (Other)
      descend(Other->Sizes);
    if (AreMany)
      descend(Cubes);
    std::vector<int64_t> Start = Best ? Best->Sizes : Smallest;
    descend(Start);
    for (int64_t Size = 4; Size <= limits::ChoiceSizes; Size *= 4) {
      for (unsigned K = 0; K < Sizes.size(); ++K)
        Sizes[K] = std::min(Size, Costs.largest()[K]);
      descend(Sizes);
    }
    for (unsigned K = 0; K < Sizes.size(); ++K) {
      Sizes = Smallest;
      growTo(Sizes, K);
      descend(Sizes);
    }
  }
  if (!Best)
    return createStringError("the costs of tiles do not fit any number");
  if (auto Counted =
          Best->IsEstimate ? Costs.countedAt(Best->Sizes) : std::nullopt)
    Best = std::move(Counted);
  ChosenSizes Result;
  Result.Names = Costs.names();
  Result.Best = *Best;
  Result.Pareto = paretoFront();
  Result.Evaluated = Evaluated;
  if (Original) {
    Result.CyclesBefore = *Original;
    Result.CyclesAfter = Result.Best.Cycles + Costs.cyclesAcrossRows();
  }
  return std::move(Result);
}

/// The sizes that emitted code takes at \p Values, with their \p Costs.
static std::optional<SizeChoice> sizesAtEntry(const RegionPlan &Plan,
                                              const RegionCounts &Counts,
                                              const EvaluationValues &Values,
                                              const Machine &M,
                                              SizeCosts &Costs) {
  auto Chooser = sizeChooserOf(Plan, Counts, M);
  if (!Chooser) {
    consumeError(Chooser.takeError());
    return std::nullopt;
  }
  Roles Known = Plan.parameters();
  std::vector<int64_t> At, Sizes;
  for (const std::string &Name : Chooser->Parameters)
    At.push_back(Values.of(Known, Name).value_or(0));
  std::vector<int64_t> Found = chooseAtEntry(*Chooser, At);
  for (const std::string &Name : Costs.names()) {
    auto It = find(Chooser->Sizes, Name);
    Sizes.push_back(
        It == Chooser->Sizes.end() ? 1 : Found[It - Chooser->Sizes.begin()]);
  }
  if (is_contained(Sizes, 0))
    return std::nullopt;
  std::optional<SizeChoice> Result = Costs.elementsAt(Sizes);
  return Result && Costs.complete(*Result) ? Result : std::nullopt;
}

std::optional<SizeChoice>
stevedore::sizesAtEntry(const RegionPlan &Plan, const RegionCounts &Counts,
                        const EvaluationValues &Values, const Machine &M) {
  auto Costs = SizeCosts::create(Plan, Counts, Values, M);
  if (Costs)
    return ::sizesAtEntry(Plan, Counts, Values, M, *Costs);
  consumeError(Costs.takeError());
  return std::nullopt;
}

/// The bytes of an element, the least and the most, of the arrays that tiles
/// move.
static std::pair<int64_t, int64_t> elementBytes(const RegionPlan &Plan) {
  int64_t Least = 0, Most = 1;
  for (const Level &L : Plan.Levels)
    for (const LocalArray &A : L.Arrays) {
      int64_t Bytes = Plan.Program->Arrays[A.Transfers.Array].countedBytes();
      Least = Least ? std::min(Least, Bytes) : Bytes;
      Most = std::max(Most, Bytes);
    }
  return {std::max<int64_t>(Least, 1), Most};
}

/// The elements that must move at least where buffers have \p LocalBytes; 0: as
/// many as it takes, since the bytes of elements are not known.
static std::optional<int64_t> leastElements(const RegionPlan &Plan,
                                            const EvaluationValues &Values,
                                            SizeCosts &Costs,
                                            std::optional<int64_t> LocalBytes) {
  std::optional<double> Cells;
  if (LocalBytes.value_or(0) > 0)
    Cells = double(*LocalBytes) / double(elementBytes(Plan).first);
  auto Compulsory = compulsoryTraffic(Plan, Values);
  auto Result = leastTraffic(Plan, Costs, Values, Cells,
                             Compulsory ? Compulsory->Stores : 0);
  if (Compulsory)
    Result = std::max(Result.value_or(0), Compulsory->moved());
  return Result;
}

std::optional<int64_t> stevedore::boundAt(const RegionPlan &Plan,
                                          const RegionCounts &Counts,
                                          const EvaluationValues &Values,
                                          int64_t LocalBytes) {
  auto Costs = SizeCosts::create(Plan, Counts, Values, Machine());
  if (Costs)
    return leastElements(Plan, Values, *Costs, LocalBytes);
  consumeError(Costs.takeError());
  auto Compulsory = compulsoryTraffic(Plan, Values);
  return Compulsory ? std::optional(Compulsory->moved()) : std::nullopt;
}

Expected<ChosenSizes>
stevedore::chooseSizes(const RegionPlan &Plan, const RegionCounts &Counts,
                       const EvaluationValues &Values, const Machine &M,
                       function_ref<void(double)> Progress) {
  auto Costs = SizeCosts::create(Plan, Counts, Values, M);
  if (!Costs)
    return Costs.takeError();
  auto AtEntry = ::sizesAtEntry(Plan, Counts, Values, M, *Costs);
  auto Result = Search(*Costs, Plan, Values, Progress).run(AtEntry);
  if (!Result)
    return Result;
  Result->AtEntry = std::move(AtEntry);
  const std::map<unsigned, int64_t> Most = Plan.Decided.mostBytes();
  std::optional<int64_t> Bytes = 0;
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
    auto Known = Most.find(Memory);
    Bytes = Bytes && Known != Most.end() ? std::optional(*Bytes + Known->second)
                                         : std::nullopt;
    Result->Bounds.push_back(leastElements(Plan, Values, *Costs, Bytes));
  }
  Result->Bound = Result->Bounds.back();
  auto [Least, Greatest] = elementBytes(Plan);
  if (Result->Bound && *Result->Bound > 0 && Least == Greatest &&
      !Result->Best.IsEstimate)
    Result->OverBound = double(Result->Best.Memories.back().Bytes) /
                        double(Greatest) / double(*Result->Bound);
  return Result;
}
