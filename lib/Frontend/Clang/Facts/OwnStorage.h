//===- OwnStorage.h - Memory that a function alone knows --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Arrays of a function, and memory that it allocates and nobody else learns
/// the address of.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FACTS_OWNSTORAGE_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FACTS_OWNSTORAGE_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace stevedore {

/// What a function does with the memory behind one of its variables.
struct OwnStorage {
  /// The variable is a pointer that holds nothing but the results of malloc(),
  /// calloc(), aligned_alloc() or `new`, and no copy of it is made: elements
  /// are accessed, and it is compared, freed, set and copied from.
  bool IsOwnBlock = false;
  /// The mentions that read none of it: they free it, or compare the pointer.
  llvm::SmallPtrSet<const clang::DeclRefExpr *, 4> NoReads;
  /// The statements that give the variable its memory and take it back, with
  /// tests whether there is any; without them there is no such memory.
  std::vector<const clang::Stmt *> Statements;
  /// The mentions in those.
  llvm::SmallPtrSet<const clang::DeclRefExpr *, 8> Covered;
};

/// What \p Body does with \p Var, whose mentions in it are \p Mentions.
OwnStorage ownStorage(const clang::VarDecl *Var, const clang::Stmt *Body,
                      llvm::ArrayRef<const clang::DeclRefExpr *> Mentions,
                      clang::ASTContext &AST);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FACTS_OWNSTORAGE_H
