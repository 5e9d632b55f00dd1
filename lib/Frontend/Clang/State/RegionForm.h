//===- RegionForm.h - The statements that are modelled ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The statements of a region in the form in which they are modelled, and what
/// variables mean in them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONFORM_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONFORM_H

#include "State/RegionCode.h"
#include "Syntax/BlockCalls.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <vector>

namespace stevedore {

/// A subscript that has to stay within the row \p Row.
struct RowCheck {
  const clang::Expr *Index = nullptr;
  const clang::ArrayType *Row = nullptr;
};

/// Pointers that change places with each other, each taking the value of the
/// next one.
struct PointerTurn {
  llvm::SmallVector<const clang::VarDecl *, 3> Pointers;
  /// How often they have, and the array of what they were before: variables
  /// that the file does not have.
  const clang::VarDecl *Counter = nullptr;
  const clang::VarDecl *Array = nullptr;
};

/// A variable that the region changes, as a base that it does not change and an
/// offset from there.
struct MovedVariable {
  const clang::VarDecl *Var = nullptr;
  /// A pointer; null: the variable is an integer, and the offset what it holds.
  const clang::Expr *Base = nullptr;
  /// A variable that the file does not have.
  const clang::VarDecl *Offset = nullptr;
  /// The base that it has where Which, another such variable, is one; null:
  /// always Base.
  const clang::Expr *Other = nullptr;
  const clang::VarDecl *Which = nullptr;
  /// Such variables that hold the subscripts of the row that Base is, from when
  /// the pointer was given it; empty: Base stays the same.
  llvm::SmallVector<const clang::VarDecl *, 2> Rows = {};
};

/// What is modelled in the place of a region's statements.
class RegionForm {
public:
  explicit RegionForm(const RegionCode &Code);

  llvm::ArrayRef<const clang::Stmt *> Statements;
  /// They, where some are not those of the file.
  std::vector<const clang::Stmt *> Plain;
  /// Bodies stand in place of calls: the file does not have all texts.
  bool HasBodies = false;
  VariableFacts InRegion;
  /// The variables of class types that are mentioned otherwise than for one of
  /// their members.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Wholes;
  /// Models \p New in place of the statements.
  void take(llvm::ArrayRef<const clang::Stmt *> New);

  /// Of the function, with variables that stand for others by their names.
  const VariableFacts &inFunction() const { return Changed ? *Changed : Given; }
  /// They, for whoever puts one variable in the place of another.
  VariableFacts &changeInFunction();

  /// Pointers that take turns.
  std::vector<PointerTurn> Turns;
  /// Those of them with \p Pointer; null if it takes none.
  const PointerTurn *turn(const clang::VarDecl *Pointer) const;
  /// Variables that move, and those of the region that have been declared anew.
  std::vector<MovedVariable> Moved;
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Renamed;
  /// \p Var as one that moves, and the one of whose value \p Part is a part;
  /// null if it is none.
  const MovedVariable *moved(const clang::VarDecl *Var) const;
  const MovedVariable *movedBy(const clang::VarDecl *Part) const;
  /// What references declared in the region stand for, and what the variables
  /// of range-based loops are or start as, whose declarations do not say it.
  /// Outer ones come first.
  llvm::MapVector<const clang::VarDecl *, const clang::Expr *> Meanings;
  /// The counters of those loops, which the file does not have.
  llvm::SmallVector<const clang::VarDecl *, 4> Counters;
  /// The object that \p D, a reference declared in the region, stands for; null
  /// for other variables.
  const clang::Expr *referent(const clang::ValueDecl *D) const;
  /// Arrays whose initial values the statements assign.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Assigned;
  /// What \p Var is initialized with where it is declared; null if with
  /// nothing.
  const clang::Expr *initOf(const clang::VarDecl *Var) const;
  /// What has to hold of statements that the file does not have.
  llvm::DenseMap<const clang::Expr *, std::vector<RowCheck>> RowChecks;
  /// Where the calls are for which assignments stand: they store bytes,
  /// whatever type elements have.
  llvm::DenseMap<clang::SourceLocation, BlockCall::Kind> BlockStores;
  /// What has to hold of elements that are found through a pointer to a row.
  llvm::DenseMap<const clang::Expr *, RowCheck> ElementChecks;

  /// Iterators of any loop of the region.
  llvm::SmallVector<const clang::VarDecl *, 8> AllIterators;
  /// The variables whose values subscripts, bounds or conditions use, and those
  /// of them that need no memory: whatever reads one is given its value.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> IndexVariables, IndexOnly;
  /// The index variables that no data of the region use, but that somebody may
  /// read behind it.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> LivingOn;

private:
  const VariableFacts &Given;
  std::optional<VariableFacts> Changed;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_REGIONFORM_H
