//===- Approximation.h - Loads approximated on purpose ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Loads of more elements than a tile needs, so that they are boxes, which
/// engines copy as rows at constant distances. Two conditions (Darte and
/// Isoard, section 3.3) decide about them: what a tile needs is loaded by then
/// (Eq. 7), and nothing is loaded that an earlier tile of the scope may have
/// written (Eq. 8).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_APPROXIMATION_H
#define STEVEDORE_LIB_TRANSFER_APPROXIMATION_H

#include "stevedore/Transfer/Transfer.h"

namespace stevedore {

/// { A[m] : in each dimension, m is the subscript of some element in \p Read, or
/// between two of them }, a set over parameters. Its elements exist, while a
/// hull of elements that exist may go beyond the array: constraints that bound
/// the pieces of a union need not bound all of them, and those are lost. Nor
/// need the first and the last of elements at a distance from each other lie
/// where the constraints do that bound them, also where others between them
/// leave no distance.
isl::set boxAround(const isl::set &Read);

/// { I -> A[m] : in each dimension, m_d is within bounds that do not depend on
/// the others }, a superset of \p M.
isl::map boxOf(const isl::map &M);

/// A function F of tiles, { J -> A[m] }, made pointwise (Theorem 4): F(J) is
/// what the last point of the tile at J contributes, so that F is within
///
///   Here(I) = union of F(J) over the tiles J that contain the point I, which
///             is the union over the points of the tile at I
///
/// and what the tiles before I contribute does not depend on where they are:
/// Before(I), the union over the points of the scope before I. Tiles that
/// contain a point are those of the same reuse scope.
struct Degree {
  isl::map Here, Before;
};
Degree degreeOf(const isl::map &F, const TileSpace &T);

/// Makes the loads of \p A boxes, as few as possible: around what has to be
/// loaded, where nothing in them was written before (Eq. 8); or else around
/// what the scope touches first at or before each tile, by the degree of boxes
/// around what tiles touch, ahead of its use. What can be neither stays as it
/// is, and A.Remark says so.
void loadBoxes(ArrayTransfers &A, const Scop &S, const Band &B,
               const TileSpace &T);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_APPROXIMATION_H
