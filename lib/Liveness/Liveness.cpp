//===- Liveness.cpp - Conflicting elements of a tiled band ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Liveness/Liveness.h"
#include "ParallelPoints.h"
#include "PointSequence.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"

using namespace stevedore;

/// Elements that must be in local memory during the tile: those it accesses or
/// loads, and those accessed or loaded before and needed after. What is needed
/// after ends with the last read where nobody stores the array. An exact Load
/// is part of what the tile accesses and would only add pieces. That of origins
/// \p In, or of all where there are none.
static isl::map liveDuring(const ArrayTransfers &A, isl::set In = {}) {
  isl::map After = A.Store.is_empty().is_true() ? A.ReadAfter : A.AccessedAfter;
  isl::map During = A.held(), Before = A.presentBefore();
  if (!In.is_null())
    for (isl::map *Part : {&After, &During, &Before})
      *Part = inFewerPieces(Part->intersect_domain(In));
  int Pairs = isl_map_n_basic_map(Before.get()) *
              isl_map_n_basic_map(After.get());
  if (Pairs <= limits::PrecisePieces)
    return inFewerPieces(During.unite(Before.intersect(After)));
  isl::map Across =
      withoutDivisions(Before).intersect(withoutDivisions(After));
  return withoutDivisions(During).unite(
      isl::manage(isl_map_remove_redundancies(Across.release())));
}

bool stevedore::isTemporary(const ArrayTransfers &A) {
  return A.In.is_empty().is_true() && A.Load.is_empty().is_true() &&
         A.Store.is_empty().is_true() &&
         A.AccessedBefore.intersect(A.ReadAfter).is_empty().is_true();
}

isl::map stevedore::united(const isl::map &X, const isl::map &Y) {
  return X.is_null() ? Y : Y.is_null() ? X : X.unite(Y);
}

isl::map stevedore::accessesByTime(const Scop &S, const Band &B,
                                   const ArrayTransfers &A,
                                   bool Access::*Kind) {
  isl::union_map Points = B.Theta.intersect_domain(B.Domain).reverse();
  isl::map Result;
  Points.apply_range(S.accesses(A.Array, Kind, B.Domain))
      .foreach_map([&](isl::map M) -> isl::stat {
        Result = united(Result, M);
        return isl::stat::ok();
      });
  return Result;
}

namespace {

/// The liveness of one array of a band.
class BandLiveness {
public:
  BandLiveness(const Scop &S, const Band &B, const TileSpace &T,
               const ArrayTransfers &A)
      : S(S), B(B), T(T), A(A), IsTemporary(isTemporary(A)),
        Reads(accessesByTime(S, B, A, &Access::Reads)),
        Writes(united(accessesByTime(S, B, A, &Access::MustWrites),
                      accessesByTime(S, B, A, &Access::MayWrites))) {}

  ConflictRelation conflicts(const PhaseOrder &Order) const;
  Lifetime lifetime(const PhaseOrder &Order) const;
  bool isTemporaryAtPoints() const {
    return IsTemporary && B.ParallelPoints.empty() && !T.IsDivided;
  }

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
  const ArrayTransfers &A;
  bool IsTemporary;
  /// { pt -> A[m] }; null where there are none.
  isl::map Reads, Writes;

  isl::map liveAtPoint() const;
  isl::map liveInSequence() const;
  isl::map liveInside() const;
  isl::map accessedAround() const;
  std::vector<ConflictCase> oneTileCases(const PhaseOrder &Order) const;
};

} // namespace

/// Elements of a temporary array live at a point of the tile, { pt -> A[m] }:
/// written at or before the point and read at or after it. Points of one tile
/// are executed in the lexicographic order of pointOrder(), and all accesses
/// to an element lie in one tile, so that two elements live at the same time
/// share a point (liveness paper, 2.1). An element that is never read lives at
/// its write.
isl::map BandLiveness::liveAtPoint() const {
  if (Writes.is_null() || Reads.is_null())
    return united(Writes, Reads);
  isl::space Time = Writes.get_space().domain();
  isl::map Order = pointOrder(B, Time);
  isl::map Written =
      isl::map::lex_ge(Time).apply_range(Writes.apply_domain(Order));
  isl::map ReadLater =
      isl::map::lex_le(Time).apply_range(Reads.apply_domain(Order));
  return Written.intersect(ReadLater)
      .unite(Writes.apply_domain(Order))
      .coalesce();
}

isl::map stevedore::sequenceInTile(const Band &B, const TileSpace &T,
                                   unsigned Ordered) {
  isl::map Points = T.Inside.range_map();
  isl::map Order = pointOrder(B, T.Inside.get_space().range());
  unsigned Dims = countOf(Order.range_tuple_dim());
  Order = Order
              .project_out(isl::dim::out, B.Outer + Ordered,
                           Dims - B.Outer - Ordered)
              .project_out(isl::dim::out, 0, B.Outer);
  return T.Inside.domain_map().flat_range_product(Points.apply_range(Order));
}

/// { x -> y : x and y agree in the first \p Equal dimensions, and y is not
/// after x in the lexicographic order of the rest }
static isl::map notAfter(isl::space Space, unsigned Equal) {
  return equated(isl::map::lex_ge(Space), 0, Equal);
}

/// Elements of a temporary array live in a sequential part of the tile,
/// { [I, p] -> A[m] }: p are the values of the loops inside a tile that run in
/// sequence, those around the first of Band::ParallelPoints. All points of the
/// tile at I with the same p may be executed in any order, and those with the
/// next p begin when all of them have ended. An element that is live while
/// points with p are executed was written with p or before and is read with p
/// or later, so that two elements live at the same time in any such execution
/// are both related to one [I, p]. (Liveness paper, 2.2; coarser than the
/// partial order in that all of a parallel iteration conflicts with itself.)
isl::map BandLiveness::liveInSequence() const {
  isl::map Key = sequenceInTile(B, T, B.ParallelPoints.front()).reverse();
  isl::map Points = T.Inside.range_map();
  auto ByKey = [&](const isl::map &Accesses) {
    return Key.apply_range(Points.apply_range(Accesses));
  };
  if (Writes.is_null() || Reads.is_null())
    return ByKey(united(Writes, Reads));
  isl::map Written = ByKey(Writes);
  isl::map Past =
      notAfter(Written.get_space().domain(), T.Shape->originDimensions());
  isl::map Since = Past.apply_range(Written);
  isl::map ReadLater = Past.reverse().apply_range(ByKey(Reads));
  return Since.intersect(ReadLater).unite(Written).coalesce();
}

/// The clique of a temporary array.
isl::map BandLiveness::liveInside() const {
  if (T.IsDivided)
    return liveDuring(A);
  if (B.ParallelPoints.empty())
    return liveAtPoint();
  return B.ParallelPoints.front() == 0 ? liveDuring(A) : liveInSequence();
}

/// Elements that must be in local memory, or are on their way, during the tile:
/// \p Live with what other tiles store at that time, and with what they load.
/// Where loads wait for stores, these are not together.
static std::vector<isl::map> liveDuring(const isl::map &Live,
                                        const ArrayTransfers &A,
                                        const PhaseOrder &Order) {
  if (Order.isSequential())
    return {Live};
  isl::map Stored = Order.Storing.apply_range(A.Write);
  isl::map Loaded = Order.Loading.apply_range(A.readOrLoaded());
  if (!Order.isFenced())
    return {Live.unite(Stored).unite(Loaded).coalesce()};
  return {Live.unite(Stored).coalesce(), Live.unite(Loaded).coalesce()};
}

/// Whether \p Form >= 0 bounds a parameter of \p Step from above.
static bool boundsFromAbove(const isl::aff &Form, const isl::aff &Step) {
  for (unsigned P = 0; P < countOf(isl_aff_dim(Step.get(), isl_dim_param));
       ++P) {
    int At = isl_aff_find_dim_by_name(
        Form.get(), isl_dim_param,
        isl_aff_get_dim_name(Step.get(), isl_dim_param, P));
    if (At >= 0 &&
        isl_aff_involves_dims(Step.get(), isl_dim_param, P, 1) ==
            isl_bool_true &&
        isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, At))
            .is_neg())
      return true;
  }
  return false;
}

/// The case that all origins of \p T have the first value along coordinate
/// number \p K, with these. They are a step apart, so that there are others
/// only where the tiles with points reach as far: wherever one constraint on
/// the parameters under which they do is violated, there are none. Such a
/// constraint bounds the step from above.
static std::optional<std::pair<isl::aff, isl::set>>
oneTileAlong(const TileSpace &T, unsigned K) {
  OriginSteps Steps = T.Shape->steps(K);
  isl::aff Coordinate = isl::manage(isl_aff_var_on_domain(
      isl_local_space_from_space(T.NonEmpty.get_space().release()), isl_dim_set,
      K));
  isl::set First = isl::pw_aff(Coordinate).eq_set(isl::pw_aff(Steps.Start));
  isl::set Several =
      T.NonEmpty.intersect(T.Shape->awayFromZero()[K]).subtract(First).params();
  Several =
      isl::manage(isl_set_remove_divs(forAny(Several, T.OuterNames).release()));
  for (const isl::constraint &C :
       constraintsOf(isl::manage(isl_set_simple_hull(Several.release())))) {
    isl::aff Form = isl::manage(isl_constraint_get_aff(C.get()));
    if (isl_constraint_is_equality(C.get()) != isl_bool_false ||
        !boundsFromAbove(Form, Steps.Step))
      continue;
    Form = Form.neg().add_constant(-1);
    return std::pair(
        Form, isl::manage(isl_set_intersect_params(
                  First.release(),
                  isl_pw_aff_nonneg_set(isl_pw_aff_from_aff(Form.copy())))));
  }
  return std::nullopt;
}

/// Whether output number \p Out of \p M changes with input number \p In, as far
/// as forms tell.
static bool dependsOn(const isl::map &M, unsigned Out, unsigned In) {
  if (!M.is_single_valued().is_true())
    return isl_map_involves_dims(M.get(), isl_dim_in, In, 1) != isl_bool_false;
  bool Result = false;
  isl::pw_aff Values = isl::pw_multi_aff::from_map(M).at(int(Out));
  isl::stat Done = Values.foreach_piece([&](isl::set, isl::aff Form) {
    Result |=
        isl_aff_involves_dims(Form.get(), isl_dim_in, In, 1) != isl_bool_false;
    return isl::stat::ok();
  });
  return Result || Done.is_error();
}

/// Whether a subscript of \p Accessed, one of \p Rank, has counter number \p
/// In.
static bool hasCounter(const isl::map &Accessed, unsigned Rank, unsigned In) {
  for (unsigned D = 0; D < Rank; ++D)
    if (dependsOn(Accessed, D, In))
      return true;
  return false;
}

/// Whether coordinate number \p K of \p B counts repetitions: no subscript has
/// the counters that it is made of, but for those of variables that each
/// iteration has anew.
static bool isTime(const Scop &S, const Band &B, unsigned K) {
  return llvm::all_of(S.Statements, [&](const Statement &Stmt) {
    isl::union_map Times = B.Theta.intersect_domain(
        B.Domain.intersect(isl::union_set(Stmt.Domain)));
    if (Times.is_empty().is_true())
      return true;
    for (unsigned In = 0; In < countOf(Stmt.Domain.tuple_dim()); ++In)
      if (dependsOn(Times.as_map(), B.Outer + K, In) &&
          llvm::any_of(Stmt.Accesses, [&](const Access &Each) {
            return !S.Arrays[Each.Array].Private &&
                   hasCounter(Each.Relation, S.Arrays[Each.Array].Rank, In);
          }))
        return false;
    return true;
  });
}

/// The case that one tile covers all of the time, where that is the first
/// coordinate in which tiles of a reuse scope differ, and not the only one: no
/// element waits for a next tile along it then. Other loops are seldom covered
/// by one tile, and what a choice of buffers costs would be paid for nothing.
std::vector<ConflictCase>
BandLiveness::oneTileCases(const PhaseOrder &Order) const {
  unsigned Size = T.Shape->originDimensions(), K = T.Reuse.numFixed(Size);
  if (K + 1 >= Size || !T.Around.empty() || !isTime(S, B, K))
    return {};
  auto Case = oneTileAlong(T, K);
  if (!Case)
    return {};
  ConflictCase Result = {Case->first,
                         liveDuring(liveDuring(A, Case->second), A, Order)};
  for (isl::map &Clique : Result.Cliques)
    Clique = Clique.intersect_domain(Case->second);
  return {Result};
}

ConflictRelation BandLiveness::conflicts(const PhaseOrder &Order) const {
  ConflictRelation C;
  C.Array = S.Arrays[A.Array].Name;
  C.Rank = S.Arrays[A.Array].Rank;
  C.Context = T.Context;
  C.Parameters = T.Parameters;
  if (!IsTemporary) {
    C.Cliques = liveDuring(liveDuring(A), A, Order);
    C.Cases = oneTileCases(Order);
    return C;
  }
  if (!T.IsDivided)
    C.Pairs = conflictsInTile(S, B, A);
  if (C.Pairs.is_null())
    C.Cliques = {liveInside()};
  return C;
}

/// { pt -> A[m] } between the first and the last access to m, points in the
/// order inside a tile.
isl::map BandLiveness::accessedAround() const {
  isl::map All = united(Reads, Writes);
  if (All.is_null())
    return All;
  isl::space Time = All.get_space().domain();
  All = All.apply_domain(pointOrder(B, Time));
  return isl::map::lex_ge(Time).apply_range(All).intersect(
      isl::map::lex_le(Time).apply_range(All));
}

Lifetime BandLiveness::lifetime(const PhaseOrder &Order) const {
  Lifetime L;
  isl::map Used = A.accessed().unite(A.Load);
  L.Tiles = Used.unite(A.presentBefore().intersect(A.AccessedAfter));
  if (isTemporaryAtPoints())
    L.Points = accessedAround();
  else if (!IsTemporary && !Order.isSequential())
    L.Tiles = L.Tiles.unite(Order.Storing.apply_range(Used))
                  .unite(Order.Loading.apply_range(Used));
  return L;
}

/// For each coordinate of the origin, whether tiles whose transfers are under
/// way while a tile is computed may differ from it in that coordinate.
static std::vector<bool> inFlight(const TileSpace &T, const PhaseOrder &Order) {
  isl::map Others = Order.Loading.unite(Order.Storing);
  isl::map All = isl::map::universe(Others.get_space());
  std::vector<bool> Result;
  for (unsigned K = 0; K < T.Shape->originDimensions(); ++K)
    Result.push_back(!Others.is_subset(equated(All, K, K + 1)).is_true());
  return Result;
}

llvm::Expected<ArrayLiveness>
stevedore::computeLiveness(const Scop &S, const Band &B, const TileSpace &T,
                           const ArrayTransfers &A, const PhaseOrder &Order) {
  BandLiveness Found(S, B, T, A);
  ArrayLiveness Result = {Found.conflicts(Order), Found.lifetime(Order)};
  bool IsKnown = !Result.Live.Tiles.is_null() &&
                 !(Found.isTemporaryAtPoints() && Result.Live.Points.is_null());
  for (const isl::map &P : Result.Conflicts.Cliques)
    IsKnown &= !P.is_null();
  if (!IsKnown)
    return islError(S.ctx(),
                    "the liveness of array '" + Result.Conflicts.Array + "'");
  return Result;
}

/// When tiles that differ first in dimension k share an element, it lives in all
/// tiles between them, which may differ in k and everything inside of it.
std::vector<unsigned> stevedore::sharedCoordinates(const Scop &S, const Band &B,
                                                   const TileSpace &T,
                                                   const ArrayTransfers &A,
                                                   const PhaseOrder &Order) {
  isl::map AtPoints = accessesByTime(S, B, A, &Access::Reads);
  for (bool Access::*Kind : {&Access::MustWrites, &Access::MayWrites})
    AtPoints = united(AtPoints, accessesByTime(S, B, A, Kind));
  isl::map Accessed = A.accessed();
  if (!A.LoadedBefore.is_null())
    Accessed = Accessed.unite(A.Load).unite(A.LoadedBefore);
  auto isReusedAlong = [&](unsigned K) {
    isl::map Elsewhere =
        T.Before.unite(T.After).intersect(T.Shape->outsideAlong(K));
    return AtPoints.is_null() ||
           !Elsewhere.apply_range(AtPoints).is_disjoint(Accessed).is_true();
  };
  std::vector<unsigned> Result;
  std::vector<bool> InFlight = inFlight(T, Order);
  for (unsigned K = 0; K < InFlight.size(); ++K)
    if (InFlight[K] || !Result.empty() || isReusedAlong(K))
      Result.push_back(K);
  return Result;
}

static std::vector<isl::basic_map> piecesOf(isl::map M) {
  std::vector<isl::basic_map> Result;
  M.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    Result.push_back(Piece);
    return isl::stat::ok();
  });
  return Result;
}

bool stevedore::mayOverlap(const Lifetime &X, const Lifetime &Y,
                           const isl::set &Context) {
  Budget Limit(Context.ctx(), {0, limits::OverlapOperations});
  bool AtPoints = !X.Points.is_null() && !Y.Points.is_null();
  isl::map First = (AtPoints ? X.Points : X.Tiles).intersect_params(Context);
  isl::map Second = (AtPoints ? Y.Points : Y.Tiles).intersect_params(Context);
  if (First.is_null() || Second.is_null())
    return true;
  std::vector<isl::basic_map> Left = piecesOf(First), Right = piecesOf(Second);
  if (Left.size() * Right.size() > limits::OverlapPairs)
    return true;
  for (const isl::basic_map &A : Left)
    for (const isl::basic_map &B : Right) {
      isl::basic_map Both =
          isl::manage(isl_basic_map_range_product(A.copy(), B.copy()));
      if (!Both.is_empty().is_true())
        return true;
    }
  return unlessOver(Limit, false, true);
}
