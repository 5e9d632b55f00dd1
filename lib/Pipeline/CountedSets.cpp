//===- CountedSets.cpp - What there is to count of a plan -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedSets.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <limits>

using namespace stevedore;
using namespace llvm;

std::string CountedSet::text(const RegionPlan &Plan) const {
  auto Array = [&] { return Plan.Program->Arrays[Index].Name; };
  switch (Kind) {
  case CountKind::Tiles:
    return "tiles";
  case CountKind::Strips:
    return "strips";
  case CountKind::Iterations:
    return "iterations of " + Plan.Program->Statements[Index].Name;
  case CountKind::Loads:
    return "loads of " + Array();
  case CountKind::Stores:
    return "stores of " + Array();
  case CountKind::LoadRuns:
    return "transfers that load " + Array();
  case CountKind::StoreRuns:
    return "transfers that store " + Array();
  }
  llvm_unreachable("a kind of count");
}

/// \p Moved, { I -> A[m] }, without the elements that follow another one of the
/// same tile in the last dimension: the first element of each run, { [I ->
/// A[m]] }; null past the budget.
static isl::set runStarts(isl::map Moved) {
  if (Moved.is_null())
    return isl::set();
  unsigned Rank = countOf(Moved.range_tuple_dim());
  if (Rank == 0)
    return Moved.wrap();
  Budget Limit(Moved.ctx(), {0, limits::CountOperations});
  isl::multi_aff Shift =
      isl::multi_aff::identity(Moved.get_space().range().map_from_set());
  isl::aff Last =
      isl::manage(isl_aff_add_constant_si(Shift.at(Rank - 1).release(), 1));
  Shift = isl::manage(
      isl_multi_aff_set_aff(Shift.release(), Rank - 1, Last.release()));
  isl::map Starts = difference(
      Moved,
      Moved.apply_range(isl::manage(isl_map_from_multi_aff(Shift.release()))));
  return unlessOver(Limit, Starts.is_null() ? isl::set() : Starts.wrap());
}

namespace {

/// Collects the sets of one level.
class SetsOfLevel {
public:
  SetsOfLevel(const RegionPlan &Plan, const LevelPlace &Place, bool HasAll,
              std::vector<CountedSet> &Found)
      : Plan(Plan), Place(Place), Number(Place.Band), T(Place.level()),
        Sizes(Plan), HasAll(HasAll), Found(Found) {}

  void collect();

private:
  const RegionPlan &Plan;
  const LevelPlace &Place;
  unsigned Number;
  const Level &T;
  FixedSizes Sizes;
  bool HasAll;
  std::vector<CountedSet> &Found;

  LatticeStep stepOf(unsigned K) const;
  void add(CountKind Kind, unsigned Index, isl::set Points, unsigned NumOrigins,
           unsigned NumOnce = 0);
  isl::map uncut(isl::map M) const;
  void addTilesAround(CountedSet &New, unsigned NumOrigins) const;
  isl::map loaded(const ArrayTransfers &A) const;
  unsigned numTogether(const isl::map &Part) const;
  void addArray(const LocalArray &L);
};

} // namespace

/// The step of coordinate number \p K of origins, which begin at 0; a name that
/// no parameter has where it is neither a parameter nor a number.
LatticeStep SetsOfLevel::stepOf(unsigned K) const {
  OriginSteps Steps = T.Tiles.Shape->steps(K);
  auto Form = toQuasiAffineForm(Steps.Step);
  LatticeStep Unknown{"?", 1};
  if (!Form || !Form->Floors.empty() || Form->Denominator != 1)
    return Unknown;
  if (Form->numTerms() == 0)
    return {"", Form->Constant};
  for (unsigned P = 0; P < Form->Coefficients.size(); ++P)
    if (Form->Coefficients[P] == 1 && Form->numTerms() == 1 &&
        Form->Constant == 0) {
      const char *Name =
          isl_aff_get_dim_name(Steps.Step.get(), isl_dim_param, P);
      if (auto Size = Sizes.of(Name))
        return {"", *Size};
      return {Name, 1};
    }
  return Unknown;
}

/// \p M, { [I] -> X }, with the cut sizes of the tile at I, and of those around
/// that are inside of others, in place of parameters.
isl::map SetsOfLevel::uncut(isl::map M) const {
  if (T.Tiles.CutNames.empty())
    return M;
  M = M.intersect_domain(T.Tiles.Shape->cuts())
          .intersect_domain(T.Tiles.Aligned);
  M = forAny(M, T.Tiles.CutNames);
  ArrayRef<TileBox> Around = T.Tiles.Around;
  for (size_t Inner = Around.size(); Inner-- > 1;) {
    M = M.intersect_params(cutsOf(M.ctx(), Around[Inner], Around[Inner - 1]));
    M = forAny(M, Around[Inner].Ends);
  }
  return M;
}

/// Makes coordinates of the origins of the tiles around, those of each counted
/// from the one before, as are the \p NumOrigins that follow.
void SetsOfLevel::addTilesAround(CountedSet &New, unsigned NumOrigins) const {
  if (T.Tiles.Around.empty() || New.Points.is_null())
    return;
  unsigned Before = New.Coordinates.size(), Size = T.B.Size;
  isl_set *Flat = New.Points.release();
  for (const TileBox &Box : T.Tiles.Around)
    for (unsigned K = 0; K < Size; ++K) {
      isl::id Name = isl::id::alloc(Sizes.in(T.Tiles.Context).ctx(),
                                    Box.Origins[K], nullptr);
      isl_space *All =
          isl_space_add_param_id(isl_set_get_space(Flat), Name.copy());
      Flat = isl_set_align_params(Flat, All);
      int At =
          isl_set_find_dim_by_name(Flat, isl_dim_param, Box.Origins[K].c_str());
      Flat = isl_set_move_dims(Flat, isl_dim_set, New.Coordinates.size(),
                               isl_dim_param, At, 1);
      auto Constant = Sizes.of(Box.Sizes[K]);
      New.Coordinates.push_back(Box.Origins[K]);
      New.Steps.push_back(Constant ? LatticeStep{"", *Constant}
                                   : LatticeStep{Box.Sizes[K], 1});
    }
  New.Points = isl::manage(Flat);
  isl::multi_aff From =
      isl::multi_aff::identity(New.Points.get_space().map_from_set());
  unsigned End = New.Coordinates.size() + NumOrigins;
  for (unsigned K = Before + Size; K < End; ++K)
    From = From.set_at(K, From.at(K).add(From.at(K - Size)));
  New.Points = New.Points.preimage(From);
}

/// Adds { [I, m] }, \p Points, with its outer counters as coordinates.
void SetsOfLevel::add(CountKind Kind, unsigned Index, isl::set Points,
                      unsigned NumOrigins, unsigned NumOnce) {
  CountedSet New;
  New.NumOnce = NumOnce;
  New.Kind = Kind;
  New.Level = Number;
  New.Memory = T.B.Memory;
  New.Index = Index;
  isl_set *Flat = Points.is_null() ? nullptr : Points.flatten().release();
  for (const std::string &Name : T.Tiles.OuterNames) {
    int At =
        Flat ? isl_set_find_dim_by_name(Flat, isl_dim_param, Name.c_str()) : -1;
    if (At < 0)
      continue;
    Flat = isl_set_move_dims(Flat, isl_dim_set, New.Coordinates.size(),
                             isl_dim_param, At, 1);
    New.Coordinates.push_back(Name);
    New.Steps.push_back({"", 1});
  }
  New.Points = isl::manage(Flat);
  addTilesAround(New, NumOrigins);
  for (unsigned K = 0; K < NumOrigins; ++K) {
    New.Coordinates.push_back(nameOf(Role::TileOrigin, K + 1, T.B.Memory));
    New.Steps.push_back(stepOf(K));
    if (New.Steps.back().Parameter == "?" || !T.Tiles.Around.empty())
      New.NumOnce = 0;
  }
  Found.push_back(std::move(New));
}

/// What the tiles that are executed load, { I -> A[m] }; null past the budget.
/// Hulls and boxes have elements in others, too; the loops over the outermost
/// tiles enumerate their outset unless they pass over those without points.
isl::map SetsOfLevel::loaded(const ArrayTransfers &A) const {
  bool AreNonEmpty =
      Place.Path.size() == 1 && Plan.Decided.Tiles == TileLoops::Rational;
  if (AreNonEmpty || (!A.isInHulls() && !A.LoadsMore))
    return uncut(A.loaded(T.Tiles));
  Budget Limit(A.Load.ctx(), {0, limits::TransferCountOperations});
  isl::set Partial = T.Tiles.NonEmpty;
  if (!A.FullLoad.is_null())
    Partial = Partial.subtract(T.Tiles.Full);
  isl::map Load =
      coalesced(uncut(A.Load.intersect_domain(Partial)))
          .intersect_domain(
              executedTiles(Plan, Place, Sizes, /*ByLoops=*/true).Origins);
  return unlessOver(
      Limit, A.FullLoad.is_null() ? Load : uncut(A.FullLoad).unite(Load));
}

/// The number of coordinates, the last ones, whose tiles move an element once
/// together, whatever their sizes: as many as reuse is along, but for those
/// with a size that tells which elements are in \p Part, that of an array.
unsigned SetsOfLevel::numTogether(const isl::map &Part) const {
  unsigned Size = T.B.Size, Scope = Size - T.Tiles.Reuse.numFixed(Size);
  for (unsigned K = 0; !Part.is_null() && K < Scope; ++K) {
    std::string Step = stepOf(Size - 1 - K).Parameter;
    int At = isl_map_find_dim_by_name(Part.get(), isl_dim_param, Step.c_str());
    if (At >= 0 && isl_map_involves_dims(Part.get(), isl_dim_param, At, 1) !=
                       isl_bool_false)
      return K;
  }
  return Scope;
}

void SetsOfLevel::addArray(const LocalArray &L) {
  unsigned Index = L.Transfers.Array, Size = T.B.Size;
  isl::map Load = loaded(L.Transfers);
  isl::map Store = uncut(L.Transfers.Store);
  unsigned Scope = numTogether(L.Transfers.Part);
  bool IsExact = L.Transfers.Method == "exact" && !L.Transfers.LoadsMore &&
                 Plan.Deps.Kind == DependenceKind::Value;
  add(CountKind::Loads, Index, Load.is_null() ? isl::set() : Load.wrap(), Size,
      IsExact ? Scope : 0);
  add(CountKind::Stores, Index, Store.wrap(), Size, Scope);
  if (!HasAll)
    return;
  add(CountKind::LoadRuns, Index, runStarts(Load), Size);
  add(CountKind::StoreRuns, Index, runStarts(Store), Size);
}

void SetsOfLevel::collect() {
  unsigned Size = T.B.Size;
  isl::union_map Theta = T.B.Theta.intersect_domain(T.B.Domain);
  isl::set Points =
      polly::singleton(Theta.range(), T.Tiles.Inside.get_space().range());
  isl::map Inside = uncut(T.Tiles.Inside.intersect_range(Points));
  add(CountKind::Tiles, 0, Inside.domain(), Size);
  isl::map InStrip =
      uncut(T.Tiles.Shape->points().intersect_range(Points).intersect_params(
          T.Tiles.Context));
  isl::set Strips = isl::manage(isl_map_domain(
      isl_map_project_out(InStrip.release(), isl_dim_in, Size - 1, 1)));
  add(CountKind::Strips, 0, coalesced(Strips), Size - 1);
  bool IsOutermost = T.Tiles.Around.empty();
  for (unsigned S = 0;
       HasAll && IsOutermost && S < Plan.Program->Statements.size(); ++S) {
    isl::union_map Instances = isl::union_map(Inside)
                                   .apply_range(Theta.reverse())
                                   .intersect_range(isl::union_set(
                                       Plan.Program->Statements[S].Domain));
    if (Instances.is_empty().is_false())
      add(CountKind::Iterations, S,
          isl::manage(isl_map_from_union_map(Instances.release())).wrap(), Size,
          Size);
  }
  for (const LocalArray &L : T.Arrays)
    addArray(L);
}

std::vector<CountedSet> stevedore::countedSets(const RegionPlan &Plan,
                                               bool HasAll) {
  std::vector<CountedSet> Result;
  for (const LevelPlace &Place : Plan.allLevels())
    SetsOfLevel(Plan, Place, HasAll, Result).collect();
  return Result;
}

isl::set stevedore::onMultiples(isl::set Points, unsigned K, int64_t Step) {
  isl::aff Coordinate = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(Points.get_space().release()), isl_dim_set,
      K));
  isl::aff Rest = Coordinate.mod(isl::val(Points.ctx(), Step));
  return Points.intersect(isl::manage(
      isl_set_from_basic_set(isl_aff_zero_basic_set(Rest.release()))));
}

Expected<uint64_t> stevedore::countByLoops(const CountedSet &Set,
                                           ValueOf Value) {
  auto Missing = [] { return createStringError("a value is missing"); };
  isl::set Points = Set.Points;
  for (unsigned K = 0; K < Set.Steps.size(); ++K) {
    std::optional<int64_t> Step = Set.Steps[K].Constant;
    if (!Set.Steps[K].Parameter.empty())
      Step = Value(Set.Steps[K].Parameter);
    if (!Step || *Step < 1)
      return Missing();
    if (*Step != 1)
      Points = onMultiples(Points, K, *Step);
  }
  unsigned NumParams = countOf(Points.dim(isl::dim::param));
  for (unsigned P = 0; P < NumParams; ++P) {
    auto At = Value(isl_set_get_dim_name(Points.get(), isl_dim_param, P));
    if (!At)
      return Missing();
    Points = fixedAt(Points, isl_dim_param, P, *At);
  }
  return countPoints(coalesced(isl::manage(
      isl_set_project_out(Points.release(), isl_dim_param, 0, NumParams))));
}

Expected<uint64_t> stevedore::countOneByOne(const CountedSet &Set,
                                            ValueOf Value) {
  if (Set.Points.is_null())
    return make_error<IslError>(IslError::Budget,
                                "a set takes too long to be found");
  auto Counter = LatticeCounter::create(Set.Points);
  if (!Counter)
    return Counter.takeError();
  auto Counted = countOneByOne(Set, *Counter, Value, limits::CountProofSteps);
  if (Counted)
    return Counted;
  Error Why = Counted.takeError();
  if (!Why.isA<IslError>())
    return std::move(Why);
  consumeError(std::move(Why));
  return countByLoops(Set, Value);
}

Expected<uint64_t> stevedore::countOneByOne(const CountedSet &Set,
                                            const LatticeCounter &Counter,
                                            ValueOf Value, uint64_t MostSteps) {
  std::vector<int64_t> Steps, Values;
  auto Take = [&](std::optional<int64_t> At, std::vector<int64_t> &To) {
    To.push_back(At.value_or(0));
    return At.has_value();
  };
  bool HasAll = true;
  for (const LatticeStep &S : Set.Steps)
    HasAll &=
        Take(S.Parameter.empty() ? S.Constant : Value(S.Parameter), Steps);
  for (const std::string &Name : Counter.parameters())
    HasAll &= Take(Value(Name), Values);
  if (!HasAll)
    return createStringError("a value is missing");
  auto Found = Counter.count(Values, Steps, MostSteps);
  if (!Found)
    return make_error<IslError>(IslError::Budget,
                                "counting points went over the budget");
  if (*Found > uint64_t(std::numeric_limits<int64_t>::max()))
    return createStringError("numbers are too large");
  return *Found;
}
