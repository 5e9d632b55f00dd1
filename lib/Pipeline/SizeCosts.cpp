//===- SizeCosts.cpp - What sizes of tiles cost ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;
using namespace llvm;

std::vector<int64_t> SizeCosts::valuesAt(ArrayRef<int64_t> Sizes) const {
  std::vector<int64_t> Result = Base;
  for (unsigned K = 0; K < Sizes.size(); ++K)
    if (Places[K])
      Result[*Places[K]] = Sizes[K];
  return Result;
}

bool SizeCosts::haveLoops() const {
  return any_of(Parts, [&](const Moved &Part) { return Sums.numLoops(Part.Sum); });
}

double SizeCosts::localBytes(ArrayRef<int64_t> Sizes) const {
  return Buffers->bytesAt(valuesAt(Sizes));
}

double SizeCosts::cyclesOf(const SizeChoice &C, int64_t Tiles) const {
  const TransferEngine &Engine = M.Memories.front().Engine;
  double PerCycle = Engine.BytesPerCycle ? Engine.BytesPerCycle : 1;
  double Transfers = double(C.Transfers.value_or(0));
  double Copy = double(Engine.Latency) * Transfers +
                (double(C.Bytes) + Transfers * (Engine.Align - 1)) / PerCycle;
  if (Plan.Decided.Order != OrderKind::Pipelined)
    return Copy + ComputeCycles;
  double Share =
      std::min(Copy, ComputeCycles) / double(std::max<int64_t>(Tiles, 1));
  return std::max(Copy, ComputeCycles) + Share;
}

std::optional<SizeChoice> SizeCosts::at(ArrayRef<int64_t> Sizes) const {
  std::vector<int64_t> Values = valuesAt(Sizes);
  std::vector<std::optional<int64_t>> Found = Sums.evaluate(Values);
  SizeChoice Result;
  Result.Sizes = Sizes.vec();
  int64_t Transfers = 0, Tiles = 0;
  for (const Moved &Part : Parts) {
    if (!Found[Part.Sum])
      return std::nullopt;
    (Part.IsRun ? Transfers : Result.Bytes) +=
        *Found[Part.Sum] * Part.ElementBytes;
  }
  for (unsigned Sum : TileSums)
    Tiles += Found[Sum].value_or(1);
  if (HasTransfers)
    Result.Transfers = Transfers;
  Result.LocalBytes = int64_t(Buffers->bytesAt(Values));
  Result.Cycles = cyclesOf(Result, Tiles);
  return Result;
}

std::optional<int64_t> SizeCosts::leastMoved() const {
  if (Plan.Levels.size() != 1 || !Plan.Levels.front().Tiles.OuterNames.empty())
    return std::nullopt;
  for (const LocalArray &L : Plan.Levels.front().Arrays)
    if (L.Transfers.Method != "exact" || L.Transfers.LoadsMore)
      return std::nullopt;
  std::vector<std::optional<int64_t>> Found = Sums.evaluate(valuesAt(Largest));
  for (unsigned Sum : TileSums)
    if (Found[Sum] != 1)
      return std::nullopt;
  int64_t Result = 0;
  for (const Moved &Part : Parts) {
    if (Part.IsRun)
      continue;
    if (!Found[Part.Sum])
      return std::nullopt;
    Result += *Found[Part.Sum];
  }
  return Result;
}

std::optional<int64_t> SizeCosts::iterations(unsigned Index) const {
  auto It = Iterations.find(Index);
  return It == Iterations.end() ? std::nullopt : It->second;
}

/// Takes the values of the parameters; sizes that are no constants become
/// variables.
Error SizeCosts::takeValues(const RegionCounts &Counts,
                            const EvaluationValues &Values) {
  Roles Known = Plan.parameters();
  for (const Level &L : Plan.Levels)
    for (const std::string &Name : L.Tiles.SizeNames)
      if (!Plan.Decided.TileSizes.of(Known.numberOf(Name)))
        Names.push_back(Name);
  std::string Missing;
  for (const Parameter &P : Plan.Program->Parameters)
    if (!Values.of(Known, P.Name))
      Missing += (Missing.empty() ? "" : ", ") + P.Name;
  if (!Missing.empty())
    return createStringError("sizes are chosen where all parameters have "
                             "values: there are none for " +
                             Missing);
  for (const std::string &Name : Counts.Sums.parameters())
    Base.push_back(Values.of(Known, Name).value_or(0));
  for (const std::string &Name : Names) {
    auto It = find(Counts.Sums.parameters(), Name);
    Places.push_back(
        It == Counts.Sums.parameters().end()
            ? std::nullopt
            : std::optional<unsigned>(It - Counts.Sums.parameters().begin()));
  }
  return Error::success();
}

/// Compiles the sums that depend on sizes.
Error SizeCosts::takeSums(const RegionCounts &Counts) {
  Sums = CompiledCounts(Counts.Sums.parameters());
  for (const RegionCount &C : Counts.Counts) {
    CountKind Kind = C.Of.Kind;
    bool IsElement = Kind == CountKind::Loads || Kind == CountKind::Stores;
    bool IsRun = Kind == CountKind::LoadRuns || Kind == CountKind::StoreRuns;
    if (Kind == CountKind::Strips || Kind == CountKind::Iterations)
      continue;
    if (!C.Sum && IsElement)
      return createStringError(
          "sizes are chosen where all transfers are counted "
          "in closed form: the " +
          C.Of.text(Plan) + " are not: " + C.WhyNot);
    HasTransfers &= C.Sum || !IsRun;
    if (!C.Sum)
      continue;
    // Coordinates of points that the closed form keeps have the step 1.
    std::vector<LatticeStep> Steps = C.Of.Steps;
    Steps.resize(C.Tile->Coordinates.size());
    auto Sum = Sums.add(Plan.Program->Context.ctx(), *C.Tile, Steps);
    if (!Sum)
      return Sum.takeError();
    if (Kind == CountKind::Tiles)
      TileSums.push_back(*Sum);
    else
      Parts.push_back(
          {*Sum,
           IsRun ? 1
                 : std::max<int64_t>(
                       Plan.Program->Arrays[C.Of.Index].ElementBytes, 1),
           IsRun});
  }
  return Error::success();
}

/// The iterations, which no size changes, and the cycles of their accesses.
Error SizeCosts::takeIterations(const RegionCounts &Counts) {
  std::vector<std::optional<int64_t>> Found =
      Counts.Sums.evaluate(valuesAt(Largest));
  for (const RegionCount &C : Counts.Counts) {
    if (C.Of.Kind != CountKind::Iterations)
      continue;
    std::optional<int64_t> Number = C.Sum ? Found[*C.Sum] : std::nullopt;
    Iterations[C.Of.Index] = Number;
    if (!Number && M.CyclesPerAccess != 0)
      return createStringError("the " + C.Of.text(Plan) +
                               " are not counted: " + C.WhyNot);
    ComputeCycles +=
        double(M.CyclesPerAccess) * double(Number.value_or(0)) *
        double(Plan.Program->Statements[C.Of.Index].Accesses.size());
  }
  return Error::success();
}

/// The least or greatest value of coordinate \p K of \p Points; 0 for none.
static int64_t extremeOf(const isl::set &Points, unsigned K, bool IsLeast) {
  isl::aff Coordinate = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(Points.get_space().release()), isl_dim_set,
      K));
  isl::val Value =
      isl::manage(IsLeast ? isl_set_min_val(Points.get(), Coordinate.get())
                          : isl_set_max_val(Points.get(), Coordinate.get()));
  return Value.is_int().is_true() ? Value.get_num_si() : 0;
}

/// \p Points with the values of the parameters.
static isl::set atValues(isl::set Points, const Roles &Known,
                         const EvaluationValues &Values) {
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P)
    if (auto At = Values.of(
            Known, isl_set_get_dim_name(Points.get(), isl_dim_param, P)))
      Points = isl::manage(
          isl_set_fix_val(Points.release(), isl_dim_param, P,
                          isl_val_int_from_si(Points.ctx().get(), *At)));
  return Points;
}

void SizeCosts::takeLargest(const RegionCounts &Counts,
                            const EvaluationValues &Values) {
  Largest.resize(Names.size(), 1);
  for (const RegionCount &C : Counts.Counts) {
    if (C.Of.Kind != CountKind::Tiles)
      continue;
    const Level &L = Plan.Levels[C.Of.Level];
    isl::union_map Theta = L.B.Theta.intersect_domain(L.B.Domain);
    isl::set Points = atValues(
        polly::singleton(Theta.range(), L.Tiles.Inside.get_space().range()),
        Plan.parameters(), Values);
    if (!Points.is_empty().is_false())
      continue;
    unsigned Before = C.Of.Coordinates.size() - L.B.Size;
    for (unsigned K = 0; K < L.B.Size; ++K) {
      auto Name = find(Names, C.Of.Steps[Before + K].Parameter);
      if (Name == Names.end())
        continue;
      int64_t &Most = Largest[Name - Names.begin()];
      Most = std::max({Most, extremeOf(Points, L.B.Outer + K, false) + 1,
                       -extremeOf(Points, L.B.Outer + K, true)});
    }
  }
}

Expected<SizeCosts> SizeCosts::create(const RegionPlan &Plan,
                                      const RegionCounts &Counts,
                                      const EvaluationValues &Values,
                                      const Machine &M) {
  SizeCosts Result(Plan, M);
  if (Error E = Result.takeValues(Counts, Values))
    return std::move(E);
  Result.takeLargest(Counts, Values);
  if (Error E = Result.takeSums(Counts))
    return std::move(E);
  if (Error E = Result.takeIterations(Counts))
    return std::move(E);
  Result.Buffers.emplace(Plan, Counts.Sums.parameters());
  return std::move(Result);
}
