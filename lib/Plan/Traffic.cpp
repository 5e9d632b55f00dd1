//===- Traffic.cpp - What the tiles of a band access and move -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/Support/ISLTools.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Plan/Profit.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <map>

using namespace stevedore;
using namespace llvm;

using NamedValues = std::map<std::string, int64_t, std::less<>>;

/// \p Points where the parameter \p Name, if it has it, is \p Value.
static isl::set fixedAt(isl::set Points, const std::string &Name,
                        int64_t Value) {
  int At = isl_set_find_dim_by_name(Points.get(), isl_dim_param, Name.c_str());
  return At < 0 ? Points : stevedore::fixedAt(Points, isl_dim_param, At, Value);
}

static isl::set fixedAt(isl::set Points, const NamedValues &Values) {
  for (const auto &[Name, Value] : Values)
    Points = fixedAt(Points, Name, Value);
  return Points;
}

namespace {

/// Counts what one tile of a band does.
class TrafficCounter {
public:
  TrafficCounter(const RegionPlan &Plan, const Level &T)
      : S(*Plan.Program), T(T), Typical(Plan.Decided.typical()) {}
  Expected<TileTraffic> run();

private:
  const Scop &S;
  const Level &T;
  TypicalValues Typical;
  /// Of tile sizes and structure parameters.
  NamedValues Values;
  /// A tile: outer counters, then the coordinates of its origin; empty where
  /// there is none.
  std::vector<int64_t> Tile;

  void chooseSizes();
  isl::set fixed(isl::set Points) const { return fixedAt(Points, Values); }
  isl::set tiles(isl::set Origins) const;
  Error chooseTile(isl::set Tiles);
  isl::set inTile(isl::map FromOrigin) const;
  bool isCounted(unsigned Array) const;
  Expected<uint64_t> countAccesses() const;
  Expected<uint64_t> countElements(ArrayRef<isl::map> All) const;
  Expected<TileTraffic> count() const;
};

} // namespace

/// \p Points, whose parameters are all fixed, without parameters.
static isl::set withoutParameters(isl::set Points) {
  unsigned Count = countOf(Points.dim(isl::dim::param));
  return coalesced(Points.project_out(isl::dim::param, 0, Count));
}

void TrafficCounter::chooseSizes() {
  for (const std::string &Name : T.Tiles.SizeNames)
    Values[Name] = Typical.of(T.Tiles.Parameters, Name);
}

/// Gives each structure parameter of \p S in \p Values the typical size, or
/// half of it, twice of it, and so on, so that there are \p Origins left; none
/// where all of these are too many or too few.
static void chooseParameters(const Scop &S, const TypicalValues &Typical,
                             isl::set Origins, NamedValues &Values) {
  Origins = fixedAt(Origins, Values);
  for (const Parameter &P : S.Parameters) {
    int64_t Usual = Typical.of(Roles(), P.Name);
    for (int64_t Factor = 1; Factor <= Usual; Factor *= 2)
      for (int64_t Value : {Usual / Factor, Usual * Factor}) {
        if (Values.count(P.Name))
          continue;
        isl::set Left = fixedAt(Origins, P.Name, Value);
        if (!Left.is_empty().is_false())
          continue;
        Origins = Left;
        Values[P.Name] = Value;
      }
  }
}

/// \p Origins, { I }, as tiles, { [o, I] }; null if an outer counter is
/// unknown.
isl::set TrafficCounter::tiles(isl::set Origins) const {
  isl::set Points = fixed(Origins);
  for (unsigned K = 0; K < T.Tiles.OuterNames.size(); ++K) {
    int At = isl_set_find_dim_by_name(Points.get(), isl_dim_param,
                                      T.Tiles.OuterNames[K].c_str());
    if (At < 0)
      return isl::set();
    Points = isl::manage(isl_set_move_dims(Points.release(), isl_dim_set, K,
                                           isl_dim_param, At, 1));
  }
  return withoutParameters(Points);
}

/// Chooses the tile in the middle of \p Tiles, if there is any.
Error TrafficCounter::chooseTile(isl::set Tiles) {
  auto Found = middlePoint(Tiles);
  if (!Found)
    return Found.takeError();
  Tile = std::move(*Found);
  return Error::success();
}

/// \p Tiles whose coordinates are all in the third number \p Third, from 0, of
/// what they range over.
static isl::set inThird(isl::set Tiles, int Third) {
  for (unsigned K = 0; K < countOf(Tiles.tuple_dim()); ++K) {
    isl::val First = isl::manage(isl_set_dim_min_val(Tiles.copy(), K));
    isl::val Last = isl::manage(isl_set_dim_max_val(Tiles.copy(), K));
    if (!First.is_int().is_true() || !Last.is_int().is_true())
      return isl::set();
    isl::val Length = Last.sub(First).div(3);
    Tiles = isl::manage(
        isl_set_lower_bound_val(Tiles.release(), isl_dim_set, K,
                                First.add(Length.mul(Third)).ceil().release()));
    Tiles = isl::manage(isl_set_upper_bound_val(
        Tiles.release(), isl_dim_set, K,
        First.add(Length.mul(Third + 1)).floor().release()));
  }
  return Tiles;
}

/// What \p FromOrigin, { I -> [x] }, has at the tile.
isl::set TrafficCounter::inTile(isl::map FromOrigin) const {
  unsigned Outer = T.Tiles.OuterNames.size();
  for (unsigned K = Outer; K < Tile.size(); ++K)
    FromOrigin = stevedore::fixedAt(FromOrigin, isl_dim_in, K - Outer, Tile[K]);
  isl::set Result = fixed(FromOrigin.range());
  for (unsigned K = 0; K < Outer; ++K)
    Result = fixedAt(Result, T.Tiles.OuterNames[K], Tile[K]);
  return Result;
}

bool TrafficCounter::isCounted(unsigned Array) const {
  bool IsInPlace =
      !T.Arrays.empty() && llvm::none_of(T.Arrays, [&](const LocalArray &L) {
        return L.Transfers.Array == Array;
      });
  return !IsInPlace && !S.Arrays[Array].Private && S.Arrays[Array].Rank != 0;
}

/// Whether the subscripts of \p X and \p Y, of one array, differ by constants.
static bool areNeighbours(const Access &X, const Access &Y) {
  isl::set Distances = X.Relation.reverse().apply_range(Y.Relation).deltas();
  unsigned Rank = countOf(Distances.tuple_dim());
  for (unsigned K = 0; K < Rank; ++K)
    if (!isl::manage(
             isl_set_plain_get_val_if_fixed(Distances.get(), isl_dim_set, K))
             .is_int()
             .is_true())
      return false;
  return true;
}

unsigned stevedore::references(const Statement &Stmt,
                               function_ref<bool(unsigned)> IsCounted) {
  unsigned Result = 0;
  std::vector<const Access *> Known;
  for (const Access &A : Stmt.Accesses) {
    if (!IsCounted(A.Array))
      continue;
    Result += A.MustWrites || A.MayWrites;
    bool IsNew = A.Reads && llvm::none_of(Known, [&](const Access *B) {
                   return A.Array == B->Array && areNeighbours(A, *B);
                 });
    if (IsNew) {
      Known.push_back(&A);
      ++Result;
    }
  }
  return Result;
}

Expected<uint64_t> TrafficCounter::countAccesses() const {
  isl::set Points = inTile(T.Tiles.Inside);
  uint64_t Result = 0;
  for (const Statement &Stmt : S.Statements) {
    isl::union_set Here = T.B.Domain.intersect(isl::union_set(Stmt.Domain));
    unsigned Each = Here.is_empty().is_true()
                        ? 0
                        : references(Stmt, [this](unsigned Array) {
                            return isCounted(Array);
                          });
    if (Each == 0)
      continue;
    isl::union_set Times = T.B.Theta.intersect_domain(Here).range();
    isl::set Executed =
        polly::singleton(Times, Points.get_space()).intersect(Points);
    auto Number =
        countPoints(withoutParameters(fixed(Executed)), limits::CountingSteps);
    if (!Number)
      return Number.takeError();
    Result += Each * *Number;
  }
  return Result;
}

Expected<uint64_t> TrafficCounter::countElements(ArrayRef<isl::map> All) const {
  uint64_t Result = 0;
  for (const isl::map &Elements : All) {
    auto Number =
        countPoints(withoutParameters(inTile(Elements)), limits::CountingSteps);
    if (!Number)
      return Number.takeError();
    Result += *Number;
  }
  return Result;
}

/// The traffic of the chosen tile; none where none is chosen.
Expected<TileTraffic> TrafficCounter::count() const {
  if (Tile.empty())
    return TileTraffic();
  auto Accesses = countAccesses();
  if (!Accesses)
    return Accesses.takeError();
  std::vector<isl::map> Transfers, Staying, All;
  for (const LocalArray &L : T.Arrays) {
    if (!isCounted(L.Transfers.Array))
      continue;
    Transfers.push_back(L.Transfers.loaded(T.Tiles));
    Transfers.push_back(L.Transfers.Store);
    if (L.Kept.Elements.is_null())
      continue;
    Staying.push_back(L.Kept.Elements);
    All.push_back(L.Transfers.held().unite(L.Kept.Elements));
  }
  auto Moved = countElements(Transfers);
  if (!Moved)
    return Moved.takeError();
  auto Kept = countElements(Staying);
  if (!Kept)
    return Kept.takeError();
  auto Held = countElements(All);
  if (!Held)
    return Held.takeError();
  return TileTraffic{*Accesses, *Moved, *Kept, *Held};
}

Expected<TileTraffic> TrafficCounter::run() {
  chooseSizes();
  isl::set Lattice = T.Tiles.Shape->lattice([&](StringRef Name) {
    auto Known = Values.find(Name);
    return Known == Values.end() ? std::nullopt : std::optional(Known->second);
  });
  isl::set Full = T.Tiles.Full.intersect(Lattice);
  isl::set Origins = fixed(Full).is_empty().is_true()
                         ? T.Tiles.NonEmpty.intersect(Lattice)
                         : Full;
  chooseParameters(S, Typical, Origins, Values);
  isl::set Tiles = tiles(Origins);
  if (Tiles.is_null())
    return createStringError("an outer counter has no value");
  if (Error E = chooseTile(Tiles))
    return std::move(E);
  Expected<TileTraffic> Result = count();
  if (!Result || Result->reuse() < limits::LeastReuse)
    return Result;
  for (int Third : {0, 2}) {
    if (Error E = chooseTile(inThird(Tiles, Third)))
      return std::move(E);
    Expected<TileTraffic> More = count();
    if (!More)
      return More;
    Result->Accesses += More->Accesses;
    Result->Moved += More->Moved;
    Result->Kept += More->Kept;
    Result->Held += More->Held;
  }
  return Result;
}

/// Whether tiles have to load or to store whatever elements of array number \p
/// Array they access.
static bool hasToMove(const Scop &S, unsigned Array) {
  return S.Arrays[Array].LiveOut ||
         S.accesses(Array, &Access::MayWrites).is_empty().is_true();
}

/// How often the instances of \p Stmt access each element that has to be moved
/// for them, in the mean, at values for which there are instances.
static Expected<double> reuseOf(const Scop &S, const Statement &Stmt,
                                const TypicalValues &Typical) {
  auto IsCounted = [&](unsigned Array) {
    return !S.Arrays[Array].Private && S.Arrays[Array].Rank != 0;
  };
  unsigned Each = references(Stmt, IsCounted);
  if (Each == 0)
    return 0;
  isl::set Instances = Stmt.Domain.intersect_params(S.Context);
  NamedValues Values;
  chooseParameters(S, Typical, Instances, Values);
  auto Count = [&](isl::set Points) {
    return countPoints(withoutParameters(fixedAt(Points, Values)),
                       limits::ReuseSteps);
  };
  auto Executed = Count(Instances);
  if (!Executed)
    return Executed.takeError();
  uint64_t Moved = 0;
  for (unsigned I = 0; I < S.Arrays.size(); ++I) {
    if (!IsCounted(I) || !hasToMove(S, I))
      continue;
    isl::set Elements;
    for (const Access &A : Stmt.Accesses)
      if (A.Array == I) {
        isl::set Of = A.Relation.intersect_domain(Instances).range();
        Elements = Elements.is_null() ? Of : Elements.unite(Of);
      }
    if (Elements.is_null())
      continue;
    auto Number = Count(Elements);
    if (!Number)
      return Number.takeError();
    Moved += *Number;
  }
  return double(Each) * double(*Executed) / double(Moved == 0 ? 1 : Moved);
}

Expected<double> stevedore::mostReuse(const Scop &S, TypicalValues Typical) {
  Budget Limit(S.ctx(), {0, limits::TrafficOperations});
  for (const Parameter &P : S.Parameters)
    if (Typical.isOpen(Roles(), P.Name))
      Typical.Given.emplace_back(P.Name, limits::ReuseProblemSize);
  double Result = 0;
  for (const Statement &Stmt : S.Statements) {
    auto Of = within(Limit, reuseOf(S, Stmt, Typical), "the reuse of elements");
    if (!Of)
      return Of.takeError();
    Result += *Of;
    if (Result >= limits::LeastReuse)
      break;
  }
  return Result;
}

Expected<TileTraffic> stevedore::tileTraffic(const RegionPlan &Plan,
                                             const Level &T) {
  Budget Limit(Plan.Program->ctx(), {0, limits::TrafficOperations});
  return within(Limit, TrafficCounter(Plan, T).run(), "the traffic of a tile");
}
