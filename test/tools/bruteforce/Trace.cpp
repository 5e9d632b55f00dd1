//===- test/tools/bruteforce/Trace.cpp - Executing a tiled band on paper ===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/val.h"
#include <algorithm>

using namespace llvm;
using namespace stevedore;

namespace bruteforce {

/// Calls \p Each with the coordinates of every pair of \p Relation, those of
/// the domain first.
static Error forEachPair(isl::map Relation, const Values &V,
                         function_ref<void(const Point &)> Each) {
  isl_set *Set = isl_map_wrap(Relation.release());
  isl_ctx *Ctx = isl_set_get_ctx(Set);
  for (int I = 0, N = isl_set_dim(Set, isl_dim_param); I < N; ++I) {
    std::string Name = isl_set_get_dim_name(Set, isl_dim_param, I);
    auto It = V.find(Name);
    if (It == V.end()) {
      isl_set_free(Set);
      return createStringError(inconvertibleErrorCode(),
                               "no value for parameter '" + Name + "'");
    }
    Set = isl_set_fix_si(Set, isl_dim_param, I, It->second);
  }
  auto Visit = [](isl_point *P, void *User) {
    auto &Call = *static_cast<function_ref<void(const Point &)> *>(User);
    isl_space *Space = isl_point_get_space(P);
    Point Coordinates(isl_space_dim(Space, isl_dim_set));
    isl_space_free(Space);
    for (size_t I = 0; I < Coordinates.size(); ++I) {
      isl_val *Value = isl_point_get_coordinate_val(P, isl_dim_set, I);
      Coordinates[I] = isl_val_get_num_si(Value);
      isl_val_free(Value);
    }
    isl_point_free(P);
    Call(Coordinates);
    return isl_stat_ok;
  };
  isl_stat Done = isl_set_foreach_point(Set, Visit, &Each);
  isl_set_free(Set);
  return Done == isl_stat_ok ? Error::success()
                             : islError(Ctx, "the enumeration");
}

/// The elements of every instance of \p Stmt for one of its accesses.
static Expected<std::map<Point, std::vector<Point>>>
elementsOf(const Statement &Stmt, const Access &A, const Values &V) {
  std::map<Point, std::vector<Point>> Result;
  int Depth = isl_set_dim(Stmt.Domain.get(), isl_dim_set);
  Error E = forEachPair(
      A.Relation.intersect_domain(Stmt.Domain), V, [&](const Point &P) {
        Point Instance(P.begin(), P.begin() + Depth);
        Result[Instance].emplace_back(P.begin() + Depth, P.end());
      });
  if (E)
    return std::move(E);
  return std::move(Result);
}

namespace {

/// The sizes of tiles, and of those around them; empty where there are none.
struct TileSizes {
  Point Own, Around;
};

} // namespace

/// The time [o, b, r] with the tile numbers between o and b. Coordinates that
/// are no loops decide about the tile alone.
static Point tiledTime(const Point &Time, const Band &B,
                       const TileSizes &Sizes) {
  auto divided = [](int64_t Value, int64_t Size) {
    return Value / Size - (Value % Size < 0);
  };
  Point Result(Time.begin(), Time.begin() + B.Outer), Inside;
  for (unsigned K = 0; K < B.Size; ++K) {
    int64_t Value = Time[B.Outer + K];
    if (!Sizes.Around.empty()) {
      Result.push_back(divided(Value, Sizes.Around[K]));
      Value -= Result.back() * Sizes.Around[K];
    }
    Inside.push_back(divided(Value, Sizes.Own[K]));
  }
  Result.insert(Result.end(), Inside.begin(), Inside.end());
  unsigned First = B.Outer + (B.HasCoordinates ? B.Size : 0);
  Result.insert(Result.end(), Time.begin() + First, Time.end());
  return Result;
}

/// The events of the instances of statement number \p Number by tiled time.
static Error addStatement(const Scop &S, unsigned Number, const Band &B,
                          const TileSizes &Sizes, const Values &V,
                          std::map<Point, std::vector<Event>> &Order) {
  const Statement &Stmt = S.Statements[Number];
  int Depth = isl_set_dim(Stmt.Domain.get(), isl_dim_set);
  std::map<Point, Point> Times;
  isl::union_map Theta = B.Theta.intersect_domain(B.Domain).intersect_domain(
      isl::union_set(Stmt.Domain));
  if (Theta.is_empty().is_true())
    return Error::success();
  if (Error E = forEachPair(Theta.as_map(), V, [&](const Point &P) {
        Point Time(P.begin() + Depth, P.end());
        Times[Point(P.begin(), P.begin() + Depth)] = tiledTime(Time, B, Sizes);
      }))
    return E;
  for (const auto &[Instance, Time] : Times)
    Order[Time];
  for (const Access &A : Stmt.Accesses) {
    auto Elements = elementsOf(Stmt, A, V);
    if (!Elements)
      return Elements.takeError();
    for (const auto &[Instance, Time] : Times)
      for (const Point &Element : (*Elements)[Instance])
        Order[Time].push_back({{Number, Instance},
                               A.Array,
                               Element,
                               A.Reads,
                               A.MustWrites,
                               A.MayWrites});
  }
  return Error::success();
}

/// Appends the events of one instance: all reads, then all writes.
static void appendInstance(const std::vector<Event> &Events, Tile &T) {
  for (Event E : Events)
    if (E.Reads) {
      E.MustWrites = E.MayWrites = false;
      T.Events.push_back(E);
    }
  for (Event E : Events)
    if (E.MustWrites || E.MayWrites) {
      E.Reads = false;
      T.Events.push_back(E);
    }
}

/// The sizes L2_T1, L2_T2, ... of the tiles around those of \p B, or T1, ... of
/// these, 32 where \p V has none; \p Prefix is "L2_" or nothing. None of
/// tiles around where \p V has none.
static Expected<Point> sizesOf(const Band &B, const Values &V,
                               const std::string &Prefix) {
  Point Result;
  for (unsigned K = 0; K < B.Size; ++K) {
    auto It = V.find(Prefix + "T" + std::to_string(B.FirstTile + K + 1));
    if (It == V.end() && !Prefix.empty())
      return Point();
    bool IsNumber = K < B.TileNumbers;
    Result.push_back(IsNumber ? 1 : It == V.end() ? 32 : It->second);
    if (Result.back() < 1)
      return createStringError(inconvertibleErrorCode(),
                               "a tile size is less than 1");
  }
  return Result;
}

Expected<std::vector<Tile>> traceBand(const Scop &S, const Band &B,
                                      const Values &V) {
  auto Own = sizesOf(B, V, ""), Around = sizesOf(B, V, "L2_");
  if (!Own || !Around)
    return Own ? Around.takeError() : Own.takeError();
  TileSizes Sizes{*Own, *Around};
  std::map<Point, std::vector<Event>> Order;
  for (unsigned Number = 0; Number < S.Statements.size(); ++Number)
    if (Error E = addStatement(S, Number, B, Sizes, V, Order))
      return std::move(E);
  std::vector<Tile> Tiles;
  for (const auto &[Time, Events] : Order) {
    auto First = Time.begin() + B.Outer + Sizes.Around.size();
    Point Outer(Time.begin(), First), Index(First, First + B.Size);
    if (Tiles.empty() || Tiles.back().Outer != Outer ||
        Tiles.back().Index != Index)
      Tiles.push_back({Outer, Index, {}});
    appendInstance(Events, Tiles.back());
  }
  return std::move(Tiles);
}

bool readOutside(const Scop &S, const Band &B, unsigned Array) {
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array && A.Reads) {
        isl::union_set Readers(
            A.Relation.intersect_domain(Stmt.Domain).domain());
        if (!Readers.is_subset(B.Domain).is_true())
          return true;
      }
  return false;
}

} // namespace bruteforce
