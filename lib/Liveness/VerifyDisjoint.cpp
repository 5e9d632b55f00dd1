//===- VerifyDisjoint.cpp - Arrays that are never live together -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"

using namespace stevedore;

namespace {

/// The accesses to one array of a band, and when they occupy local memory.
class Occupation {
public:
  Occupation(const Scop &S, const Band &B, const TileSpace &T,
             const ArrayTransfers &A)
      : S(S), B(B), T(T), A(A) {}

  llvm::Expected<bool> isInsideTiles() const;
  isl::set pointsOfAccess() const;
  isl::set pointsBetween() const;
  isl::set tilesOfArrival(const PhaseOrder *InFlight) const;
  isl::set tilesBetween(const PhaseOrder *InFlight) const;

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
  const ArrayTransfers &A;

  isl::map accesses() const;
  isl::map accessesInTile() const;
  isl::map byTiles(isl::map Points) const;
  isl::map used() const;
};

} // namespace

/// { pt -> A[m] : the instance executed at pt accesses m }
isl::map Occupation::accesses() const {
  isl::union_map Time = B.Theta.intersect_domain(B.Domain);
  isl::union_map All = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  for (const Statement &Stmt : S.Statements)
    for (const Access &Ref : Stmt.Accesses)
      if (Ref.Array == A.Array)
        All = All.unite(
            isl::union_map(Ref.Relation.intersect_domain(Stmt.Domain)));
  isl::union_map ByTime = All.apply_domain(Time);
  isl::map Result;
  ByTime.foreach_map([&](isl::map M) -> isl::stat {
    Result = Result.is_null() ? M : Result.unite(M);
    return isl::stat::ok();
  });
  return Result;
}

/// accesses() with the coordinates of the points in the order in which loops
/// nest inside a tile.
isl::map Occupation::accessesInTile() const {
  isl::map All = accesses();
  return All.apply_domain(pointOrder(B, All.get_space().domain()));
}

/// Whether no value enters or leaves a tile, so that it is accessed at one
/// point of the band.
llvm::Expected<bool> Occupation::isInsideTiles() const {
  isl::map Crossing = A.In.unite(A.Load).unite(A.Store).unite(
      A.AccessedBefore.intersect(A.ReadAfter));
  return checked(S.ctx(), Crossing.is_empty(), "what crosses a tile's border");
}

isl::set Occupation::pointsOfAccess() const {
  return accessesInTile().domain();
}

/// { pt : some element is accessed not after pt and not before it }
isl::set Occupation::pointsBetween() const {
  isl::map All = accessesInTile();
  isl::space Time = All.get_space().domain();
  isl::map Since = isl::map::lex_le(Time).reverse().apply_range(All);
  isl::map Until = isl::map::lex_ge(Time).reverse().apply_range(All);
  return Since.intersect(Until).domain();
}

/// { I -> A[m] : \p Points, { I -> pt }, access m }
isl::map Occupation::byTiles(isl::map Points) const {
  return Points.apply_range(accesses());
}

/// What each tile accesses or loads.
isl::map Occupation::used() const { return byTiles(T.Inside).unite(A.Load); }

/// The tiles I during which a use of the array begins: those that access it,
/// and where transfers may be under way, those before.
isl::set Occupation::tilesOfArrival(const PhaseOrder *InFlight) const {
  isl::map Begins = used();
  if (InFlight)
    Begins = Begins.unite(InFlight->Loading.apply_range(used()));
  return Begins.domain();
}

/// The tiles I with an element that is used in or before I and in or after it,
/// or under way.
isl::set Occupation::tilesBetween(const PhaseOrder *InFlight) const {
  isl::map Here = used();
  isl::map Since = byTiles(T.Before).unite(Here);
  if (!A.LoadedBefore.is_null())
    Since = Since.unite(A.LoadedBefore);
  isl::map Until = byTiles(T.After).unite(Here);
  isl::map Held = Since.intersect(Until);
  if (InFlight)
    Held = Held.unite(InFlight->Loading.apply_range(Here))
               .unite(InFlight->Storing.apply_range(Here));
  return Held.domain();
}

/// Whether \p X and \p Y have nothing in common where \p Context holds.
static llvm::Expected<bool> areApart(isl::set X, isl::set Y,
                                     const isl::set &Context) {
  return checked(Context.ctx().get(),
                 X.intersect_params(Context).is_disjoint(Y),
                 "whether two arrays are live at the same time");
}

/// Lifetimes are intervals of time: two of them have an instant in common if
/// and only if one begins during the other. What stays inside of tiles is never
/// transferred.
llvm::Error stevedore::verifyDisjoint(const Scop &S, const Band &B,
                                      const TileSpace &T,
                                      const ArrayTransfers &X,
                                      const ArrayTransfers &Y,
                                      const PhaseOrder &Order) {
  Occupation First(S, B, T, X), Second(S, B, T, Y);
  auto InsideFirst = First.isInsideTiles();
  if (!InsideFirst)
    return InsideFirst.takeError();
  auto InsideSecond = Second.isInsideTiles();
  if (!InsideSecond)
    return InsideSecond.takeError();
  bool AtPoints =
      *InsideFirst && *InsideSecond && B.ParallelPoints.empty() && !T.IsDivided;
  auto inFlight = [&](bool Inside) {
    return Inside || Order.isSequential() ? nullptr : &Order;
  };
  auto beginsApart = [&](const Occupation &One, bool OneInside,
                         const Occupation &Other, bool OtherInside) {
    if (AtPoints)
      return areApart(One.pointsOfAccess(), Other.pointsBetween(), T.Context);
    return areApart(One.tilesOfArrival(inFlight(OneInside)),
                    Other.tilesBetween(inFlight(OtherInside)), T.Context);
  };
  auto Apart = beginsApart(First, *InsideFirst, Second, *InsideSecond);
  if (Apart && *Apart)
    Apart = beginsApart(Second, *InsideSecond, First, *InsideFirst);
  if (!Apart)
    return Apart.takeError();
  if (*Apart)
    return llvm::Error::success();
  return llvm::make_error<IslError>(
      IslError::Invalid, "the arrays '" + S.Arrays[X.Array].Name + "' and '" +
                             S.Arrays[Y.Array].Name +
                             "' share a buffer but may be live at the same "
                             "time");
}

llvm::Error stevedore::verifyConfined(const Scop &S, const Band &B,
                                      const TileSpace &T) {
  isl::map Scope = T.Inside.unite(T.Before).unite(T.After);
  isl::map Own = isl::map::universe(T.Inside.get_space());
  for (unsigned D = 0; D < B.Outer; ++D) {
    int At = isl_map_find_dim_by_name(Own.get(), isl_dim_param,
                                      T.OuterNames[D].c_str());
    Own = At < 0 ? isl::map::empty(Own.get_space())
                 : isl::manage(isl_map_equate(Own.release(), isl_dim_param, At,
                                              isl_dim_out, D));
  }
  auto Confined = checked(S.ctx(), Scope.is_subset(Own),
                          "the executions of a band apart from each other");
  for (const isl::map &Side : T.Shape->sinks(ReuseScope::nest()))
    if (!T.Around.empty() && Confined && *Confined)
      Confined = checked(S.ctx(), Scope.is_disjoint(Side),
                         "the tiles of a tile apart from others");
  if (!Confined)
    return Confined.takeError();
  if (*Confined)
    return llvm::Error::success();
  return llvm::make_error<IslError>(
      IslError::Invalid, "a band reuses data from another execution of it");
}
