//===- TilesTogether.cpp - What several tiles move once -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilesTogether.h"
#include "CountedSets.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/constraint.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include "isl/set.h"
#include <set>
#include <utility>

using namespace stevedore;
using namespace llvm;

/// \p Points where the parameter called \p Name, if it has one, is 1.
static isl::set atOne(isl::set Points, const std::string &Name) {
  int At = isl_set_find_dim_by_name(Points.get(), isl_dim_param, Name.c_str());
  if (At < 0)
    return Points;
  isl_set *Fixed = isl_set_fix_si(Points.release(), isl_dim_param, At, 1);
  return isl::manage(isl_set_project_out(Fixed, isl_dim_param, At, 1));
}

/// Whether \p Context, { : ... }, says something about the parameter called
/// \p Name that does not hold where it is 1.
static bool forbidsOne(const isl::set &Context, const std::string &Name) {
  int At = isl_set_find_dim_by_name(Context.get(), isl_dim_param, Name.c_str());
  if (At < 0)
    return false;
  isl::set Any =
      isl::manage(isl_set_project_out(Context.copy(), isl_dim_param, At, 1));
  return !Any.is_subset(atOne(Context, Name)).is_true();
}

/// \p B without its last tiled dimension, which is an inner one then: its tiles
/// are the strips of those of \p B.
static Band bandOfStrips(Band B) {
  --B.Size;
  B.TileNumbers = std::min(B.TileNumbers, B.Size);
  return B;
}

/// The transfers of the strips of \p L, as tiles of a band that has its last
/// tiled dimension no more; none where there are none.
static std::vector<ArrayTransfers> transfersOfStrips(const RegionPlan &Plan,
                                                     const Level &L) {
  Band B = bandOfStrips(L.B);
  auto Strips =
      computeTileSpace(*Plan.Program, B, ReuseScope::none(), L.Tiles.Context);
  if (!Strips)
    return consumeError(Strips.takeError()), std::vector<ArrayTransfers>();
  auto Found = computeTransfers(*Plan.Program, Plan.Deps, B, *Strips,
                                TransferKind::Exact);
  if (!Found)
    return consumeError(Found.takeError()), std::vector<ArrayTransfers>();
  return std::move(*Found);
}

/// Whether the tiles of \p Set are those of a whole band of loops around which
/// there are none, and what is counted the elements of a whole array.
static bool areAlone(const RegionPlan &Plan, const CountedSet &Set) {
  const Level &L = Plan.Levels[Set.Level];
  return !L.B.HasCoordinates && L.Tiles.OuterNames.empty() &&
         none_of(L.Arrays, [&](const LocalArray &A) {
           return A.Transfers.Array == Set.Index && !A.Transfers.Part.is_null();
         });
}

/// What the strips of \p Set load, { [o, I', m] }; null where that is not known
/// in another way than by its tiles.
isl::set TilesTogether::loadsOfStrip(const CountedSet &Set) {
  const Level &L = Plan.Levels[Set.Level];
  if (Set.Kind != CountKind::Loads || Set.NumOnce != 1 || L.B.Size < 2 ||
      !areAlone(Plan, Set))
    return isl::set();
  auto [It, IsNew] = Strips.try_emplace(Set.Level);
  if (IsNew)
    It->second = transfersOfStrips(Plan, L);
  for (const ArrayTransfers &A : It->second)
    if (A.Array == Set.Index && A.Method == "exact" && !A.Load.is_null())
      return A.Load.wrap().flatten();
  return isl::set();
}

Expected<CountedSet> TilesTogether::of(const CountedSet &Set) {
  CountedSet Result = Set;
  unsigned Kept = Set.Coordinates.size() - Set.NumOnce;
  Budget Limit(Set.Points.ctx(), {0, limits::CountOperations});
  Result.Points = loadsOfStrip(Set);
  if (Result.Points.is_null()) {
    Result.Points = Set.Points;
    // What the tiles have together is the same whatever their size.
    const isl::set &Context = Plan.Levels[Set.Level].Tiles.Context;
    if (any_of(drop_begin(Set.Steps, Kept), [&](const LatticeStep &S) {
          return forbidsOne(Context, S.Parameter);
        }))
      Result.Points = Result.Points.gist_params(Context);
    for (unsigned K = Kept; K < Set.Coordinates.size(); ++K)
      if (!Set.Steps[K].Parameter.empty())
        Result.Points = atOne(Result.Points, Set.Steps[K].Parameter);
      else if (Set.Steps[K].Constant != 1)
        Result.Points = onMultiples(Result.Points, K, Set.Steps[K].Constant);
    Result.Points = isl::manage(isl_set_project_out(
        Result.Points.release(), isl_dim_set, Kept, Set.NumOnce));
  }
  Result.Points = coalesced(Result.Points);
  Result.Coordinates.resize(Kept);
  Result.Steps.resize(Kept);
  Result.NumOnce = 0;
  return within(Limit, Expected<CountedSet>(std::move(Result)),
                "what tiles move together");
}

/// What the tiles of \p L move of array number \p Array, or its strips do.
static MovedValues movedValuesOf(const RegionPlan &Plan, const Level &L,
                                 unsigned Array, bool InStrips) {
  Band B = InStrips ? bandOfStrips(L.B) : L.B;
  auto Tiles =
      computeTileSpace(*Plan.Program, B, ReuseScope::none(), L.Tiles.Context);
  if (!Tiles)
    return consumeError(Tiles.takeError()), MovedValues();
  return movedByValue(*Plan.Program, Plan.Deps, B, *Tiles, Array);
}

/// \p Points without pieces that others include.
static isl::set withoutIncluded(const isl::set &Points) {
  isl::set Result = isl::set::empty(Points.get_space());
  isl_basic_set_list *All = isl_set_get_basic_set_list(Points.get());
  unsigned Count = All ? countOf(isl_basic_set_list_n_basic_set(All)) : 0;
  for (unsigned K = 0; K < Count; ++K) {
    isl::set One(isl::manage(isl_basic_set_list_get_at(All, K)));
    bool IsIncluded = One.is_subset(Result).is_true();
    for (unsigned Next = K + 1; Next < Count && !IsIncluded; ++Next)
      IsIncluded =
          One.is_subset(isl::manage(isl_basic_set_list_get_at(All, Next)))
              .is_true();
    if (!IsIncluded)
      Result = Result.unite(One);
  }
  isl_basic_set_list_free(All);
  return Result;
}

/// Whether \p Set has the values that are needed, and no others.
static bool areNeeded(const RegionPlan &Plan, const CountedSet &Set) {
  return Plan.Deps.Kind == DependenceKind::Value &&
         any_of(Plan.Levels[Set.Level].Arrays, [&](const LocalArray &L) {
           const ArrayTransfers &A = L.Transfers;
           return A.Array == Set.Index &&
                  (Set.Kind == CountKind::Stores
                       ? !A.StoresMore
                       : Set.Kind == CountKind::Loads && !A.LoadsMore &&
                             A.Method == "exact");
         });
}

CountedSet TilesTogether::byValue(const CountedSet &Set) {
  CountedSet Result = Set;
  Result.Points = isl::set();
  const Level &L = Plan.Levels[Set.Level];
  bool InStrips = L.Tiles.Reuse == ReuseScope::strip();
  if ((!InStrips && L.Tiles.Reuse != ReuseScope::none()) || L.B.Size < 2 ||
      Plan.numMemories() > 1 || !areAlone(Plan, Set) || !areNeeded(Plan, Set))
    return Result;
  Budget Limit(Set.Points.ctx(), {0, limits::TransferCountOperations});
  auto [It, IsNew] = Values.try_emplace({Set.Level, Set.Index});
  if (IsNew)
    It->second = movedValuesOf(Plan, L, Set.Index, InStrips);
  isl::set Points = std::exchange(
      Set.Kind == CountKind::Loads ? It->second.Loaded : It->second.Stored,
      isl::set());
  if (!Points.is_null())
    Points =
        isl::manage(isl_set_make_disjoint(withoutIncluded(Points).release()));
  if (InStrips) {
    Result.Coordinates.pop_back();
    Result.Steps.pop_back();
  }
  Points = unlessOver(Limit, Points);
  if (Points.is_null())
    return Result;
  unsigned Last = countOf(Points.tuple_dim()) - Result.Coordinates.size() - 1;
  Result.Points = Points;
  return withPointCoordinate(std::move(Result), Last);
}

CountedSet stevedore::withPointCoordinate(CountedSet Set, unsigned K) {
  unsigned Kept = Set.Coordinates.size(), From = Kept + K;
  isl_set *Points =
      isl_set_insert_dims(Set.Points.release(), isl_dim_set, Kept, 1);
  Points = isl_set_equate(Points, isl_dim_set, Kept, isl_dim_set, From + 1);
  Set.Points =
      isl::manage(isl_set_project_out(Points, isl_dim_set, From + 1, 1));
  Set.Coordinates.push_back("x" + std::to_string(K + 1));
  Set.Steps.push_back({"", 1});
  return Set;
}

/// The integers c for which a constraint of \p Set says that coordinate number
/// \p Point plus c is coordinate number \p Tile or larger.
static std::set<int64_t> distances(const isl::set &Set, unsigned Tile,
                                   unsigned Point) {
  std::set<int64_t> Result;
  Set.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    for (const isl::constraint &C : constraintsOf(Piece)) {
      auto Row = toAffineConstraint(
          C, {{isl_dim_param, countOf(Set.dim(isl::dim::param))},
              {isl_dim_set, countOf(Set.tuple_dim())}});
      if (!Row || Row->IsEquality || Row->Form.numTerms() != 2)
        continue;
      ArrayRef<int64_t> Last =
          ArrayRef(Row->Form.Coefficients).take_back(countOf(Set.tuple_dim()));
      if (Last[Tile] == -1 && Last[Point] == 1)
        Result.insert(Row->Form.Constant);
    }
    return isl::stat::ok();
  });
  return Result;
}

/// { [I, m] : I <= m_d + \p Distance < I + T }, in the space of \p Like.
static isl::set inTile(const isl::set &Like, unsigned Tile, unsigned Point,
                       int64_t Distance, const LatticeStep &Step) {
  isl::set Result = isl::set::universe(Like.get_space());
  isl_local_space *Local =
      isl_local_space_from_space(Result.get_space().release());
  auto Row = [&](int64_t Factor, int64_t Constant) {
    isl_constraint *C =
        isl_constraint_alloc_inequality(isl_local_space_copy(Local));
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, Point, int(Factor));
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, Tile, int(-Factor));
    return isl_constraint_set_constant_si(C, int(Constant));
  };
  isl_constraint *Below =
      Row(-1, -Distance - 1 + (Step.Parameter.empty() ? Step.Constant : 0));
  if (!Step.Parameter.empty())
    Below = isl_constraint_set_coefficient_si(
        Below, isl_dim_param,
        isl_set_find_dim_by_name(Like.get(), isl_dim_param,
                                 Step.Parameter.c_str()),
        1);
  Result =
      isl::manage(isl_set_add_constraint(Result.release(), Row(1, Distance)));
  Result = isl::manage(isl_set_add_constraint(Result.release(), Below));
  isl_local_space_free(Local);
  return Result;
}

/// The points of \p Set without the coordinate \p Tile of tiles, if those of
/// coordinate number \p Point plus \p Distance tell it; null: they do not.
static isl::set withoutTile(const CountedSet &Set, unsigned Tile,
                            unsigned Point, int64_t Distance) {
  const LatticeStep &Step = Set.Steps[Tile];
  isl::set Rest = Set.Points;
  unsigned Name = 0;
  if (!Step.Parameter.empty()) {
    int At = isl_set_find_dim_by_name(Rest.get(), isl_dim_param,
                                      Step.Parameter.c_str());
    if (At < 0)
      return isl::set();
    Name = unsigned(At);
    Rest = isl::manage(
        isl_set_lower_bound_si(Rest.release(), isl_dim_param, Name, 1));
  }
  isl::set All = Rest;
  Rest = isl::manage(isl_set_eliminate(Rest.release(), isl_dim_set, Tile, 1));
  if (!Step.Parameter.empty())
    Rest =
        isl::manage(isl_set_eliminate(Rest.release(), isl_dim_param, Name, 1));
  isl::set Again = Rest.intersect(inTile(Rest, Tile, Point, Distance, Step));
  if (!Step.Parameter.empty())
    Again = isl::manage(
        isl_set_lower_bound_si(Again.release(), isl_dim_param, Name, 1));
  // The multiple of T up to a number that is not negative is not, either.
  if (Rest.is_subset(isl::manage(isl_set_lower_bound_si(
                         Rest.copy(), isl_dim_set, Point, int(-Distance))))
          .is_true())
    Again = isl::manage(
        isl_set_lower_bound_si(Again.release(), isl_dim_set, Tile, 0));
  if (!All.is_equal(Again).is_true())
    return isl::set();
  return coalesced(
      isl::manage(isl_set_project_out(Rest.release(), isl_dim_set, Tile, 1)));
}

CountedSet stevedore::withoutKnownTiles(CountedSet Set) {
  for (unsigned Tile = Set.Coordinates.size(); Tile-- > 0;) {
    isl::set Found;
    unsigned Dimensions = countOf(Set.Points.tuple_dim());
    for (unsigned Point = Set.Coordinates.size();
         Found.is_null() && Point < Dimensions; ++Point)
      for (int64_t Distance : distances(Set.Points, Tile, Point))
        if (Found.is_null())
          Found = withoutTile(Set, Tile, Point, Distance);
    if (Found.is_null())
      continue;
    Set.Points = Found;
    Set.Coordinates.erase(Set.Coordinates.begin() + Tile);
    Set.Steps.erase(Set.Steps.begin() + Tile);
  }
  return Set;
}
