//===- Figures.cpp - Numbers of a plan at given sizes ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Figures.h"
#include "CostFormulas.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/MathExtras.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Evaluates a region at fixed parameter values.
class Evaluator {
public:
  Evaluator(const RegionPlan &Plan, const EvaluationValues &Values,
            const RegionCounts *Counts)
      : Plan(Plan), Values(Values), Counts(Counts), Known(Plan.parameters()) {}

  Expected<RegionFigures> run(BudgetLimits Limits);

private:
  const RegionPlan &Plan;
  const EvaluationValues &Values;
  /// May be null.
  const RegionCounts *Counts;
  /// The values of its sums.
  std::vector<std::optional<int64_t>> Sums;
  Roles Known;
  RegionFigures Found;
  /// What counting the next transfers may take: less after each that took more.
  unsigned long MostOperations = limits::TransferCountOperations;

  Error checkParameters() const;
  std::optional<int64_t> value(StringRef Name) const {
    return Values.of(Known, Name);
  }
  int64_t cells(const LocalArray &L) const;
  int64_t localBytes(unsigned Memory) const;
  void addSizes();
  void evaluateSums();
  Expected<uint64_t> number(const CountedSet &S,
                            std::optional<int64_t> Sum) const;
  Error add(const CountedSet &S, std::optional<int64_t> Sum);
  Error addAll();
  isl::set fixed(isl::set Points) const;
};

} // namespace

Error Evaluator::checkParameters() const {
  std::vector<std::string> Names;
  for (const Parameter &P : Plan.Program->Parameters)
    Names.push_back(P.Name);
  return Values.check(Known, Names);
}

/// \p Points with every known parameter fixed.
isl::set Evaluator::fixed(isl::set Points) const {
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P)
    if (auto At = value(isl_set_get_dim_name(Points.get(), isl_dim_param, P)))
      Points = fixedAt(Points, isl_dim_param, P, *At);
  return Points;
}

/// The cells of the buffer; none where no tile needs it.
int64_t Evaluator::cells(const LocalArray &L) const {
  if (!L.UseContext.is_null() && fixed(L.UseContext).is_empty().is_true())
    return 0;
  return cellsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
}

/// The bytes of the buffers in \p Memory, or the greatest number.
int64_t Evaluator::localBytes(unsigned Memory) const {
  uint64_t Bytes = 0;
  for (const std::vector<PlannedArray> &Members : buffersOf(Plan)) {
    uint64_t Largest = 0;
    for (const PlannedArray &P : Members)
      if (P.Band->B.Memory == Memory)
        Largest = std::max(
            Largest,
            SaturatingMultiply<uint64_t>(
                cells(*P.Local),
                Plan.Program->Arrays[P.Local->Transfers.Array].ElementBytes));
    Bytes = SaturatingAdd(Bytes, Largest);
  }
  return std::min<uint64_t>(Bytes, std::numeric_limits<int64_t>::max());
}

static void add(std::optional<int64_t> &Sum, std::optional<int64_t> More) {
  Sum = Sum && More ? std::optional(*Sum + *More) : std::nullopt;
}

/// Evaluates the closed forms.
void Evaluator::evaluateSums() {
  if (!Counts)
    return;
  std::vector<int64_t> At;
  for (const std::string &Name : Counts->Sums.parameters()) {
    std::optional<int64_t> Value = value(Name);
    if (!Value)
      return;
    At.push_back(*Value);
  }
  Sums = Counts->Sums.evaluate(At);
}

/// \p Sum, or where there is none the points of \p S counted one by one.
Expected<uint64_t> Evaluator::number(const CountedSet &S,
                                     std::optional<int64_t> Sum) const {
  if (Sum)
    return uint64_t(*Sum);
  return countOneByOne(S, [&](StringRef Name) { return value(Name); });
}

Error Evaluator::add(const CountedSet &S, std::optional<int64_t> Sum) {
  MemoryFigures &Here = Found.of(S.Memory);
  std::vector<RegionFigures::Sums> &Band = Found.Bands[S.Level];
  auto NotCounted = [&](Error Why) {
    return "the " + S.text(Plan) +
           " are not counted: " + toString(std::move(Why));
  };
  if (S.Kind == CountKind::Tiles || S.Kind == CountKind::Strips) {
    auto Number = number(S, Sum);
    if (!Number) {
      Error Why = Number.takeError();
      return Why.isA<IslError>()
                 ? std::move(Why)
                 : createStringError(NotCounted(std::move(Why)));
    }
    (S.Kind == CountKind::Tiles ? Here.Tiles : Here.Strips) += *Number;
    RegionFigures::Sums &Sum = Band[S.Memory];
    (S.Kind == CountKind::Tiles ? Sum.Tiles : Sum.Strips) += *Number;
    return Error::success();
  }
  if (S.Kind == CountKind::Iterations) {
    std::optional<int64_t> Accesses;
    if (Sum)
      Accesses =
          *Sum * int64_t(Plan.Program->Statements[S.Index].Accesses.size());
    ::add(Band.front().Accesses, Accesses);
    return Error::success();
  }
  bool IsMoved = S.Kind == CountKind::Loads || S.Kind == CountKind::Stores;
  Budget Limit(Plan.Program->Context.ctx(),
               {0, IsMoved ? MostOperations : limits::CountProofOperations});
  auto Number = within(Limit, number(S, Sum), "counting");
  ArrayFigures &N = Here.Arrays[S.Index];
  std::optional<int64_t> More;
  if (Number)
    More = int64_t(*Number);
  else if (IsMoved)
    MostOperations /= 2;
  if (!Number)
    Found.Remarks.push_back(NotCounted(Number.takeError()));
  ::add(S.Kind == CountKind::Loads    ? N.Loads
        : S.Kind == CountKind::Stores ? N.Stores
                                      : Here.Transfers,
        More);
  int64_t Bytes = Plan.Program->Arrays[S.Index].countedBytes();
  if (IsMoved && More && MulOverflow(*More, Bytes, *More))
    More.reset();
  ::add(IsMoved ? Band[S.Memory].Bytes : Band[S.Memory].Transfers, More);
  return Error::success();
}

Error Evaluator::addAll() {
  evaluateSums();
  if (!Counts) {
    for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
      Found.of(Memory).Transfers.reset();
      for (std::vector<RegionFigures::Sums> &Band : Found.Bands)
        Band[Memory].Transfers = Band[Memory].Accesses = std::nullopt;
    }
    Found.Remarks.push_back(
        "transfers are counted where no program is written");
    for (const CountedSet &S : countedSets(Plan, /*HasAll=*/false))
      if (Error E = add(S, std::nullopt))
        return E;
    return Error::success();
  }
  for (const RegionCount &C : Counts->Counts) {
    bool IsClosed = C.Sum && *C.Sum < Sums.size();
    if (Error E = add(C.Of, IsClosed ? Sums[*C.Sum] : std::nullopt))
      return E;
  }
  return Error::success();
}

/// The sizes of the buffers of all bands, which take no time, and are asked for
/// before counts have used up theirs.
void Evaluator::addSizes() {
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    Found.of(Memory).LocalBytes = localBytes(Memory);
  for (const LevelPlace &Place : Plan.allLevels())
    for (const LocalArray &L : Place.level().Arrays) {
      ArrayFigures &N =
          Found.of(Place.level().B.Memory).Arrays[L.Transfers.Array];
      N.Cells += cells(L);
      if (L.Transfers.Part.is_null())
        N.Extents =
            extentsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
      else
        N.Extents = {N.Cells};
    }
}

Expected<RegionFigures> Evaluator::run(BudgetLimits Limits) {
  if (Error E = checkParameters())
    return std::move(E);
  Found.Farther.resize(Plan.numMemories() - 1);
  Found.Bands.assign(Plan.Levels.size(),
                     std::vector<RegionFigures::Sums>(Plan.numMemories()));
  addSizes();
  Budget Limit(Plan.Program->Context.ctx(), Limits);
  if (Error E = within(Limit, addAll(), "the figures of a region"))
    return std::move(E);
  return std::move(Found);
}

Expected<RegionFigures> stevedore::figuresOf(const RegionPlan &Plan,
                                             const EvaluationValues &Values,
                                             BudgetLimits Limits,
                                             const RegionCounts *Counts) {
  return Evaluator(Plan, Values, Counts).run(Limits);
}

std::optional<double> stevedore::cyclesOf(const RegionFigures &F,
                                          const RegionPlan &Plan,
                                          const Machine &M) {
  CostFormulas Costs(Plan, M, std::nullopt);
  std::vector<int64_t> Parameters(Costs.Parameters.size()),
      Sizes(Costs.Sizes.size());
  unsigned Cycles = Costs.F.number(0);
  for (unsigned Band = 0; Band < F.Bands.size(); ++Band) {
    Parameters.push_back(F.Bands[Band].front().Accesses.value_or(0));
    Costs.Accesses[Band] = Costs.F.real(Costs.given(Band));
    for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
      const RegionFigures::Sums &Here = F.Bands[Band][Memory];
      if (!Here.Bytes || (!Here.Transfers && Costs.costsRuns()) ||
          (!Here.Accesses && M.CyclesPerAccess != 0))
        return std::nullopt;
      Sizes.insert(Sizes.end(),
                   {*Here.Bytes, Here.Transfers.value_or(0), Here.Tiles,
                    Costs.endsWithStrips(Band) ? Here.Strips : 0});
      Cycles =
          Costs.F.add(Cycles, Costs.cyclesIn(Band, Memory,
                                             Costs.givenTraffic(Band, Memory)));
    }
  }
  Cycles = Costs.F.add(Cycles, Costs.cyclesApart());
  FormulaValues Values(Costs.F);
  FormulaOrder Order(Costs.F, Cycles);
  Values.setParameters(Order, Parameters);
  Values.setSizes(Order, Sizes);
  return Values.real(Cycles) / double(Costs.scale());
}
