//===- TileCoordinates.h - Along what tiles are cut -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Tiles of other shapes than boxes. A tile is what lies between two neighbours
/// of each family of parallel hyperplanes h_k . b = const, T_k apart (Ancourt
/// and Irigoin, Scanning Polyhedra with DO Loops, section 2): the box of T_1 x
/// ... x T_m in the coordinates c_k = h_k . b. So the coordinates become the
/// tiled dimensions of the band, of any number, and the points of a tile are
/// executed in the order that they had: everything else is as for boxes, with
/// sizes that are parameters and tiles named by their origins in the space of
/// c. Values of c that no iteration has, where H is not unimodular, follow from
/// c = H b.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCHEDULE_TILECOORDINATES_H
#define STEVEDORE_SCHEDULE_TILECOORDINATES_H

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/ConstantSizes.h"

namespace stevedore {

enum class TilingKind {
  /// Along the dimensions of the bands.
  Box,
  /// Along as many hyperplanes as a band has dimensions, such that tiles in a
  /// row across its first dimension can start together.
  Diamond,
  /// In hexagons across the first two of those hyperplanes.
  Hexagon,
  /// Along the dimensions of the bands, the first tile from a given point on.
  Shifted,
  /// Along given hyperplanes.
  Map,
  /// Around given origins (TileLattice.h).
  Lattice
};

/// Whether tiles of \p Kind are boxes.
inline bool areBoxes(TilingKind Kind) {
  return Kind == TilingKind::Box || Kind == TilingKind::Shifted;
}

/// How bands are tiled.
struct TilingRequest {
  TilingKind Kind = TilingKind::Box;
  /// Map: { [b1..bn] -> [h1 . b..hm . b] } for bands of n dimensions. Lattice:
  /// the origins { [t1..tm] -> [b1..bn] }.
  isl::map Relation;
  /// Lattice: { [b1..bn] }, the points of a tile whose origin is 0.
  isl::set Shape;
  /// Hexagon: those of a band have the edges that its first two tile sizes say,
  /// or else limits::HexagonEdge.
  ConstantSizes Sizes = {};
  /// Short loops are tiled, too (ScheduleRequest).
  bool TilesShortLoops = false;
  /// Shifted: where, as tiledFrom() reads it.
  std::string Origins = {};
};

/// The same as an option gives it, in isl's language.
struct TilingText {
  TilingKind Kind = TilingKind::Box;
  /// Shifted: the origins.
  std::string Relation;
  std::string Shape;
};

/// What parseTiling() reads as \p Tiling.
std::string tilingText(const TilingText &Tiling);

/// "box", "box@ORIGINS", "diamond", "hexagon", a map, or "ORIGINS + SHAPE".
/// Errors: what is expected instead.
llvm::Expected<TilingText> parseTiling(llvm::StringRef Text);

/// Whether \p Hyperplanes are affine functions with integer coefficients, and
/// those alone; else what is wrong.
std::string whyNoHyperplanes(const isl::map &Hyperplanes);

/// \p B, tiled along \p Hyperplanes, whether that is legal or not: theta
/// becomes { S[i] -> [o, c, b, r] } with the coordinates c as its tiled
/// dimensions.
Band tiledAlong(const Band &B, const isl::map &Hyperplanes);

/// \p B, whose tiles execute their points in the order of \p Points, { [b] ->
/// [p] }, whether that is legal or not: theta becomes { S[i] -> [o, b, p, r] }.
Band pointsAlong(Band B, const isl::map &Points);

/// An example of a dependence of \p D that the order of the points in the tiles
/// of \p B breaks, as text; empty: there is none. Errors: budget.
llvm::Expected<std::string> misorderedPoints(const Band &B,
                                             const Dependences &D);

/// \p B in the tiles whose numbers \p Tiles gives, { [b] -> [t] }
/// (tilesAround()), whether that is legal or not.
Band tiledInto(const Band &B, const isl::map &Tiles);

/// \p Order, tiled as \p Wanted says where bands have the dimensions for it,
/// and in boxes elsewhere, and where loops are parallel. Tiles around given
/// origins are put into an order where their numbers do not give one. Errors:
/// tiles would depend on later ones, which is said with an example, or budget.
llvm::Expected<Schedule> tiledAs(Schedule Order, const Scop &S,
                                 const Dependences &D,
                                 const TilingRequest &Wanted);

/// \p Order with tiles from \p Origins on (P 2.1, I = s o J + I0): affine forms
/// of the parameters of \p S with commas between them, for T1, T2, ...; or
/// "first", where the loops of each band begin, if that is one form. The tiled
/// dimensions of the bands count from there. Dimensions without an origin stay
/// as they are, but for loops that go down, which begin where they do if that
/// is one form. Errors: a text that is no form, budget.
llvm::Expected<Schedule> tiledFrom(Schedule Order, const Scop &S,
                                   llvm::StringRef Origins);

/// Which of the constant sizes \p Sizes makes the tiles of \p Order differ in
/// the points that they hold, because hyperplanes at some distances have none,
/// and which would not (Ancourt and Irigoin, section 2.5); empty: none does.
std::string unlikeTiles(const Schedule &Order, const ConstantSizes &Sizes);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_TILECOORDINATES_H
