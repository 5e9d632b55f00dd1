//===- Unseen.h - Who reads a variable after a region -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Facts of the kind FactKind::Unseen. Each function that grants one adds it to
/// those of the region.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_UNSEEN_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_UNSEEN_H

#include "State/RegionState.h"

namespace stevedore {

/// True if the function writes \p Var, or ends, before it reads it on all ways
/// from the end of the region on, also through loops around it.
bool isWrittenFirstAfter(const RegionState &R, const clang::VarDecl *Var);

/// Who reads the value of a variable that a loop changes before it is written
/// anew.
struct CarriedUse {
  /// An iteration what the one before has left, or the loops behind it do so
  /// through iterations that leave it; and the code behind the loop.
  bool IsReadAtStart = true, IsReadBehind = true;
};

/// Of \p Var, an index variable, and the loop \p Loop of the region, whose
/// iterations execute \p Body.
CarriedUse carriedUse(const RegionState &R, const clang::Stmt *Loop,
                      llvm::ArrayRef<const clang::Stmt *> Body,
                      const clang::VarDecl *Var);

/// True if nobody can observe \p D after the region: a variable of the function
/// whose address is not known, which no cleanup or destructor sees, and which
/// is written before it is read after the region, and in a later iteration of a
/// loop around it, or is not mentioned there.
bool isDeadAfter(const RegionState &R, const clang::ValueDecl *D);

/// True if \p Var is a pointer to memory that the function allocates and nobody
/// else knows the address of.
bool isOwnBlock(const RegionState &R, const clang::VarDecl *Var);

/// The same for what such a pointer, of which isOwnBlock(), points to: it may
/// be freed after the region.
bool isBlockDeadAfter(const RegionState &R, const clang::VarDecl *Var);

/// An error if a variable that is declared in the region has a cleanup
/// function, a call for which the model has no place.
llvm::Error endsNoLives(RegionState &R);

/// True if a pragma in the function says that the array \p Name, which is
/// accessed through \p Base, is not observed after a region.
bool isCalledLocal(const RegionState &R, llvm::StringRef Base,
                   llvm::StringRef Name);

/// True if \p D is changed by nobody in the region and can be read at any time:
/// a scalar of the function whose address nobody knows.
bool isHiddenInvariant(const RegionState &R, const clang::ValueDecl *D);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_UNSEEN_H
