//===- PointerBases.h - What pointers move along ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which pointers of a region move, each along a pointer that stays as it is.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERBASES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERBASES_H

#include "State/RegionState.h"
#include "llvm/ADT/MapVector.h"

namespace stevedore {

/// Which pointers of a region move, and along what.
class PointerBases {
public:
  PointerBases(RegionState &R, llvm::ArrayRef<const clang::Stmt *> Statements);
  /// The expression that the pointer \p E is moved along from; null if it is
  /// none that stays as it is.
  const clang::Expr *baseOf(const clang::Expr *E) const;
  /// Whether they are the same expression.
  bool areSame(const clang::Expr *A, const clang::Expr *B) const;
  /// The base of each pointer that has one.
  llvm::MapVector<const clang::VarDecl *, const clang::Expr *> Bases;
  /// Pointers that are taken for the same base, since one begins with the value
  /// of the other: whether they are is to be tested.
  std::vector<std::pair<const clang::Expr *, const clang::Expr *>> Equal;

private:
  void collect(const clang::Stmt *S);
  bool beginsAs(const clang::Expr *A, const clang::Expr *B) const;
  bool isCandidate(const clang::VarDecl *Var) const;
  bool isFixed(const clang::Expr *Pointer) const;
  enum Progress { Waits, Found, Fails };
  Progress solve(const clang::VarDecl *Var,
                 llvm::ArrayRef<const clang::Expr *> Sources);

  RegionState &R;
  /// What each candidate is given.
  llvm::MapVector<const clang::VarDecl *,
                  llvm::SmallVector<const clang::Expr *, 2>>
      Given;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERBASES_H
