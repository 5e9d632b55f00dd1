//===- TileLattice.h - Tiles of any shape at given places -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Tilings given by a lattice of origins and a shape (Ancourt and Irigoin,
/// Scanning Polyhedra with DO Loops, section 1.1): tile number t has the points
/// b with b - L(t) in S. The numbers t become tiled dimensions of the band,
/// with one value for each tile, so that all that holds of boxes of size 1 holds
/// of these tiles.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCHEDULE_TILELATTICE_H
#define STEVEDORE_SCHEDULE_TILELATTICE_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// { [b] -> [t] : b is in tile number t } for the tiles around the origins
/// \p Origins, { [t] -> [b] }, of the shape \p Shape, { [b] }, any set of
/// points without parameters. Of tiles that are the same set, as the cosets of
/// a lattice that is the shape, one has the points. Errors: the tiles overlap
/// or leave out points, which is said with an example; ill-formed relations;
/// budget.
llvm::Expected<isl::map> tilesAround(const isl::map &Origins,
                                     const isl::set &Shape);

/// { [c1..cn] -> [t1, t2, c3..cn] }: hexagons in the first two of \p Dims
/// coordinates. Their edges are \p Edge steps along each of the two, and \p Width
/// steps of (1, -1). Where nothing goes back along c1 and c2, nothing goes back
/// along t1 and t2.
isl::map hexagons(isl::ctx Ctx, unsigned Dims, int64_t Edge, int64_t Width);

/// An order of the tiles in which none depends on a later one: { [t] -> [t'] }
/// such that the distances \p Between, { [t' - t] } of all dependences between
/// different tiles, without parameters, are lexicographically positive
/// afterwards. Null: none is found.
isl::map orderOfTiles(const isl::set &Between);

} // namespace stevedore

#endif // STEVEDORE_SCHEDULE_TILELATTICE_H
