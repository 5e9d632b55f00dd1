//===- CrossConflicts.cpp - Conflicts between the arrays of a band --------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointSequence.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"

using namespace stevedore;

namespace {

/// When the elements of one array are in local memory.
class Presence {
public:
  Presence(const Scop &S, const Band &B, const TileSpace &T,
           const ArrayTransfers &A)
      : S(S), B(B), T(T), A(A) {}

  isl::map atBegin() const;
  isl::map atEnd() const;
  isl::map written() const;
  isl::map during() const;

private:
  const Scop &S;
  const Band &B;
  const TileSpace &T;
  const ArrayTransfers &A;

  unsigned numOrdered() const;
  isl::map byPoints(const isl::map &Accesses) const;
  isl::map all() const;
  isl::map readLate() const;
};

} // namespace

/// { [I] -> A[m] } : in local memory when the points of the tile begin.
isl::map Presence::atBegin() const {
  isl::map Needed = A.accessed().unite(A.AccessedAfter).unite(A.Store);
  return A.loadedAnyway().unite(A.presentBefore().intersect(Needed));
}

/// { [I] -> A[m] } : in local memory when the points of the tile have ended.
isl::map Presence::atEnd() const {
  return A.Store.unite(A.accessed()
                           .unite(A.loadedAnyway())
                           .unite(A.presentBefore())
                           .intersect(A.AccessedAfter));
}

/// The number of loops inside a tile.
unsigned Presence::numOrdered() const {
  isl::map Order = pointOrder(B, T.Inside.get_space().range());
  return countOf(Order.range_tuple_dim()) - B.Outer;
}

/// { [I, p] -> A[m] } for \p Accesses, { pt -> A[m] }; null for none.
isl::map Presence::byPoints(const isl::map &Accesses) const {
  if (Accesses.is_null())
    return Accesses;
  return sequenceInTile(B, T, numOrdered())
      .reverse()
      .apply_range(T.Inside.range_map().apply_range(Accesses));
}

/// { [I, p] -> A[m] } : the instance at p in the tile at I writes m.
isl::map Presence::written() const {
  return byPoints(united(accessesByTime(S, B, A, &Access::MustWrites),
                         accessesByTime(S, B, A, &Access::MayWrites)));
}

/// { [I, p] -> A[m] } : it accesses m.
isl::map Presence::all() const {
  return united(written(), byPoints(accessesByTime(S, B, A, &Access::Reads)));
}

/// Whether instances of \p Stmt write one element, after all that they read: it
/// is no call that finds elements from an address.
static bool readsFirst(const Scop &S, const Statement &Stmt) {
  unsigned Writes = 0;
  for (const Access &Ref : Stmt.Accesses) {
    if (!S.Arrays[Ref.Array].InRows.empty())
      return false;
    if (!Ref.MustWrites && !Ref.MayWrites)
      continue;
    if (++Writes > 1 || !Ref.Relation.is_single_valued().is_true())
      return false;
  }
  return true;
}

/// { [I, p] -> A[m] } : m may be read at p after something else is written
/// there.
isl::map Presence::readLate() const {
  isl::union_map Time = B.Theta.intersect_domain(B.Domain);
  Scop Late = S;
  if (Time.is_injective().is_true())
    llvm::erase_if(Late.Statements,
                   [&](const Statement &Stmt) { return readsFirst(S, Stmt); });
  if (Late.Statements.empty())
    return isl::map();
  return byPoints(accessesByTime(Late, B, A, &Access::Reads));
}

/// { [I, p] -> A[m] } : m is in local memory when the instance at p in the tile
/// at I writes, having read what it reads, and is needed after it.
isl::map Presence::during() const {
  isl::map All = all();
  isl::space Space = All.get_space().domain();
  unsigned Tile = T.Shape->originDimensions();
  isl::map Points =
      isl::manage(isl_map_identity(isl_space_map_from_set(Space.copy())));
  Points = Points.intersect_domain(sequenceInTile(B, T, numOrdered()).range());
  isl::map Home = Points.project_out(isl::dim::out, Tile, numOrdered());
  isl::map Past = equated(isl::map::lex_ge(Space), 0, Tile),
           Future = equated(isl::map::lex_lt(Space), 0, Tile);
  isl::map Since =
      coalesced(Past.apply_range(All).unite(Home.apply_range(atBegin())));
  isl::map Until = united(
      Future.apply_range(All).unite(Home.apply_range(atEnd())), readLate());
  return coalesced(united(Since.intersect(Until), written()));
}

/// Two elements are there at one moment if both are when a tile begins, or
/// ends, or when one of them is written.
llvm::Expected<CrossConflicts>
stevedore::computeCrossConflicts(const Scop &S, const Band &B,
                                 const TileSpace &T, const ArrayTransfers &X,
                                 const ArrayTransfers &Y) {
  Presence First(S, B, T, X), Second(S, B, T, Y);
  CrossConflicts Result;
  Result.Cliques = {{First.atBegin(), Second.atBegin()},
                    {First.atEnd(), Second.atEnd()}};
  isl::map Left = First.written(), Right = Second.written();
  if (!Right.is_null())
    Result.Cliques.emplace_back(First.during(), Right);
  if (!Left.is_null())
    Result.Cliques.emplace_back(Left, Second.during());
  for (auto &[U, V] : Result.Cliques) {
    U = U.intersect_params(T.Context);
    V = V.intersect_params(T.Context);
    if (U.is_null() || V.is_null())
      return islError(S.ctx(), "the conflicts of arrays '" +
                                   S.Arrays[X.Array].Name + "' and '" +
                                   S.Arrays[Y.Array].Name + "'");
  }
  return std::move(Result);
}
