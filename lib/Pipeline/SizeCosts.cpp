//===- SizeCosts.cpp - What sizes of tiles cost ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"
#include "isl/val.h"
#include <limits>

using namespace stevedore;
using namespace llvm;

/// What is known of \p M for memory number \p Memory alone; of the memories
/// behind those of the machine, nothing. What computes works beside the nearest
/// one.
static Machine withMemory(const Machine &M, unsigned Memory) {
  Machine Result = M;
  Result.Memories = {Memory < M.Memories.size() ? M.Memories[Memory]
                                                : stevedore::Memory()};
  if (Memory > 0)
    Result.CyclesPerAccess = 0;
  return Result;
}

SizeCosts::SizeCosts(const RegionPlan &Plan, const Machine &M)
    : Plan(Plan), M(M), Rows(rowCosts(Plan, M)) {
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    Alone.emplace_back(withMemory(M, Memory),
                       Plan.Decided.of(Memory).Order == OrderKind::Pipelined);
}

ArrayRef<int64_t> SizeCosts::valuesAt(ArrayRef<int64_t> Sizes) const {
  Current = Base;
  for (unsigned K = 0; K < Sizes.size(); ++K)
    if (Places[K])
      Current[*Places[K]] = Sizes[K];
  return Current;
}

/// The number of \p Part where the parameters have the values \p Values, which
/// Sums has been given.
std::optional<int64_t> SizeCosts::numberOf(const Moved &Part,
                                           ArrayRef<int64_t> Values) {
  if (!Part.IsLine)
    return Sums.sum(Part.Sum);
  CountedLines &L = Lines[Part.Sum];
  std::vector<int64_t> At, Steps;
  for (unsigned Place : L.Places)
    At.push_back(Values[Place]);
  for (unsigned K = 0; K < L.Steps.size(); ++K)
    Steps.push_back(L.Steps[K].Parameter.empty() ? L.Steps[K].Constant
                                                 : Values[L.StepPlaces[K]]);
  if (At == L.LastValues && Steps == L.LastSteps)
    return L.Last;
  auto Number = L.Counter.count(At, Steps, MostSteps, &NumSteps, Breadth);
  L.LastValues = std::move(At);
  L.LastSteps = std::move(Steps);
  L.Last = Number ? std::optional(int64_t(*Number)) : std::nullopt;
  return L.Last;
}

std::optional<int64_t> SizeCosts::totalOf(Unit In, unsigned Memory,
                                          ArrayRef<int64_t> Values) {
  int64_t Result = 0;
  for (const Moved &Part : Parts) {
    if (Part.Memory != Memory || Part.IsRun != (In == Unit::Runs))
      continue;
    std::optional<int64_t> Number = numberOf(Part, Values);
    int64_t Factor = In == Unit::Bytes ? Part.ElementBytes : 1;
    if (!Number || MulOverflow(*Number, Factor, *Number) ||
        AddOverflow(Result, *Number, Result))
      return std::nullopt;
  }
  return Result;
}

double SizeCosts::bytesIn(unsigned Memory, ArrayRef<int64_t> Sizes) const {
  return Buffers[Memory].bytesAt(valuesAt(Sizes));
}

double SizeCosts::localBytes(ArrayRef<int64_t> Sizes) const {
  double Sum = 0;
  for (unsigned Memory = 0; Memory < Buffers.size(); ++Memory)
    Sum += bytesIn(Memory, Sizes);
  return Sum;
}

std::optional<unsigned> SizeCosts::tooSmall(ArrayRef<int64_t> Sizes) const {
  for (const auto &[Memory, Most] : Plan.Decided.mostBytes())
    if (Memory < Buffers.size() && bytesIn(Memory, Sizes) > double(Most))
      return Memory;
  return std::nullopt;
}

double SizeCosts::cyclesIn(unsigned Memory, const Work &W) const {
  return cyclesOf(W, Alone[Memory].first, Alone[Memory].second);
}

std::optional<SizeChoice> SizeCosts::elementsAt(ArrayRef<int64_t> Sizes) {
  ArrayRef<int64_t> Values = valuesAt(Sizes);
  Sums.set(Values);
  SizeChoice Result;
  Result.Sizes = Sizes.vec();
  Result.IsEstimate = areEstimates();
  for (unsigned Memory = 0; Memory < Buffers.size(); ++Memory) {
    std::optional<int64_t> Bytes = totalOf(Unit::Bytes, Memory, Values);
    if (!Bytes)
      return std::nullopt;
    MemoryChoice Here;
    Here.Bytes = *Bytes;
    Here.LocalBytes = int64_t(
        std::min(Buffers[Memory].bytesAt(Values), limits::LargestBuffers));
    if (AddOverflow(Result.Bytes, Here.Bytes, Result.Bytes))
      return std::nullopt;
    Result.LocalBytes += Here.LocalBytes;
    Result.Cycles +=
        cyclesIn(Memory, {double(Here.Bytes), 0, NumAccesses,
                          std::numeric_limits<double>::infinity()});
    Result.Memories.push_back(Here);
  }
  Result.Cycles += cyclesOfRows(Sizes);
  return Result;
}

bool SizeCosts::complete(SizeChoice &C) {
  ArrayRef<int64_t> Values = valuesAt(C.Sizes);
  Sums.set(Values);
  double Cycles = 0;
  int64_t Sum = 0;
  for (unsigned Memory = 0; Memory < Buffers.size(); ++Memory) {
    std::optional<int64_t> Transfers = totalOf(Unit::Runs, Memory, Values);
    if (!Transfers)
      return false;
    int64_t Tiles = 0;
    for (auto [Number, Of] : TileSums)
      Tiles += Of == Memory && Alone[Memory].second
                   ? Sums.sum(Number).value_or(1)
                   : 0;
    MemoryChoice &Here = C.Memories[Memory];
    if (HasTransfers)
      Here.Transfers = Transfers;
    Sum += *Transfers;
    Cycles += cyclesIn(Memory, {double(Here.Bytes), double(*Transfers),
                                NumAccesses, double(Tiles)});
  }
  if (HasTransfers)
    C.Transfers = Sum;
  C.Cycles = Cycles + cyclesOfRows(C.Sizes);
  return true;
}

void SizeCosts::estimate(ArrayRef<int64_t> Sizes) {
  uint64_t Before = std::exchange(MostSteps, limits::LinesOfChoice);
  if (!elementsAt(Sizes))
    Breadth = limits::LineBreadth;
  MostSteps = Before;
  forgetLines();
}

std::optional<SizeChoice> SizeCosts::countedAt(ArrayRef<int64_t> Sizes) {
  int64_t Before = std::exchange(Breadth, std::numeric_limits<int64_t>::max());
  forgetLines();
  std::optional<SizeChoice> Result = elementsAt(Sizes);
  if (Result && !complete(*Result))
    Result.reset();
  Breadth = Before;
  forgetLines();
  return Result;
}

std::optional<int64_t> SizeCosts::leastMoved() {
  if (Plan.Levels.size() != 1 || !Plan.Levels.front().Tiles.OuterNames.empty())
    return std::nullopt;
  for (const LocalArray &L : Plan.Levels.front().Arrays)
    if (L.Transfers.Method != "exact" || L.Transfers.LoadsMore)
      return std::nullopt;
  ArrayRef<int64_t> Values = valuesAt(Largest);
  Sums.set(Values);
  for (auto [Sum, Memory] : TileSums)
    if (Sums.sum(Sum) != 1)
      return std::nullopt;
  return totalOf(Unit::Elements, Plan.numMemories() - 1, Values);
}

std::optional<int64_t> SizeCosts::iterations(unsigned Index) const {
  auto It = Iterations.find(Index);
  return It == Iterations.end() ? std::nullopt : It->second;
}

double SizeCosts::cyclesAcrossRows(ArrayRef<int64_t> OfStatements) const {
  double Result = 0;
  for (auto [Index, Number] : Iterations)
    Result += double(Number.value_or(0)) * double(OfStatements[Index]);
  return Result;
}

double SizeCosts::cyclesOfRows(ArrayRef<int64_t> Sizes) const {
  double Result = 0;
  if (Rows)
    for (auto [Index, Number] : Iterations)
      if (auto Length = find(Names, Rows->Lengths[Index]);
          Length != Names.end())
        Result += double(Rows->Starts[Index]) * double(Number.value_or(0)) /
                  double(Sizes[Length - Names.begin()]);
  return Result;
}

/// Takes the values of the parameters; sizes that are no constants become
/// variables.
Error SizeCosts::takeValues(const RegionCounts &Counts,
                            const EvaluationValues &Values) {
  Roles Known = Plan.parameters();
  for (const LevelPlace &Place : Plan.allLevels())
    for (const std::string &Name : Place.level().Tiles.SizeNames)
      if (!Plan.Decided.TileSizes.of(Known.numberOf(Name),
                                     Known.memoryOf(Name)))
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

/// Counts \p C, which has no closed form, line by line.
Error SizeCosts::takeLines(const RegionCount &C, int64_t ElementBytes,
                           bool IsRun) {
  auto Counter = C.Of.Points.is_null()
                     ? Expected<LatticeCounter>(createStringError(C.WhyNot))
                     : LatticeCounter::create(C.Of.Points);
  if (!Counter && IsRun) {
    HasTransfers = false;
    return consumeError(Counter.takeError()), Error::success();
  }
  if (!Counter)
    return createStringError("the " + C.Of.text(Plan) + " are not counted: " +
                             toString(Counter.takeError()));
  CountedLines New{std::move(*Counter), {}, C.Of.Steps, {}, {}, {}, {}};
  ArrayRef<std::string> Known = Sums.sums().parameters();
  for (const std::string &Name : New.Counter.parameters())
    New.Places.push_back(find(Known, Name) - Known.begin());
  for (const LatticeStep &S : C.Of.Steps) {
    New.StepPlaces.push_back(find(Known, S.Parameter) - Known.begin());
    if (!S.Parameter.empty() && New.StepPlaces.back() == Known.size())
      return createStringError("the " + C.Of.text(Plan) +
                               " are not counted: tiles have no known steps");
  }
  Parts.push_back(
      {unsigned(Lines.size()), ElementBytes, IsRun, C.Of.Memory, true});
  Lines.push_back(std::move(New));
  return Error::success();
}

/// Takes the sums that depend on sizes. Transfers without a closed form count
/// where they cost something. Beside counts that have none, a sum with more
/// than two loops takes longer than an estimate.
Error SizeCosts::takeSums(const RegionCounts &Counts) {
  std::vector<unsigned> Taken;
  Sums = CountEvaluator(Counts.Sums.only(Taken));
  bool AreRunsFree = Rows || llvm::all_of(Alone, [](const auto &Of) {
                       const TransferEngine &Engine =
                           Of.first.Memories.front().Engine;
                       return Engine.Latency == 0 && Engine.Align == 1;
                     });
  auto MovesElements = [](const RegionCount &C) {
    return C.Of.Kind == CountKind::Loads || C.Of.Kind == CountKind::Stores;
  };
  bool HasOpen = any_of(Counts.Counts, [&](const RegionCount &C) {
    return MovesElements(C) && !C.Sum;
  });
  for (const RegionCount &C : Counts.Counts) {
    CountKind Kind = C.Of.Kind;
    bool IsElement = MovesElements(C);
    bool IsRun = Kind == CountKind::LoadRuns || Kind == CountKind::StoreRuns;
    if (Kind == CountKind::Strips || Kind == CountKind::Iterations)
      continue;
    int64_t Bytes = 1;
    if (IsElement)
      Bytes =
          std::max<int64_t>(Plan.Program->Arrays[C.Of.Index].ElementBytes, 1);
    bool IsSlow = HasOpen && C.Sum && Counts.Sums.numLoops(*C.Sum) > 2;
    if ((!C.Sum || IsSlow) && (IsElement || (IsRun && !AreRunsFree))) {
      if (Error E = takeLines(C, Bytes, IsRun))
        return E;
      continue;
    }
    HasTransfers &= C.Sum || !IsRun;
    if (!C.Sum)
      continue;
    if (Kind == CountKind::Tiles)
      TileSums.emplace_back(Taken.size(), C.Of.Memory);
    else
      Parts.push_back({unsigned(Taken.size()), Bytes, IsRun, C.Of.Memory});
    Taken.push_back(*C.Sum);
  }
  Sums = CountEvaluator(Counts.Sums.only(Taken));
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
    if (!Number && (M.CyclesPerAccess != 0 || Rows))
      return createStringError("the " + C.Of.text(Plan) +
                               " are not counted: " + C.WhyNot);
    NumAccesses += double(Number.value_or(0)) *
                   double(Plan.Program->Statements[C.Of.Index].Accesses.size());
  }
  return Error::success();
}

/// The least or greatest value of coordinate \p K of \p Points; 0 for none.
/// From limits::LargestSize on it is that.
static int64_t extremeOf(const isl::set &Points, unsigned K, bool IsLeast) {
  isl::aff Coordinate = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(Points.get_space().release()), isl_dim_set,
      K));
  isl::val Value =
      isl::manage(IsLeast ? isl_set_min_val(Points.get(), Coordinate.get())
                          : isl_set_max_val(Points.get(), Coordinate.get()));
  if (!Value.is_int().is_true())
    return 0;
  int64_t Most = Value.is_neg() ? -limits::LargestSize : limits::LargestSize;
  auto Number = toInt64(Value.release());
  return !Number || std::abs(*Number) > limits::LargestSize ? Most : *Number;
}

/// \p Points with the values of the parameters.
static isl::set atValues(isl::set Points, const Roles &Known,
                         const EvaluationValues &Values) {
  isl::ctx Ctx = Points.ctx();
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P)
    if (auto At = Values.of(
            Known, isl_set_get_dim_name(Points.get(), isl_dim_param, P)))
      Points =
          isl::manage(isl_set_fix_val(Points.release(), isl_dim_param, P,
                                      isl_val_int_from_si(Ctx.get(), *At)));
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
      Most = std::min(Most, limits::LargestSize);
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
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory)
    Result.Buffers.emplace_back(Plan, Counts.Sums.parameters(), Memory,
                                Result.Rows.has_value());
  return std::move(Result);
}
