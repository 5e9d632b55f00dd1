//===- Pieces.h - Convex pieces of what is moved ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a tile loads is what it accesses but for what an earlier one has left,
/// In(I) - AccessedBefore(I): mostly one convex set but for another. As a union
/// of convex sets it has a piece for each constraint of the second, each of
/// which is a nest of its own. Here pieces are put together again, so that one
/// nest scans them, whose runs begin behind what is cut off or end before it:
///
///   for (i = ...)
///     GET from j = max(first, min(d1, d2) + 1) to last
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_PIECES_H
#define STEVEDORE_LIB_LOWER_PIECES_H

#include "Band.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace stevedore {
namespace lower {

/// The conjunctions of constraints that \p S is the union of.
std::vector<isl::basic_set> convexPieces(const isl::set &S);

/// The number of equalities of \p Piece.
unsigned numEqualities(const isl::basic_set &Piece);

/// \p Elements in disjoint convex pieces, or what is left of them at the
/// origins, whichever is shorter; none if they are too many, or take too long
/// to find.
std::optional<std::vector<isl::basic_set>>
shortestPieces(const BandFrame &B, const isl::set &Elements);

/// { A[m] in Hull : not in Cut }, the union of some disjoint pieces.
struct CutPiece {
  /// Without divisions, which would be conditions in runs, unless it is a
  /// piece.
  isl::basic_set Hull;
  /// Inequalities without divisions, which bound the last coordinate that they
  /// bound on one side only. Null where nothing is cut off.
  isl::basic_set Cut;
  /// The numbers of the pieces.
  std::vector<unsigned> Parts;
};

/// \p Pieces { A[m] }, disjoint and of one space, where \p Context { : } holds,
/// put together as far as isl finds such sets within its budget. Those with
/// one part are the piece itself.
std::vector<CutPiece> putTogether(llvm::ArrayRef<isl::basic_set> Pieces,
                                  const isl::set &Context);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_PIECES_H
