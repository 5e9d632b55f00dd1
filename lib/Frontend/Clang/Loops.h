//===- Loops.h --------------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// `for` loops with affine bounds.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_LOOPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_LOOPS_H

#include "Affine.h"
#include "clang/AST/Stmt.h"

namespace stevedore {

/// The parts of `for (i = Init; Cond; i += Step)`.
struct LoopHeader {
  const clang::Stmt *Loop = nullptr;
  const clang::Stmt *Body = nullptr;
  const clang::VarDecl *Iterator = nullptr;
  /// The iterator is declared in the loop.
  bool Declares = false;
  const clang::Expr *Init = nullptr;
  const clang::Expr *Cond = nullptr;
  int64_t Step = 0;
};

/// Adds the iterators of all loops below \p S to those of \p R.
void collectIterators(RegionState &R, const clang::Stmt *S);

/// Recognizes the form of \p Loop; nothing after a rejection.
std::optional<LoopHeader> parseLoop(RegionState &R, const clang::ForStmt *Loop);

/// The nest inside the loop \p H that stands in the nest \p N: one more
/// iterator, with the values that the loop gives it; nothing after a
/// rejection. The index variables that the loop changes have their values from
/// before it in the initial value, and none in the condition. The loop ends at the first value that fails its condition, so
/// with base = { [o,i] : o in N, i >= init, i = init mod step } the values are
/// base minus { [o,i] : some [o,i'] in base, i' <= i, fails }.
std::optional<Nest> enterLoop(RegionState &R, const Nest &N,
                              const LoopHeader &H, clang::SourceLocation Loc);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_LOOPS_H
