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

/// An array, null for none, and subscripts from the outside.
using RowPath =
    std::pair<const clang::Expr *, llvm::SmallVector<const clang::Expr *, 2>>;

/// Which pointers of a region move, and along what.
class PointerBases {
public:
  /// Pointers may have two bases where \p MayHaveTwo.
  PointerBases(RegionState &R, llvm::ArrayRef<const clang::Stmt *> Statements,
               bool MayHaveTwo);
  /// The expression that the pointer \p E is moved along from; null if it is
  /// none that stays as it is, or one of two.
  const clang::Expr *baseOf(const clang::Expr *E) const;
  /// The variable that holds how far \p Var is from its base.
  clang::VarDecl *offsetOf(const clang::VarDecl *Var) const;
  /// Whether they are the same expression.
  bool areSame(const clang::Expr *A, const clang::Expr *B) const;
  /// The array that the pointer \p E is a row of, and the subscripts that lead
  /// to the row from the outside; null for others. The subscripts may change.
  RowPath rowOf(const clang::Expr *E) const;
  /// The base of each pointer that has one.
  llvm::MapVector<const clang::VarDecl *, const clang::Expr *> Bases;
  /// The second one of those that have two.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Others;
  /// Pointers that are taken for the same base, since one begins with the value
  /// of the other: whether they are is to be tested.
  std::vector<std::pair<const clang::Expr *, const clang::Expr *>> Equal;
  /// What holds the subscripts of the rows that are bases; see
  /// MovedVariable::Rows.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::VarDecl *, 2>>
      Rows;

private:
  RowPath rowAt(const clang::Expr *E) const;
  const clang::Expr *rowFor(const clang::VarDecl *Var,
                            const clang::Expr *Source);
  bool livesWith(const clang::VarDecl *Var, const clang::VarDecl *Row) const;
  void collect(const clang::Stmt *S);
  void meet(const clang::Stmt *S);
  bool beginsAs(const clang::Expr *A, const clang::Expr *B) const;
  bool isCandidate(const clang::VarDecl *Var) const;
  bool isFixed(const clang::Expr *Pointer) const;
  enum Progress { Waits, Found, Fails };
  Progress solve(const clang::VarDecl *Var,
                 llvm::ArrayRef<const clang::Expr *> Sources);

  RegionState &R;
  const bool MayHaveTwo;
  /// Candidates that have been mentioned, and those of them that are used
  /// before they are set.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Seen, FromEntry;
  /// What each candidate is given.
  llvm::MapVector<const clang::VarDecl *,
                  llvm::SmallVector<const clang::Expr *, 2>>
      Given;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERBASES_H
