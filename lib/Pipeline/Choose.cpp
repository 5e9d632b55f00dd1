//===- Choose.cpp - Sizes of tiles that are best --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "SizeCosts.h"
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
  Search(SizeCosts &Costs, std::optional<int64_t> MostBytes)
      : Costs(Costs), MostBytes(MostBytes) {
    for (int64_t Most : Costs.largest())
      Candidates.push_back(candidatesTo(Most));
  }

  /// Errors: the smallest tile does not fit.
  Expected<ChosenSizes> run();

private:
  SizeCosts &Costs;
  std::optional<int64_t> MostBytes;
  /// How much work may have been done before it ends.
  uint64_t MostWork = limits::ChoiceWork;
  /// What descents have met.
  std::map<std::vector<int64_t>, std::optional<SizeChoice>> Known;
  /// Of each size, ascending.
  std::vector<std::vector<int64_t>> Candidates;
  std::optional<SizeChoice> Best;
  /// The choice with the fewest bytes for each number of local bytes.
  std::map<int64_t, SizeChoice> Front;
  uint64_t Evaluated = 0;

  static std::vector<int64_t> candidatesTo(int64_t Most);
  bool fits(ArrayRef<int64_t> Sizes) const {
    return !MostBytes || Costs.localBytes(Sizes) <= double(*MostBytes);
  }
  void look(ArrayRef<int64_t> Sizes);
  void take(std::optional<SizeChoice> Found);
  bool lookAtAll(std::vector<int64_t> &Sizes, unsigned From, int64_t Most);
  bool lookAtAll();
  void growTo(std::vector<int64_t> &Sizes, unsigned K) const;
  void alongOne(std::vector<int64_t> Sizes, unsigned K);
  void alongPair(std::vector<int64_t> Sizes, unsigned I, unsigned J);
  void descend(std::vector<int64_t> Sizes);
  std::vector<SizeChoice> paretoFront();
};

} // namespace

/// All sizes up to limits::ChoiceSizes; of larger ones those that cut \p Most
/// into equal parts, and others a sixteenth apart.
std::vector<int64_t> Search::candidatesTo(int64_t Most) {
  std::vector<int64_t> Result;
  for (int64_t Size = 1; Size <= std::min(Most, limits::ChoiceSizes); ++Size)
    Result.push_back(Size);
  for (int64_t Parts = 1; Most / Parts > limits::ChoiceSizes; ++Parts)
    Result.push_back((Most + Parts - 1) / Parts);
  for (int64_t Size = limits::ChoiceSizes; Size < Most; Size += Size / 16)
    Result.push_back(Size);
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
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

/// Takes \p Sizes if they fit and are better.
void Search::look(ArrayRef<int64_t> Sizes) {
  if (!fits(Sizes) || Costs.work() > MostWork)
    return;
  auto [It, IsNew] = Known.try_emplace(Sizes.vec());
  if (IsNew) {
    It->second = Costs.elementsAt(Sizes);
    ++Evaluated;
  }
  take(It->second);
}

/// Looks at all candidates up to \p Most for the sizes from number \p From on,
/// those before it fit with ones; false where these are too many. Larger tiles
/// take no fewer bytes. They come first: loops over them are shorter.
bool Search::lookAtAll(std::vector<int64_t> &Sizes, unsigned From,
                       int64_t Most) {
  if (From == Sizes.size()) {
    take(Costs.elementsAt(Sizes));
    return ++Evaluated < limits::ChoiceEvaluations && Costs.work() < MostWork;
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
/// where there are others that are left.
bool Search::lookAtAll() {
  double Number = 1;
  for (const std::vector<int64_t> &Some : Candidates)
    Number *= double(Some.size());
  bool AreFew = Number < double(limits::ChoiceEvaluations);
  std::vector<int64_t> Sizes(Candidates.size(), 1);
  bool IsComplete = lookAtAll(Sizes, 0,
                              AreFew ? std::numeric_limits<int64_t>::max()
                                     : limits::ChoiceSizes);
  MostWork = Costs.work() + limits::ChoiceWork / 2;
  return AreFew && IsComplete;
}

/// Makes size number \p K the largest candidate that fits.
void Search::growTo(std::vector<int64_t> &Sizes, unsigned K) const {
  auto Fits = [&](int64_t Size) {
    Sizes[K] = Size;
    return fits(Sizes);
  };
  auto End = llvm::partition_point(Candidates[K], Fits);
  Sizes[K] = End == Candidates[K].begin() ? 1 : *std::prev(End);
}

void Search::alongOne(std::vector<int64_t> Sizes, unsigned K) {
  for (int64_t Size : Candidates[K]) {
    Sizes[K] = Size;
    look(Sizes);
  }
}

/// Looks at each candidate for size number \p I with the largest for number
/// \p J that fits beside it, and the least that cuts as many tiles.
void Search::alongPair(std::vector<int64_t> Sizes, unsigned I, unsigned J) {
  int64_t Most = Costs.largest()[J];
  for (int64_t Size : Candidates[I]) {
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

Expected<ChosenSizes> Search::run() {
  std::vector<int64_t> Smallest(Costs.names().size(), 1);
  if (!fits(Smallest))
    return createStringError(
        std::to_string(*MostBytes) + " bytes do not hold the smallest tile: " +
        std::to_string(int64_t(Costs.localBytes(Smallest))) + " bytes do");
  std::vector<int64_t> Sizes = Smallest;
  if (!lookAtAll()) {
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
  ChosenSizes Result;
  Result.Names = Costs.names();
  Result.Best = *Best;
  Result.Pareto = paretoFront();
  Result.Evaluated = Evaluated;
  return std::move(Result);
}

/// The least bytes of an element of an array that tiles move.
static double leastElement(const RegionPlan &Plan) {
  uint64_t Least = 0;
  for (const Level &L : Plan.Levels)
    for (const LocalArray &A : L.Arrays) {
      uint64_t Bytes = Plan.Program->Arrays[A.Transfers.Array].ElementBytes;
      Least = Least && Bytes ? std::min(Least, Bytes) : std::max(Least, Bytes);
    }
  return double(std::max<uint64_t>(Least, 1));
}

Expected<ChosenSizes> stevedore::chooseSizes(const RegionPlan &Plan,
                                             const RegionCounts &Counts,
                                             const EvaluationValues &Values,
                                             const Machine &M) {
  auto Costs = SizeCosts::create(Plan, Counts, Values, M);
  if (!Costs)
    return Costs.takeError();
  std::optional<int64_t> MostBytes = least(Plan.Decided.MaxLocal, M);
  auto Result = Search(*Costs, MostBytes).run();
  if (!Result)
    return Result;
  std::optional<double> Cells;
  if (MostBytes)
    Cells = double(*MostBytes) / leastElement(Plan);
  Result->Bound = leastTraffic(Plan, *Costs, Cells);
  return Result;
}
