//===- Lifted.h - Conflicting pairs with their witnesses --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The conflicts of an array as basic sets { [w, x, y] }: elements x and y
/// conflict by witness w. Nothing is projected out, which is what isl and
/// linear programming deal with fast.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_LIFTED_H
#define STEVEDORE_LIB_ALLOCATION_LIFTED_H

#include "stevedore/Allocation/Allocation.h"
#include "stevedore/Support/LinearProgram.h"

namespace stevedore {

/// A row vector of a mapping matrix.
using Row = std::vector<int64_t>;

/// The unit vector number \p K.
Row unitRow(unsigned Rank, unsigned K);

int64_t dotProduct(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B);

/// Conflicts over the structure parameters and tile sizes only: the counters of
/// outer loops are witnesses here, so that sizes hold for every
/// value of them.
struct LiftedConflicts {
  unsigned Rank = 0;
  std::vector<std::string> Parameters;
  /// The roles of the parameters.
  Roles Known;
  /// { : ... } over Parameters.
  isl::set Context;
  /// { [w, x, y] }, the last 2 Rank dimensions are x and y. Each unordered pair
  /// of cliques' pieces comes once: the set of differences is the union of
  /// y - x and x - y.
  std::vector<isl::basic_set> Pairs;
  /// Whether the element of Pairs of the same number contains (w, y, x) with
  /// each (w, x, y).
  std::vector<bool> IsSymmetric;
  /// False where hulls stand for the pieces of a clique.
  bool IsExact = true;

  isl_ctx *ctx() const { return Context.ctx().get(); }
  bool isTileSize(unsigned Parameter) const;
};

/// Few replaces cliques of very many pieces by hulls of these.
enum class Precision { Few, All };

llvm::Expected<LiftedConflicts> lift(const ConflictRelation &C, Precision P);

/// Whether \p M keeps the pairs of \p C apart, for the choice between mappings:
/// what is chosen is proved by verifyMapping(), which knows nothing of \p C.
/// Errors: it is not known to, or budget.
llvm::Error tryMapping(const LiftedConflicts &C, llvm::StringRef Array,
                       const ModularMapping &M);

/// An order of the rows c_1, ..., c_n of \p M such that |c_k . z| < b_k for
/// k < n and the differences z of all pairs with c_j . z = 0 for j < k. None if
/// no one order does for all pairs.
llvm::Expected<std::optional<std::vector<unsigned>>>
commonOrder(const LiftedConflicts &Lifted, const ModularMapping &M);

/// The constraints of \p Set over its variables: dimensions, then existentially
/// quantified integers.
llvm::Expected<LinearSystem> toSystem(const isl::basic_set &Set);

/// The linear form \p C . (x - y) on a set { [w, x, y] } of \p Dimensions
/// dimensions.
std::vector<int64_t> differenceForm(const Row &C, unsigned Dimensions);

/// The same as a function on the space of \p Set; null for a null set.
isl::aff differenceOn(const isl::basic_set &Set, const Row &C);

/// { [w, x, y] in \p Set : \p C . (x - y) = 0 }
isl::basic_set restrictToKernel(const isl::basic_set &Set, const Row &C);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_LIFTED_H
