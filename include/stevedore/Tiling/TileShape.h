//===- stevedore/Tiling/TileShape.h - What a tile is ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The shape of the tiles of one band and the lattice of their origins, as
/// relations over origins [I] and time points pt = [o, b, r] of Band::Theta.
/// Whoever needs to know which points a tile has, which tile follows it or
/// which origins there are asks the shape; nobody else says what a tile is.
///
/// A tile is named by its origin I (Darte and Isoard, Exact and Approximated
/// Data-Reuse Optimizations for Tiling with Parametric Sizes, section 2.1), so
/// that relations are affine where sizes are parameters. The coordinates of I
/// need not be those of b, nor as many; tiles follow each other in the
/// lexicographic order of their origins. Relations hold for every integer I,
/// origin or not, unless they say otherwise. No method fails but by running
/// past the budget in force, when it returns a null object.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TILING_TILESHAPE_H
#define STEVEDORE_TILING_TILESHAPE_H

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Support/Values.h"
#include <algorithm>
#include <climits>
#include <memory>

namespace stevedore {

/// From which tiles a tile may find something in local memory: from those whose
/// origins differ from its own in the innermost coordinates alone, so many of
/// them at most.
class ReuseScope {
public:
  /// No tile but itself.
  static constexpr ReuseScope none() { return ReuseScope(0); }
  /// The tiles along the innermost coordinate, or the \p Coordinates innermost.
  static constexpr ReuseScope strip(unsigned Coordinates = 1) {
    return ReuseScope(Coordinates);
  }
  /// All tiles of the band.
  static constexpr ReuseScope nest() { return ReuseScope(UINT_MAX); }

  /// The number of outer coordinates, of \p Size, in which tiles of a scope
  /// agree.
  unsigned numFixed(unsigned Size) const { return Size - std::min(Size, Free); }
  /// As `--reuse=` has it: "none", "strip", "strip:2", "nest".
  std::string name() const;

  bool operator==(ReuseScope Other) const { return Free == Other.Free; }
  bool operator!=(ReuseScope Other) const { return Free != Other.Free; }

private:
  explicit constexpr ReuseScope(unsigned Free) : Free(Free) {}
  unsigned Free;
};

/// The values of one coordinate of the origins where the coordinates before it
/// are fixed: Start + n * Step for all integers n.
struct OriginSteps {
  /// { [I] -> [(Start)] }, of the parameters and the coordinates before.
  isl::aff Start;
  /// { [(Step)] }, of the parameters; at least 1.
  isl::aff Step;
};

/// A tile that others are inside of, by the names of its parameters: the points
/// with I_k <= b_k < I_k + C_k. C_k is the cut size of one that is inside of
/// another itself, else its size T_k.
struct TileBox {
  std::vector<std::string> Origins, Sizes, Ends;
};

/// { : ... } over parameters: \p Tile begins in the one \p Around, and its cut
/// sizes are what they are for it.
isl::set cutsOf(isl::ctx Ctx, const TileBox &Tile, const TileBox &Around);

/// The tiles of one band.
class TileShape {
public:
  virtual ~TileShape();

  /// The parameters on which the shape depends, T1, T2, ...; not necessarily
  /// one for each coordinate.
  const std::vector<std::string> &sizes() const { return Sizes; }

  /// The number of coordinates of an origin.
  virtual unsigned originDimensions() const = 0;

  /// { : ... }, what holds of the sizes.
  virtual isl::set context() const = 0;

  /// { I -> pt : o = O and pt is in the tile at I }
  virtual isl::map points() const = 0;

  /// { [b] }, over parameters: the points of the tile around; all where there
  /// is none.
  virtual isl::set around() const = 0;

  /// { I : each cut size is what it is for the tile at I }, the lesser one of
  /// its size and of what is left of the tile around; all where there is none.
  virtual isl::set cuts() const = 0;

  /// The points of the reuse scope around the tile at I that tiles before it
  /// execute, { I -> pt }: empty without reuse; those of the other tiles of
  /// the scope.
  virtual isl::map before(ReuseScope Scope) const = 0;
  /// The same for the tiles after it.
  virtual isl::map after(ReuseScope Scope) const = 0;

  /// Relations { I -> pt } whose union has no point of the tile at I, but all
  /// others from which a value can reach it: no dependence is negative along an
  /// outer or a tiled dimension.
  virtual std::vector<isl::map> sources() const = 0;

  /// Relations { I -> pt } whose union has no point of the reuse scope of the
  /// tile at I, but all others that a value from the tile can reach.
  virtual std::vector<isl::map> sinks(ReuseScope Scope) const = 0;

  /// { I -> pt : pt is in no tile whose origin has the coordinate number \p K
  /// of I }
  virtual isl::map outsideAlong(unsigned K) const = 0;

  /// { I -> I' : both are in one reuse scope }
  virtual isl::map sameScope(ReuseScope Scope) const = 0;

  /// { I -> J : I is the last point of the tile at J along the coordinates in
  /// which tiles of a scope differ, and J_k = I_k in the others }
  virtual isl::map endingAt(ReuseScope Scope) const = 0;

  /// { I -> I' : I' is \p Steps tiles further along the strip of I }, before
  /// it where \p Steps is negative.
  virtual isl::map along(int Steps) const = 0;

  /// { I -> [J] } with one J for each strip.
  virtual isl::map strips() const = 0;

  /// A superset { I } of the origins in \p Candidates that is affine in the
  /// sizes: what follows from being on the lattice.
  virtual isl::set aligned(const isl::set &Candidates) const = 0;

  /// For each coordinate, a superset { I } of the origins that says how far
  /// they are from 0 along it.
  virtual std::vector<isl::set> awayFromZero() const = 0;

  /// { I : the tile at I is full }: it consists of points of each statement,
  /// or, for a statement whose points have fewer dimensions than a tile, of
  /// none of them. \p Points are the time points { [b] } of each statement in
  /// the execution of the band that the outer counters name.
  virtual isl::set full(const std::vector<isl::set> &Points) const = 0;

  /// { I : I is an origin } where the sizes have the values that \p Value
  /// gives; null where one is missing or less than 1.
  virtual isl::set lattice(ValueOf Value) const = 0;

  /// How loops enumerate coordinate number \p K of the origins.
  virtual OriginSteps steps(unsigned K) const = 0;

protected:
  explicit TileShape(std::vector<std::string> Sizes)
      : Sizes(std::move(Sizes)) {}

private:
  std::vector<std::string> Sizes;
};

/// Boxes of T1 x ... x Tn points, one size for each tiled dimension of \p B,
/// with origins at the multiples of the sizes. \p Outer are the names of the
/// outer counters. Inside of the tile \p Around (null: of none) origins begin
/// at its own, no scope of reuse is larger than it, and the points of a tile
/// are as many as the sizes \p Cut say, which end where it does.
std::shared_ptr<const TileShape>
boxShape(const Band &B, const std::vector<std::string> &Sizes,
         const std::vector<std::string> &Outer, const TileBox *Around = nullptr,
         const std::vector<std::string> &Cut = {});

} // namespace stevedore

#endif // STEVEDORE_TILING_TILESHAPE_H
