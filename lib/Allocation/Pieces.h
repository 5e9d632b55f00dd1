//===- Pieces.h - Cliques in few pieces -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The basic maps of a clique, as many as their pairs can be dealt with: what
/// is more is covered by hulls of alike pieces.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_PIECES_H
#define STEVEDORE_LIB_ALLOCATION_PIECES_H

#include "stevedore/Support/Isl.h"
#include <vector>

namespace stevedore {

using Pieces = std::vector<isl::basic_map>;

/// The basic maps of \p Map without redundant constraints.
llvm::Expected<Pieces> piecesOf(isl::ctx Ctx, const isl::map &Map);

/// Whether the pairs of \p P would take too long. Depends on the numbers of
/// pieces, dimensions and constraints only, so that it is the same everywhere.
bool areTooMany(const Pieces &P);

/// Hulls of alike pieces of \p P, as few as can be dealt with, whose union
/// contains \p P; one of all where grouping them would take too long.
/// Existentially quantified variables, which say which elements of a hull are
/// not meant, are dropped first: hulls of pieces with them cost too much.
llvm::Expected<Pieces> hullsOf(isl::ctx Ctx, const Pieces &P);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_PIECES_H
