//===- Ranges.h - What values of data are known to be -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Intervals around the values of integer expressions that are not affine:
/// remainders, masks, narrow types, and what conditions and assumptions say.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_RANGES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_RANGES_H

#include "State/RegionState.h"

namespace stevedore {

/// The interval in which \p E, evaluated for \p N, has its value; with
/// \p IsStated, as far as the program says so elsewhere than in declarations,
/// with bounds that are reached.
ValueRange rangeOf(RegionState &R, const Nest &N, const clang::Expr *E,
                   bool IsStated = false);

/// Notes what is known of \p Var, which is set to \p E for \p N.
void noteRange(RegionState &R, const Nest &N, const clang::VarDecl *Var,
               const clang::Expr *E);

/// { [i] -> [v] }, the value of \p E if it is affine whatever the parameters;
/// null if not.
isl::pw_aff exactValue(RegionState &R, const Nest &N, const clang::Expr *E);

/// Adds to R.Point.Facts what \p Condition says, which holds, or does not, for
/// \p N before \p Scope is executed: as far as that leaves it true.
void addFacts(RegionState &R, const Nest &N, const clang::Expr *Condition,
              bool Holds, llvm::ArrayRef<const clang::Stmt *> Scope);

/// { [i] } where \p Condition is not zero, for \p N; none if it is not affine
/// for all parameters.
std::optional<isl::set> whereAffine(RegionState &R, const Nest &N,
                                    const clang::Expr *Condition);

/// The iterations of \p N in which \p Condition may be true, or false, as far
/// as its affine parts say.
isl::set sideOf(RegionState &R, const Nest &N, const clang::Expr *Condition,
                bool Holds);

/// While alive, facts may be added to a region that are forgotten at the end.
class FactScope {
public:
  explicit FactScope(RegionState &R) : R(R), Count(R.Point.Facts.size()) {}
  ~FactScope() { R.Point.Facts.resize(Count); }

private:
  RegionState &R;
  size_t Count;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_EXPRESSION_RANGES_H
