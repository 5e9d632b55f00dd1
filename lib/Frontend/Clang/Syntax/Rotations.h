//===- Rotations.h - Pointers that change places ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Statements by which pointers change places with each other.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_ROTATIONS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_ROTATIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace stevedore {

/// One change of places.
struct Rotation {
  /// Each pointer takes the value of the next one, the last that of the first.
  llvm::SmallVector<const clang::VarDecl *, 3> Pointers;
  /// Keeps one of them meanwhile; null if nothing does.
  const clang::VarDecl *Kept = nullptr;
  /// How many statements it takes.
  unsigned Length = 0;
};

/// The rotation with which \p Statements begin; nothing if they do not.
std::optional<Rotation>
rotationAt(llvm::ArrayRef<const clang::Stmt *> Statements);

/// The two pointers that the statement \p S passes to `std::swap`.
std::optional<std::pair<const clang::VarDecl *, const clang::VarDecl *>>
swappedPointers(const clang::Stmt *S);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_ROTATIONS_H
