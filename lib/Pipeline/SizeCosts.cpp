//===- SizeCosts.cpp - What sizes of tiles cost ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeCosts.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/set.h"
#include "isl/val.h"
#include <limits>

using namespace stevedore;
using namespace llvm;

SizeCosts::SizeCosts(const RegionPlan &Plan, const Machine &M)
    : Plan(Plan), Costs(std::make_unique<Formulas>(Plan, M)) {}

/// Writes all formulas; iterations and what is moved are given.
Error SizeCosts::Formulas::write(const RegionPlan &Plan,
                                 const RegionCounts &Counts) {
  for (const RegionCount &Of : Counts.Counts)
    if (Of.Of.Kind == CountKind::Iterations)
      C.addIterations(Of.Of, C.given(Of.Of.Index));
  auto Reaches = C.largest(Counts);
  if (!Reaches)
    return Reaches.takeError();
  Largest = std::move(*Reaches);
  unsigned Scale = C.F.number(C.scale());
  Cycles = C.cyclesApart();
  Original = C.F.multiply(Scale, C.Before);
  AcrossRows = C.F.subtract(C.F.multiply(Scale, C.After), C.cyclesApart());
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
    auto Here = C.bytesIn(Memory);
    if (!Here)
      return Here.takeError();
    Bytes.push_back(*Here);
  }
  for (unsigned Band = 0; Band < Plan.Levels.size(); ++Band)
    for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
      unsigned Moving = C.cyclesIn(Band, Memory, C.givenTraffic(Band, Memory));
      Cycles = C.F.add(Cycles, Moving);
      Original = C.F.add(Original, Moving);
    }
  Cycles = C.F.add(Cycles, C.F.multiply(Scale, C.Starts));
  std::vector<unsigned> All = Largest;
  All.insert(All.end(), {Cycles, Original, AcrossRows});
  Order.emplace(C.F, ArrayRef(All));
  for (unsigned Of : Bytes)
    BytesOrder.emplace_back(C.F, Of);
  V.emplace(C.F);
  return Error::success();
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
  bool Fits =
      Number && *Number <= uint64_t(std::numeric_limits<int64_t>::max());
  L.Last = Fits ? std::optional(int64_t(*Number)) : std::nullopt;
  return L.Last;
}

bool SizeCosts::count(ArrayRef<int64_t> Sizes, bool IsComplete) {
  ArrayRef<int64_t> Values = valuesAt(Sizes);
  Sums.set(Values);
  int64_t Tiles = IsComplete ? 0 : std::numeric_limits<int64_t>::max();
  Given.assign(Sizes.begin(), Sizes.end());
  while (Given.size() < Costs->C.trafficAt(Plan.Levels.size(), 0))
    Given.insert(Given.end(), {0, 0, Tiles, 0});
  for (const Moved &Part : Parts) {
    bool IsMoved = Part.Of == Unit::Bytes || Part.Of == Unit::Runs;
    if ((Part.Of != Unit::Bytes && !IsComplete) ||
        (!IsMoved && !Costs->C.computesBeside(Part.Band)))
      continue;
    std::optional<int64_t> Number = numberOf(Part, Values);
    if (!IsMoved)
      Number = Number.value_or(1);
    int64_t &Into = given(Part.Of, Part.Band, Part.Memory);
    if (!Number || MulOverflow(*Number, Part.ElementBytes, *Number) ||
        AddOverflow(Into, *Number, Into))
      return false;
  }
  return true;
}

std::optional<int64_t> SizeCosts::totalOf(Unit Of, unsigned Memory) {
  int64_t Result = 0;
  for (unsigned Band = 0; Band < Plan.Levels.size(); ++Band)
    if (AddOverflow(Result, given(Of, Band, Memory), Result))
      return std::nullopt;
  return Result;
}

double SizeCosts::bytesIn(unsigned Memory, ArrayRef<int64_t> Sizes) const {
  Costs->V->setSizes(Costs->BytesOrder[Memory], Sizes);
  return Costs->V->real(Costs->Bytes[Memory]);
}

std::optional<unsigned> SizeCosts::tooSmall(ArrayRef<int64_t> Sizes) const {
  for (const auto &[Memory, Most] : Plan.Decided.mostBytes())
    if (Memory < Plan.numMemories() && bytesIn(Memory, Sizes) > double(Most))
      return Memory;
  return std::nullopt;
}

double SizeCosts::cyclesOf(unsigned Formula) {
  Costs->V->setSizes(*Costs->Order, Given);
  return Costs->V->real(Formula) / double(Costs->C.scale());
}

std::optional<SizeChoice> SizeCosts::elementsAt(ArrayRef<int64_t> Sizes) {
  if (!count(Sizes, false))
    return std::nullopt;
  SizeChoice Result;
  Result.Sizes = Sizes.vec();
  Result.IsEstimate = areEstimates();
  for (unsigned Memory = 0; Memory < Plan.numMemories(); ++Memory) {
    std::optional<int64_t> Bytes = totalOf(Unit::Bytes, Memory);
    if (!Bytes || AddOverflow(Result.Bytes, *Bytes, Result.Bytes))
      return std::nullopt;
    MemoryChoice Here;
    Here.Bytes = *Bytes;
    Here.LocalBytes =
        int64_t(std::min(bytesIn(Memory, Sizes), limits::LargestBuffers));
    Result.LocalBytes += Here.LocalBytes;
    Result.Memories.push_back(Here);
  }
  Result.Cycles = cyclesOf(Costs->Cycles);
  return Result;
}

bool SizeCosts::complete(SizeChoice &C) {
  if (!count(C.Sizes, true))
    return false;
  int64_t Sum = 0;
  for (unsigned Memory = 0; HasTransfers && Memory < C.Memories.size();
       ++Memory) {
    C.Memories[Memory].Transfers = totalOf(Unit::Runs, Memory);
    Sum += C.Memories[Memory].Transfers.value_or(0);
  }
  if (HasTransfers)
    C.Transfers = Sum;
  C.Cycles = cyclesOf(Costs->Cycles);
  return true;
}

std::optional<double> SizeCosts::originalAt(ArrayRef<int64_t> Sizes) {
  return count(Sizes, false) ? std::optional(cyclesOf(Costs->Original))
                             : std::nullopt;
}

void SizeCosts::estimate(ArrayRef<int64_t> Sizes) {
  uint64_t Before = std::exchange(MostSteps, limits::LinesOfChoice);
  uint64_t Work = Sums.work();
  Sums.setBreadth(Breadth, limits::LinesOfChoice);
  bool IsLong =
      !elementsAt(Sizes) || Sums.work() - Work > limits::LinesOfChoice;
  MostSteps = Before;
  setBreadth(IsLong ? limits::LineBreadth : Breadth);
}

void SizeCosts::setBreadth(int64_t Most) {
  Breadth = Most;
  Sums.setBreadth(Most, limits::CountSteps);
  forgetLines();
}

std::optional<SizeChoice> SizeCosts::countedAt(ArrayRef<int64_t> Sizes) {
  int64_t Before = Breadth;
  setBreadth(std::numeric_limits<int64_t>::max());
  std::optional<SizeChoice> Result = elementsAt(Sizes);
  if (Result && !complete(*Result))
    Result.reset();
  setBreadth(Before);
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
  for (const Moved &Part : Parts)
    if (Part.Of == Unit::Tiles && Sums.sum(Part.Sum) != 1)
      return std::nullopt;
  int64_t Result = 0;
  for (const Moved &Part : Parts)
    if (Part.Of == Unit::Bytes && Part.Memory + 1 == Plan.numMemories()) {
      std::optional<int64_t> Number = numberOf(Part, Values);
      if (!Number || AddOverflow(Result, *Number, Result))
        return std::nullopt;
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
  for (const std::string &Name : names()) {
    auto It = find(Counts.Sums.parameters(), Name);
    Places.push_back(
        It == Counts.Sums.parameters().end()
            ? std::nullopt
            : std::optional<unsigned>(It - Counts.Sums.parameters().begin()));
  }
  return Error::success();
}

/// \p Points where the structure parameters have their values, without these.
isl::set SizeCosts::atValues(isl::set Points) const {
  ArrayRef<std::string> Known = Sums.sums().parameters();
  for (const Parameter &P : Plan.Program->Parameters) {
    int At =
        isl_set_find_dim_by_name(Points.get(), isl_dim_param, P.Name.c_str());
    if (At < 0)
      continue;
    Points = fixedAt(Points, isl_dim_param, At,
                     Base[find(Known, P.Name) - Known.begin()]);
    Points = isl::manage(
        isl_set_project_out(Points.release(), isl_dim_param, At, 1));
  }
  return Points;
}

/// Counts \p C, which has no closed form, line by line.
Error SizeCosts::takeLines(const RegionCount &C, int64_t ElementBytes,
                           Unit Of) {
  auto Counter = C.Of.Points.is_null()
                     ? Expected<LatticeCounter>(createStringError(C.WhyNot))
                     : LatticeCounter::create(atValues(C.Of.Points));
  if (!Counter && Of == Unit::Runs) {
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
  Parts.push_back({unsigned(Lines.size()), ElementBytes, Of, C.Of.Level,
                   C.Of.Memory, true});
  Lines.push_back(std::move(New));
  return Error::success();
}

/// Takes the sums that depend on sizes. Transfers without a closed form count
/// where they cost something. Beside counts that have none, a sum with more
/// than two loops takes longer than an estimate.
Error SizeCosts::takeSums(const RegionCounts &Counts) {
  std::vector<unsigned> Taken;
  Sums = CountEvaluator(Counts.Sums.only(Taken));
  bool AreRunsFree = Costs->C.Rows || !Costs->C.costsRuns();
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
    bool IsEnd = Kind == CountKind::Strips && Costs->C.isOfOverlap(C.Of);
    if ((Kind == CountKind::Strips && !IsEnd) || Kind == CountKind::Iterations)
      continue;
    int64_t Bytes =
        IsElement ? Plan.Program->Arrays[C.Of.Index].countedBytes() : 1;
    Unit Of = IsElement ? Unit::Bytes
              : IsRun   ? Unit::Runs
              : IsEnd   ? Unit::Ends
                        : Unit::Tiles;
    bool IsSlow = HasOpen && C.Sum && Counts.Sums.numLoops(*C.Sum) > 2;
    if ((!C.Sum || IsSlow) && (IsElement || (IsRun && !AreRunsFree))) {
      if (Error E = takeLines(C, Bytes, Of))
        return E;
      continue;
    }
    HasTransfers &= C.Sum || !IsRun;
    if (!C.Sum)
      continue;
    Parts.push_back(
        {unsigned(Taken.size()), Bytes, Of, C.Of.Level, C.Of.Memory});
    Taken.push_back(*C.Sum);
  }
  Sums = CountEvaluator(Counts.Sums.only(Taken));
  return Error::success();
}

/// The iterations, which no size changes.
Error SizeCosts::takeIterations(const RegionCounts &Counts) {
  std::vector<std::optional<int64_t>> Found =
      Counts.Sums.evaluate(valuesAt(Largest));
  for (const RegionCount &C : Counts.Counts) {
    if (C.Of.Kind != CountKind::Iterations)
      continue;
    std::optional<int64_t> Number = C.Sum ? Found[*C.Sum] : std::nullopt;
    Iterations[C.Of.Index] = Number;
    if (!Number && (Costs->C.M.CyclesPerAccess != 0 || Costs->C.Rows))
      return createStringError("the " + C.Of.text(Plan) +
                               " are not counted: " + C.WhyNot);
  }
  return Error::success();
}

/// Larger parameters count as limits::LargestSize where buffers are concerned.
void SizeCosts::setParameters(const EvaluationValues &Values) {
  std::vector<int64_t> At;
  for (const std::string &Name : Costs->C.Parameters)
    At.push_back(std::clamp(Values.of(Plan.parameters(), Name).value_or(0),
                            -limits::LargestSize, limits::LargestSize));
  for (unsigned K = 0; K < Plan.Program->Statements.size(); ++K)
    At.push_back(iterations(K).value_or(0));
  Costs->V->setParameters(*Costs->Order, At);
  for (const FormulaOrder &Of : Costs->BytesOrder)
    Costs->V->setParameters(Of, At);
}

Expected<SizeCosts> SizeCosts::create(const RegionPlan &Plan,
                                      const RegionCounts &Counts,
                                      const EvaluationValues &Values,
                                      const Machine &M) {
  SizeCosts Result(Plan, M);
  if (Error E = Result.takeValues(Counts, Values))
    return std::move(E);
  if (Error E = Result.Costs->write(Plan, Counts))
    return std::move(E);
  Result.setParameters(Values);
  for (unsigned Size : Result.Costs->Largest)
    Result.Largest.push_back(
        std::clamp<int64_t>((*Result.Costs->V)[Size], 1, limits::LargestSize));
  if (Error E = Result.takeSums(Counts))
    return std::move(E);
  if (Error E = Result.takeIterations(Counts))
    return std::move(E);
  Result.setParameters(Values);
  return std::move(Result);
}
