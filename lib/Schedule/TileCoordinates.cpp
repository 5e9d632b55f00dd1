//===- TileCoordinates.cpp - Along what tiles are cut ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/TileCoordinates.h"
#include "Diamond.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Schedule/TileLattice.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

std::string stevedore::whyNoHyperplanes(const isl::map &Hyperplanes) {
  if (Hyperplanes.is_null())
    return "a text that isl does not read";
  isl::set All = isl::set::universe(Hyperplanes.domain().get_space());
  if (countOf(Hyperplanes.dim(isl::dim::param)) != 0)
    return "a map with parameters";
  if (countOf(Hyperplanes.dim(isl::dim::in)) == 0 ||
      countOf(Hyperplanes.dim(isl::dim::out)) == 0)
    return "a map without dimensions";
  if (!Hyperplanes.is_single_valued().is_true() ||
      !Hyperplanes.domain().is_equal(All).is_true())
    return "a map that is not defined everywhere, once";
  isl::pw_multi_aff Values =
      isl::manage(isl_pw_multi_aff_from_map(Hyperplanes.copy()));
  if (isl_pw_multi_aff_n_piece(Values.get()) != 1)
    return "a map in pieces";
  bool IsAffine = true;
  Values.foreach_piece([&](isl::set, isl::multi_aff Piece) -> isl::stat {
    for (unsigned K = 0; K < countOf(Hyperplanes.dim(isl::dim::out)); ++K)
      IsAffine &= isl_aff_dim(Piece.at(K).get(), isl_dim_div) == 0 &&
                  isl::manage(isl_aff_get_denominator_val(Piece.at(K).get()))
                      .is_one()
                      .is_true();
    return isl::stat::ok();
  });
  return IsAffine ? "" : "a map with divisions";
}

/// The two relations of "ORIGINS + SHAPE".
static std::optional<TilingText> latticeIn(StringRef Text) {
  auto [Origins, Shape] = Text.split('}');
  if (!Shape.ltrim().consume_front("+"))
    return std::nullopt;
  return TilingText{TilingKind::Lattice, Origins.str() + "}",
                    Shape.ltrim().drop_front().trim().str()};
}

/// Why \p Text is no tiling; empty: it is one.
static std::string whyNoTiling(const TilingText &Text) {
  IslContext Ctx;
  isl::map Relation(Ctx, Text.Relation);
  if (Text.Kind == TilingKind::Map)
    return whyNoHyperplanes(Relation);
  Expected<isl::map> Tiles = tilesAround(Relation, isl::set(Ctx, Text.Shape));
  return Tiles ? "" : "one whose " + toString(Tiles.takeError());
}

/// The tilings that have names.
static constexpr std::pair<const char *, TilingKind> Named[] = {
    {"box", TilingKind::Box},
    {"diamond", TilingKind::Diamond},
    {"hexagon", TilingKind::Hexagon}};

std::string stevedore::tilingText(const TilingText &Tiling) {
  for (auto [Name, Kind] : Named)
    if (Tiling.Kind == Kind)
      return Name;
  if (Tiling.Kind == TilingKind::Shifted)
    return "box@" + Tiling.Relation;
  return Tiling.Relation + (Tiling.Shape.empty() ? "" : " + " + Tiling.Shape);
}

Expected<TilingText> stevedore::parseTiling(StringRef Text) {
  for (auto [Name, Kind] : Named)
    if (Text == Name)
      return TilingText{Kind, "", ""};
  if (Text.consume_front("box@"))
    return TilingText{TilingKind::Shifted, Text.str(), ""};
  TilingText Result = latticeIn(Text).value_or(
      TilingText{TilingKind::Map, Text.str(), ""});
  std::string Why = whyNoTiling(Result);
  if (!Why.empty())
    return createStringError(
        "expected 'box', 'box@' with origins, 'diamond', 'hexagon', a map such "
        "as '{ [b1, b2] -> "
        "[b1 + b2, b1 - b2] }' or origins and a shape such as '{ [t1, t2] -> "
        "[4t1, 4t2] } + { [b1, b2] : 0 <= b1, b2 < 4 }', not " +
        Why);
  return Result;
}

/// { [o, b, r, c] -> [o, c, b, r] }
static isl::map inPlace(isl::ctx Ctx, unsigned Outer, unsigned Dims,
                        unsigned Count) {
  isl::map Result = isl::manage(isl_map_universe(
      isl_space_alloc(Ctx.get(), 0, Dims + Count, Dims + Count)));
  for (unsigned D = 0; D < Dims + Count; ++D) {
    unsigned To = D >= Dims ? Outer + D - Dims : D < Outer ? D : D + Count;
    Result = isl::manage(
        isl_map_equate(Result.release(), isl_dim_in, D, isl_dim_out, To));
  }
  return Result;
}

/// { S[i] -> [o, c, b, r] }, \p Theta with the coordinates \p C of its
/// instances.
static isl::union_map withCoordinates(const isl::union_map &Theta,
                                      const isl::union_map &C, const Band &B,
                                      unsigned Count) {
  isl::union_map Times =
      isl::manage(isl_union_map_flat_range_product(Theta.copy(), C.copy()));
  return Times.apply_range(isl::union_map(
      inPlace(Theta.ctx(), B.Outer, timeDimensions(B), Count)));
}

/// \p B, tiled along the \p Count coordinates \p C, { S[i] -> [c] }.
static Band along(const Band &B, const isl::union_map &C, unsigned Count) {
  Band Result = B;
  unsigned Dims = timeDimensions(B);
  Result.Theta = withCoordinates(B.Theta, C, B, Count);
  Result.Size = Count;
  Result.HasCoordinates = true;
  Result.PointOrder.clear();
  for (unsigned D = 0; D < Dims - B.Outer; ++D)
    Result.PointOrder.push_back(
        Count + (D < B.PointOrder.size() ? B.PointOrder[D] : D));
  for (unsigned K = 0; K < Count; ++K)
    Result.PointOrder.push_back(K);
  return Result;
}

/// The affine hulls of the parts of \p M.
static isl::union_map unbounded(const isl::union_map &M) {
  isl::union_map Result = isl::union_map::empty(M.ctx());
  isl::stat Done = M.foreach_map([&](isl::map Part) -> isl::stat {
    Result = Result.unite(isl::union_map(isl::map(Part.affine_hull())));
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::union_map();
}

/// \p B, tiled by the coordinates \p Tiles, { [c] -> [t] }, of its points \p C,
/// { S[i] -> [c] }; the first \p Numbers of them are numbers of tiles.
static Band numbered(const Band &B, const isl::union_map &C,
                     const isl::map &Tiles, unsigned Numbers) {
  isl::union_map ToTile(Tiles);
  unsigned Count = countOf(Tiles.dim(isl::dim::out));
  Band Result = along(B, C.apply_range(ToTile), Count);
  Result.TileNumbers = Numbers;
  Result.Unbounded = withCoordinates(
      unbounded(B.Theta), unbounded(C).apply_range(ToTile), B, Count);
  return Result;
}

static isl::map identityOf(isl::ctx Ctx, unsigned Dims) {
  return isl::manage(
      isl_map_identity(isl_space_alloc(Ctx.get(), 0, Dims, Dims)));
}

/// { S[i] -> [b] }, the tiled dimensions of \p B.
static isl::union_map tiledDimensions(const Band &B) {
  isl::map OfTime = identityOf(B.Theta.ctx(), B.Size);
  OfTime = isl::manage(isl_map_insert_dims(OfTime.release(), isl_dim_in, 0,
                                           B.Outer));
  OfTime = isl::manage(isl_map_add_dims(OfTime.release(), isl_dim_in,
                                        timeDimensions(B) - B.Outer - B.Size));
  return B.Theta.apply_range(isl::union_map(OfTime));
}

Band stevedore::tiledAlong(const Band &B, const isl::map &Hyperplanes) {
  return along(B, tiledDimensions(B).apply_range(isl::union_map(Hyperplanes)),
               countOf(Hyperplanes.dim(isl::dim::out)));
}

Band stevedore::pointsAlong(Band B, const isl::map &Points) {
  isl::ctx Ctx = B.Theta.ctx();
  unsigned Rest = timeDimensions(B) - B.Outer - B.Size;
  B.PointOrder.clear();
  Band Result = tiledAlong(B, identityOf(Ctx, B.Size));
  isl_map *Order = isl_map_flat_product(
      identityOf(Ctx, B.Outer + B.Size).release(), Points.copy());
  Order = isl_map_flat_product(Order, identityOf(Ctx, Rest).release());
  Result.Theta = Result.Theta.apply_range(isl::union_map(isl::manage(Order)));
  return Result;
}

Band stevedore::tiledInto(const Band &B, const isl::map &Tiles) {
  return numbered(B, tiledDimensions(B), Tiles,
                  countOf(Tiles.dim(isl::dim::out)));
}

/// An example of a pair of \p InBand whose times by \p Times are in \p Back, as
/// text; empty: there is none.
static Expected<std::string> exampleOf(const isl::union_map &Times,
                                       const isl::map &Back,
                                       const isl::union_map &InBand) {
  isl::union_map Bad = Times.apply_range(isl::union_map(Back))
                           .apply_range(Times.reverse())
                           .intersect(InBand);
  auto None = checked(Times.ctx().get(), Bad.is_empty(), "the order of tiles");
  if (!None)
    return None.takeError();
  std::string Example;
  if (!*None)
    Bad.foreach_map([&](isl::map M) -> isl::stat {
      if (Example.empty())
        Example = toText(isl::map(isl::manage(isl_map_sample(M.release()))));
      return isl::stat::ok();
    });
  return Example;
}

/// An example of a pair of \p InBand along which coordinate number \p K of \p B
/// decreases in one execution of it, where the numbers of tiles before it are
/// equal, as text; empty: there is none.
static Expected<std::string> goesBack(const Band &B,
                                      const isl::union_map &InBand,
                                      unsigned K) {
  unsigned Dims = timeDimensions(B);
  isl::ctx Ctx = B.Theta.ctx();
  isl::map Back =
      isl::manage(isl_map_universe(isl_space_alloc(Ctx.get(), 0, Dims, Dims)));
  Back = equated(Back, 0, B.Outer + std::min(K, B.TileNumbers));
  Back = isl::manage(isl_map_order_gt(Back.release(), isl_dim_in, B.Outer + K,
                                      isl_dim_out, B.Outer + K));
  return exampleOf(B.Theta, Back, InBand);
}

/// The dependences of \p D within \p B.
static isl::union_map dependencesIn(const Band &B, const Dependences &D) {
  return D.all().intersect_domain(B.Domain).intersect_range(B.Domain);
}

Expected<std::string> stevedore::misorderedPoints(const Band &B,
                                                  const Dependences &D) {
  isl::space Time = isl::manage(
      isl_space_set_alloc(B.Theta.ctx().get(), 0, timeDimensions(B)));
  isl::map NotAfter = isl::manage(isl_map_lex_ge(Time.release()));
  return exampleOf(pointTimes(B), equated(NotAfter, 0, B.Outer),
                   dependencesIn(B, D));
}

/// { [t' - t] }, the distances between different tiles of one execution of
/// \p B, whose tiled dimensions are their numbers.
static isl::set distancesOfTiles(const Band &B, const Dependences &D) {
  isl::set Result;
  isl::union_map Times =
      dependencesIn(B, D).apply_domain(B.Theta).apply_range(B.Theta);
  Times.foreach_map([&](isl::map M) -> isl::stat {
    isl::set Distances = equated(M, 0, B.Outer).deltas();
    unsigned Rest = countOf(Distances.tuple_dim()) - B.Outer - B.Size;
    Distances =
        Distances.project_out(isl::dim::set, B.Outer + B.Size, Rest)
            .project_out(isl::dim::set, 0, B.Outer);
    unsigned Parameters = countOf(Distances.dim(isl::dim::param));
    Distances = Distances.project_out(isl::dim::param, 0, Parameters);
    isl::set Same = isl::manage(
        isl_set_from_point(isl_point_zero(Distances.get_space().release())));
    Distances = Distances.subtract(Same);
    Result = Result.is_null() ? Distances : Result.unite(Distances);
    return isl::stat::ok();
  });
  return Result;
}

/// That no tile of \p B depends on a later one.
static Error inOrder(const Band &B, const Dependences &D) {
  isl::union_map InBand = dependencesIn(B, D);
  for (unsigned K = 0; K < B.Size; ++K) {
    auto Example = goesBack(B, InBand, K);
    if (!Example)
      return Example.takeError();
    if (!Example->empty())
      return createStringError("its tiles are in no order: a dependence goes "
                               "back along coordinate " +
                               Twine(K + 1) + " of the tiling, such as " +
                               *Example);
  }
  return Error::success();
}

/// \p B in the tiles { [b] -> [t] }, in the order of their numbers, or in
/// another one in which no tile depends on a later one.
static Expected<Band> inSomeOrder(const Band &B, const Dependences &D,
                                  const isl::map &Tiles) {
  Band Result = tiledInto(B, Tiles);
  Error Failed = inOrder(Result, D);
  if (!Failed)
    return Result;
  isl::map Order = orderOfTiles(distancesOfTiles(Result, D));
  if (Order.is_null())
    return std::move(Failed);
  consumeError(std::move(Failed));
  Result = tiledInto(B, Tiles.apply_range(Order));
  if (Error E = inOrder(Result, D))
    return std::move(E);
  return Result;
}

/// Whether moving the points of each statement, whose coordinates are \p C, along
/// \p Moves, { [c] }, which are their first coordinates, maps the lattice of the
/// points to itself (Ancourt and Irigoin, section 2.5).
static bool keepsLattices(const isl::union_map &C, const isl::set &Moves) {
  bool Result = true;
  unsigned Count = countOf(Moves.tuple_dim());
  C.range().foreach_set([&](isl::set Points) -> isl::stat {
    unsigned Dims = countOf(Points.tuple_dim());
    Points = Points.project_out(isl::dim::set, Count, Dims - Count);
    isl::map Pairs = isl::manage(
        isl_map_from_domain_and_range(Points.copy(), Points.copy()));
    Result &= Moves.is_subset(Pairs.deltas()).is_true();
    return isl::stat::ok();
  });
  return Result;
}

/// Whether hexagons of these edges hold the same points of each statement,
/// whose coordinates are \p C.
static bool areAlike(const isl::union_map &C, int64_t Edge, int64_t Width) {
  std::string Both = std::to_string(Edge + Width);
  std::string Back = std::to_string(-Width);
  return keepsLattices(unbounded(C),
                       isl::set(C.ctx(), "{ [" + Both + ", " + Back + "]; [" +
                                             Back + ", " + Both + "] }"));
}

/// The least width along coordinate number \p K of \p Count with which tiles are
/// alike, of points with the coordinates \p C; none where that is not small.
static std::optional<int64_t> leastWidth(const isl::union_map &C, unsigned K,
                                         unsigned Count) {
  isl_space *Space = isl_space_set_alloc(C.ctx().get(), 0, Count);
  isl::point Move = isl::manage(isl_point_zero(Space));
  for (int64_t Width = 1; Width <= limits::WidthStep; ++Width) {
    Move = isl::manage(isl_point_add_ui(Move.release(), isl_dim_set, K, 1));
    if (keepsLattices(C, isl::set(Move)))
      return Width;
  }
  return std::nullopt;
}

std::string stevedore::unlikeTiles(const Schedule &Order,
                                   const ConstantSizes &Sizes) {
  for (const Band &B : Order.Bands) {
    if (!B.HasCoordinates || B.TileNumbers)
      continue;
    isl::union_map C = unbounded(tiledDimensions(B));
    for (unsigned K = 0; K < B.Size; ++K) {
      unsigned Number = B.FirstTile + K + 1;
      std::optional<int64_t> Size = Sizes.of(Number);
      std::optional<int64_t> Width =
          Size ? leastWidth(C, K, B.Size) : std::nullopt;
      if (Width && *Size % *Width != 0)
        return "tiles hold different points, since not all values of their "
               "coordinates occur; those with a size " +
               nameOf(Role::TileSize, Number) + " that is a multiple of " +
               std::to_string(*Width) + " do not";
    }
  }
  return "";
}

/// The hexagons of \p B, whose diamond coordinates are \p C. Errors: they would
/// not be alike, and which would be.
static Expected<Band> tiledInHexagons(const Band &B, const isl::union_map &C,
                                      const ConstantSizes &Sizes) {
  int64_t Edge =
      Sizes.of(B.FirstTile + 1).value_or(int64_t(limits::HexagonEdge));
  int64_t Width = Sizes.of(B.FirstTile + 2).value_or(Edge);
  if (areAlike(C, Edge, Width))
    return numbered(B, C, hexagons(B.Theta.ctx(), B.Size, Edge, Width), 2);
  std::string Why = "its hexagons with edges of " + std::to_string(Edge) +
                    " points would not be alike";
  for (int64_t Other = Edge + 1; Other <= Edge + limits::HexagonEdge; ++Other)
    if (areAlike(C, Other, Width))
      return createStringError(Why + "; they are with edges of " +
                               Twine(Other) + " (--tile=" + Twine(Other) + "," +
                               Twine(Width) + ")");
  return createStringError(Why + ", nor with edges that are a little longer");
}

/// The band \p B as \p Wanted says; none if it has no dimensions for it.
static Expected<std::optional<Band>>
tiledBandAs(const Band &B, const Dependences &D, const TilingRequest &Wanted) {
  if (Wanted.Kind == TilingKind::Diamond ||
      Wanted.Kind == TilingKind::Hexagon) {
    isl::union_map C = diamondCoordinates(B, D);
    if (C.is_null())
      return std::nullopt;
    if (Wanted.Kind == TilingKind::Diamond)
      return along(B, C, B.Size);
    return tiledInHexagons(B, C, Wanted.Sizes);
  }
  bool IsLattice = Wanted.Kind == TilingKind::Lattice;
  if (B.Size !=
      countOf(Wanted.Relation.dim(IsLattice ? isl::dim::out : isl::dim::in)))
    return std::nullopt;
  if (IsLattice) {
    auto Tiles = tilesAround(Wanted.Relation, Wanted.Shape);
    if (!Tiles)
      return Tiles.takeError();
    return inSomeOrder(B, D, *Tiles);
  }
  Band Result = tiledAlong(B, Wanted.Relation);
  if (Error E = inOrder(Result, D))
    return std::move(E);
  return Result;
}

Expected<Schedule> stevedore::tiledAs(Schedule Order, const Scop &S,
                                      const Dependences &D,
                                      const TilingRequest &Wanted) {
  if (areBoxes(Wanted.Kind))
    return tiledFrom(std::move(Order), S, Wanted.Origins);
  if (!S.ParallelLoops.empty())
    return Order;
  if (Wanted.Kind == TilingKind::Map)
    if (std::string Why = whyNoHyperplanes(Wanted.Relation); !Why.empty())
      return createStringError("the tiling is " + Why);
  unsigned NumTiles = 0;
  for (Band &B : Order.Bands) {
    auto Tiled = tiledBandAs(B, D, Wanted);
    if (!Tiled)
      return Tiled.takeError();
    if (*Tiled)
      B = std::move(**Tiled);
    B.FirstTile = NumTiles;
    NumTiles += B.Size;
  }
  return Order;
}
