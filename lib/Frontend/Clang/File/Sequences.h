//===- Sequences.h - Statements that are modelled together ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds the longest sequences of statements of one block that have a model.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_SEQUENCES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_SEQUENCES_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// Whether \p S is or contains a loop.
bool containsLoop(const clang::Stmt *S);

/// Whether \p Region is refused for its length, so that a part may be none.
bool isTooLong(const SourceRegion &Region);

/// What is done with the statements of a block.
struct SequenceUser {
  using Slice = llvm::ArrayRef<const clang::Stmt *>;
  /// Models the statements as a region; false if they have no model.
  llvm::function_ref<bool(Slice, SourceRegion &)> Model;
  /// Takes a longest sequence that has a model and a loop.
  llvm::function_ref<void(SourceRegion)> Take;
  /// Searches a statement that has no model.
  llvm::function_ref<void(const clang::Stmt *)> Search;
};

/// Shows \p User the longest sequences of \p Children, in their order, and what
/// is in none.
void forEachSequence(SequenceUser::Slice Children, const SequenceUser &User);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_SEQUENCES_H
