//===- Scan.h - The loops over one convex piece -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Scanning one convex set by Fourier-Motzkin elimination (Ancourt and
/// Irigoin, "Scanning Polyhedra with DO Loops"): the bounds of each counter in
/// terms of the counters around it. Transfers are unions of many pieces that
/// are scanned one by one, and isl's own code generation, which makes the
/// bounds of outer loops exact on the integers, takes a hundred times as long
/// on pieces with divisions. Here an outer loop may find that a loop inside it
/// runs no time; every constraint of the piece is tested, so that exactly its
/// elements are scanned.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_SCAN_H
#define STEVEDORE_LIB_LOWER_SCAN_H

#include "Expression.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace stevedore {
namespace lower {

/// One level of a scan: a coordinate of the set, or an integer division that
/// the constraints of deeper levels use.
struct ScanLevel {
  /// Name of the counter or of the division.
  std::string Name;
  bool IsDivision = false;
  /// What the coordinate is equal to, or what the division computes.
  std::optional<Affine> Value;
  /// Without a value: each is a bound of the counter, inclusive.
  std::vector<Affine> Lower, Upper;
  /// Of a loop: the counter plus Residue is a multiple of Step.
  int64_t Step = 1;
  Affine Residue;
  /// What else must hold here.
  std::vector<Expr> Conditions;
  /// Whether some value is within the bounds wherever the level is reached.
  bool IsNeverEmpty = false;

  bool isLoop() const { return !Value; }
};

/// The loops over one convex set.
struct Scan {
  /// Conditions on what is known outside.
  std::vector<Expr> Guard;
  /// From the outermost.
  std::vector<ScanLevel> Levels;
  /// The element, in terms of the names of the levels.
  std::vector<Affine> Coordinates;
};

/// How a parameter is counted: Name = Start + Step q.
struct CountedParameter {
  std::string Name;
  int64_t Start = 0, Step = 1;
};

/// The loops over \p Piece { A[m] } where the parameters satisfy \p Context,
/// a conjunction { : }. In both, the names of those of \p Counted stand for
/// their q, and \p Known tells which are tile sizes. Coordinate i is called
/// \p Counters[i]; \p Fresh gives names for divisions. Leaves out \p Cut
/// (Pieces.h) unless it is null. Nothing when isl does not know a division of
/// the piece explicitly, when a coordinate has no bound, or when what is cut
/// off bounds a loop on both sides. Errors: budget.
llvm::Expected<std::optional<Scan>>
scanPiece(const isl::basic_set &Piece, const isl::basic_set &Cut,
          const isl::basic_set &Context,
          llvm::ArrayRef<CountedParameter> Counted,
          const std::vector<std::string> &Counters, const Names &N,
          const Roles &Known, llvm::function_ref<std::string()> Fresh);

/// The largest or smallest of \p Bounds.
Affine extreme(const std::vector<Affine> &Bounds, Expr::Kind K);

/// Removes the divisions of \p S that nothing uses; what must hold at their
/// level is tested one level further out.
void dropUnusedDivisions(Scan &S);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_SCAN_H
