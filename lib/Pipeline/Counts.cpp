//===- Counts.cpp - What a plan moves, in closed form ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedSets.h"
#include "TilesTogether.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include "isl/val.h"
#include <map>
#include <set>

using namespace stevedore;
using namespace llvm;

/// The parameters of all sets, and those that are steps.
static std::vector<std::string> parametersOf(ArrayRef<CountedSet> Sets) {
  std::set<std::string> Names;
  for (const CountedSet &S : Sets) {
    for (const LatticeStep &Step : S.Steps)
      if (!Step.Parameter.empty() && Step.Parameter != "?")
        Names.insert(Step.Parameter);
    if (S.Points.is_null())
      continue;
    for (unsigned P = 0; P < countOf(S.Points.dim(isl::dim::param)); ++P)
      Names.insert(isl_set_get_dim_name(S.Points.get(), isl_dim_param, P));
  }
  return {Names.begin(), Names.end()};
}

/// The number in \p Sums of the sum of \p Of, without the tiles that points
/// have one of. Errors: \p Loops loops over numbers of tiles remain all the
/// same, or it takes too long.
static Expected<unsigned> sumOfKnownTiles(const CountedSet &Of, unsigned Loops,
                                          CompiledCounts &Sums) {
  CountedSet Some = withoutKnownTiles(Of);
  if (Some.Points.is_null() || Some.Steps.size() == Of.Steps.size())
    return createStringError("no point tells its tile");
  auto Pieces = inDisjointPieces(Some.Points);
  if (!Pieces)
    return Pieces.takeError();
  auto Count = countSymbolically(*Pieces, Some.Coordinates);
  if (!Count)
    return Count.takeError();
  if (CompiledCounts::loopsOf(*Count, Some.Steps) >= Loops)
    return createStringError("as many loops remain");
  return Sums.add(Of.Points.ctx(), *Count, Some.Steps);
}

/// The number in \p Sums of the sum of \p Tile, the count of \p Of. Errors: why
/// it has none.
static Expected<unsigned>
addSum(const CountedSet &Of, const SymbolicCount &Tile, CompiledCounts &Sums) {
  isl::ctx Ctx = Of.Points.ctx();
  if (unsigned Loops = CompiledCounts::loopsOf(Tile, Of.Steps)) {
    Budget Limit(Ctx, {0, limits::CountOperations});
    auto Sum = within(Limit, sumOfKnownTiles(Of, Loops, Sums),
                      "a count without tiles");
    if (Sum)
      return Sum;
    consumeError(Sum.takeError());
  }
  Budget Limit(Ctx, {0, limits::CountOperations});
  return within(Limit, Sums.add(Ctx, Tile, Of.Steps), "a count in closed form");
}

/// The number of points of the tile at I. Errors: why it has no closed form.
static Expected<SymbolicCount> countOfTile(const CountedSet &Of) {
  Budget Limit(Of.Points.ctx(), {0, limits::CountOperations});
  return within(Limit, countSymbolically(Of.Points, Of.Coordinates),
                "a count in closed form");
}

/// Adds the sum of \p C to \p Sums, and both to \p C. Errors: why it has none.
static Error addClosedForm(RegionCount &C, const CountedSet &Of,
                           CompiledCounts &Sums) {
  auto Tile = countOfTile(Of);
  if (!Tile)
    return Tile.takeError();
  if (Error E = addSum(Of, *Tile, Sums).moveInto(C.Sum))
    return E;
  C.Tile = std::move(*Tile);
  return Error::success();
}

/// The closed form of \p Counted and its sum in \p Sums, both in \p C; or where
/// that takes too long, by \p Values, or for it and one value of a coordinate
/// of its points.
static Error addAnyClosedForm(RegionCount &C, CountedSet Counted,
                              TilesTogether &Values, CompiledCounts &Sums) {
  {
    Budget Limit(Counted.Points.ctx(), {0, limits::CountOperations});
    if (Error E = within(Limit, inDisjointPieces(Counted.Points),
                         "a count in closed form")
                      .moveInto(Counted.Points))
      return E;
  }
  Error Failed = addClosedForm(C, Counted, Sums);
  if (!Failed)
    return Failed;
  CountedSet ByValue = Values.byValue(C.Of);
  if (!ByValue.Points.is_null()) {
    if (Error Again = addClosedForm(C, ByValue, Sums))
      consumeError(std::move(Again));
    else
      return consumeError(std::move(Failed)), Error::success();
  }
  unsigned Dimensions =
      countOf(Counted.Points.tuple_dim()) - Counted.Coordinates.size();
  for (unsigned K = 0; Failed && K < Dimensions; ++K)
    if (Error Again = addClosedForm(C, withPointCoordinate(Counted, K), Sums))
      consumeError(std::move(Again));
    else
      return consumeError(std::move(Failed)), Error::success();
  return Failed;
}

/// The closed form of \p Of, for tiles that are taken together where it has
/// such, else for one tile.
static RegionCount countInClosedForm(CountedSet Of, TilesTogether &Tiles,
                                     CompiledCounts &Sums) {
  RegionCount Result;
  Result.Of = std::move(Of);
  if (Result.Of.Points.is_null()) {
    Result.WhyNot = "the set takes too long to be found";
    return Result;
  }
  if (Result.Of.NumOnce > 0) {
    auto Together = Tiles.of(Result.Of);
    Error Failed = Together ? addAnyClosedForm(Result, *Together, Tiles, Sums)
                            : Together.takeError();
    if (!Failed)
      return Result;
    consumeError(std::move(Failed));
  }
  if (Error Failed = addAnyClosedForm(Result, Result.Of, Tiles, Sums))
    Result.WhyNot = toString(std::move(Failed));
  return Result;
}

Expected<RegionCounts> stevedore::countRegion(const RegionPlan &Plan) {
  RegionCounts Result;
  std::vector<CountedSet> Sets = countedSets(Plan, /*HasAll=*/true);
  Result.Sums = CompiledCounts(parametersOf(Sets));
  TilesTogether Tiles(Plan);
  // The other part is for the proofs.
  isl::ctx Ctx = Plan.Program->Context.ctx();
  Budget Limit(Ctx, Budget::partLeft(Ctx, limits::LeftShare));
  for (CountedSet &S : Sets)
    Result.Counts.push_back(
        countInClosedForm(std::move(S), Tiles, Result.Sums));
  return std::move(Result);
}

namespace {

/// Small values of the parameters of a plan that its context allows.
class Samples {
public:
  Samples(const RegionPlan &Plan, ArrayRef<std::string> Names)
      : Plan(Plan), Names(Names), Known(Plan.parameters()) {
    Context = Plan.Program->Context;
    for (const Level &T : Plan.Levels)
      Context = Context.intersect(T.Tiles.Context);
  }

  std::vector<std::vector<int64_t>> take();

private:
  const RegionPlan &Plan;
  ArrayRef<std::string> Names;
  Roles Known;
  isl::set Context;
  uint64_t State = 1;

  int64_t between(int64_t Low, int64_t High);
  int64_t leastOf(const std::string &Name) const;
  bool isAllowed(ArrayRef<int64_t> Values) const;
};

} // namespace

/// A pseudo-random number, the same in every run (Knuth's MMIX generator).
int64_t Samples::between(int64_t Low, int64_t High) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return Low + int64_t((State >> 33) % uint64_t(High - Low + 1));
}

/// A number below which the parameter \p Name has values; 0 where small ones
/// are among them.
int64_t Samples::leastOf(const std::string &Name) const {
  int At = isl_set_find_dim_by_name(Context.get(), isl_dim_param, Name.c_str());
  for (int64_t Most = 0; Most <= limits::TypicalProblemSize;
       Most = 2 * Most + 1)
    if (At < 0 ||
        isl::manage(isl_set_upper_bound_si(Context.copy(), isl_dim_param, At,
                                           int(Most + 1)))
            .is_empty()
            .is_false())
      return Most;
  return 0;
}

bool Samples::isAllowed(ArrayRef<int64_t> Values) const {
  isl::set Set = Context;
  for (unsigned K = 0; K < Names.size(); ++K) {
    int At =
        isl_set_find_dim_by_name(Set.get(), isl_dim_param, Names[K].c_str());
    if (At >= 0)
      Set = fixedAt(Set, isl_dim_param, At, Values[K]);
  }
  return Set.is_empty().is_false();
}

std::vector<std::vector<int64_t>> Samples::take() {
  std::vector<std::vector<int64_t>> Result;
  std::map<std::string, int64_t> Least;
  for (const std::string &Name : Names)
    Least[Name] = Known.isTileSize(Name) ? 0 : leastOf(Name);
  for (unsigned Try = 0;
       Try < limits::CountSampleTries && Result.size() < limits::CountSamples;
       ++Try) {
    int64_t Largest = 6 + Try % 12;
    std::vector<int64_t> Values;
    for (const std::string &Name : Names) {
      bool IsSize = Known.isTileSize(Name);
      std::optional<int64_t> Constant;
      if (IsSize)
        Constant = Plan.Decided.TileSizes.of(Known.numberOf(Name),
                                             Known.memoryOf(Name));
      Values.push_back(Constant ? *Constant
                       : IsSize ? between(1, 4)
                                : Least[Name] + between(1, Largest));
    }
    if (isAllowed(Values))
      Result.push_back(std::move(Values));
  }
  return Result;
}

/// That \p Found, at \p Values, is not \p Counted; empty: it is.
static std::string whyOther(uint64_t Counted, std::optional<int64_t> Found,
                            ArrayRef<std::string> Names,
                            ArrayRef<int64_t> Values) {
  if (Found && uint64_t(*Found) == Counted)
    return "";
  std::string At;
  for (unsigned K = 0; K < Names.size(); ++K)
    At += (K ? ", " : "") + Names[K] + " = " + std::to_string(Values[K]);
  if (!Found)
    return "its sum takes too long at " + At;
  return "internal error: the closed form gives " + std::to_string(*Found) +
         ", not " + std::to_string(Counted) + ", at " + At;
}

/// Why the sum of \p C is not used, where its value at \p Values, \p Found, is
/// not what counting gives or that takes too long; empty: it is right there.
/// \p Counter becomes none where there are too many points for it.
static std::string whyWrong(const RegionCount &C,
                            std::optional<LatticeCounter> &Counter,
                            ArrayRef<std::string> Names,
                            ArrayRef<int64_t> Values,
                            std::optional<int64_t> Found) {
  auto ValueOf = [&](StringRef Name) -> std::optional<int64_t> {
    auto It = find(Names, Name);
    return It == Names.end() ? std::nullopt
                             : std::optional(Values[It - Names.begin()]);
  };
  if (Counter) {
    auto Counted =
        countOneByOne(C.Of, *Counter, ValueOf, limits::CountProofSteps);
    if (Counted)
      return whyOther(*Counted, Found, Names, Values);
    consumeError(Counted.takeError());
    Counter.reset();
  }
  Budget Limit(C.Of.Points.ctx(), {0, limits::CountProofOperations});
  auto Counted =
      within(Limit, countByLoops(C.Of, ValueOf), "the proof of a count");
  if (!Counted)
    return toString(Counted.takeError());
  return whyOther(*Counted, Found, Names, Values);
}

/// Why the sum of \p C is not used, whose value at the vectors \p At is in
/// \p Found; empty: it is right there.
static std::string
whyUnproved(const RegionCount &C, ArrayRef<std::string> Names,
            ArrayRef<std::vector<int64_t>> At,
            ArrayRef<std::vector<std::optional<int64_t>>> Found) {
  if (At.empty())
    return Budget::isTimeOver()
               ? "counting went over the budget"
               : "no small values of the parameters were found";
  std::optional<LatticeCounter> Lines;
  {
    Budget Limit(C.Of.Points.ctx(), {0, limits::CountProofOperations});
    if (Error E = within(Limit, LatticeCounter::create(C.Of.Points),
                         "the proof of a count")
                      .moveInto(Lines))
      return toString(std::move(E));
  }
  for (unsigned K = 0; K < At.size(); ++K) {
    std::string Why = whyWrong(C, Lines, Names, At[K], Found[K][*C.Sum]);
    if (!Why.empty())
      return Why;
  }
  return "";
}

Error stevedore::verifyCounts(RegionCounts &Counts, const RegionPlan &Plan) {
  ArrayRef<std::string> Names = Counts.Sums.parameters();
  std::vector<std::vector<int64_t>> At = Samples(Plan, Names).take();
  std::vector<std::vector<std::optional<int64_t>>> Found;
  for (const std::vector<int64_t> &Values : At)
    Found.push_back(Counts.Sums.evaluate(Values));
  for (RegionCount &C : Counts.Counts) {
    if (!C.Sum)
      continue;
    C.WhyNot = whyUnproved(C, Names, At, Found);
    if (!C.WhyNot.empty())
      C.Sum.reset();
  }
  return Error::success();
}

/// The fewest or the most points that a tile, or strip, of \p C has; empty
/// where these are not counted together, or that is not known in fewer pieces
/// than its count.
static std::vector<ExtremePiece> extremesOfTile(const RegionCount &C,
                                                Extreme Which) {
  isl::ctx Ctx = C.Of.Points.ctx();
  bool IsOne = C.Of.Kind == CountKind::Tiles || C.Of.Kind == CountKind::Strips;
  if (IsOne || C.Tile->Coordinates.empty() ||
      C.Tile->Coordinates.size() > C.Of.Coordinates.size())
    return {};
  Budget Limit(Ctx, {0, limits::CountOperations});
  std::vector<ExtremePiece> Result =
      unlessOver(Limit, extremesOf(Ctx, *C.Tile, Which));
  return Result.size() <= C.Tile->Pieces.size() ? Result
                                                : std::vector<ExtremePiece>();
}

void stevedore::print(raw_ostream &OS, const RegionCounts &Counts,
                      const RegionPlan &Plan) {
  for (const RegionCount &C : Counts.Counts) {
    if (Plan.Levels.size() > 1)
      OS << bandName(C.Of.Level + 1) << ": ";
    if (Plan.numMemories() > 1)
      OS << Plan.Memories.of(C.Of.Memory) << ": ";
    OS << C.Of.text(Plan);
    if (!C.Sum) {
      OS << ": " << C.WhyNot << "\n";
      continue;
    }
    unsigned Loops = Counts.Sums.numLoops(*C.Sum);
    OS << (Loops == 0   ? ", summed in closed form"
           : Loops == 1 ? ", summed in 1 loop"
                        : ", summed in " + std::to_string(Loops) + " loops")
       << "\n";
    print(OS, *C.Tile, "  ");
    for (Extreme Which : {Extreme::Least, Extreme::Greatest})
      print(OS, *C.Tile, Which, extremesOfTile(C, Which), "  ");
  }
}
