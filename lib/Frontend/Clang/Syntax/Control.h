//===- Control.h - What statements do to control ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Parts of statements, loops and what leaves them, and statements that state
/// conditions.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTROL_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTROL_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"

namespace stevedore {

/// \p S without the OpenMP directives that clang's tree has around it.
const clang::Stmt *withoutDirectives(const clang::Stmt *S);

/// \p S without its attributes, as which clang has some hints for loops.
const clang::Stmt *withoutAttributes(const clang::Stmt *S);

/// The statements directly below \p S as the text has them: what a directive
/// applies to stands directly below it.
llvm::SmallVector<const clang::Stmt *, 8> partsOf(const clang::Stmt *S);

/// Appends to \p Path the statements from \p S down to \p To; false if that is
/// not below \p S.
bool findPath(const clang::Stmt *S, const clang::Stmt *To,
              llvm::SmallVectorImpl<const clang::Stmt *> &Path);

/// Whether \p S has a `continue` for a loop around it.
bool continuesOutside(const clang::Stmt *S);
/// Whether \p S may leave the loop around it, or an iteration of it.
bool mayLeave(const clang::Stmt *S);
/// The `return` with which \p S ends, without a loop before it; null if it does
/// not.
const clang::Stmt *returnAtOnce(const clang::Stmt *S);
/// Whether \p S has a `break` for a loop or `switch` around it.
bool mayBreak(const clang::Stmt *S);
/// Whether the loop with the body \p S may end before its condition fails: by
/// `break`, `return`, `goto`, an exception, or a call that never returns.
bool mayEndBefore(const clang::Stmt *S);
/// Whether a block in \p S begins with a pragma, such as STDC FP_CONTRACT, that
/// changes how its operators compute.
bool changesRounding(const clang::Stmt *S);
/// Where \p S asks for the number of a line, but to give it to a function that
/// does not return, as assertions do; invalid if it does not.
clang::SourceLocation lineNumberIn(const clang::Stmt *S,
                                   const clang::ASTContext &AST);

/// Whether \p S is or has a loop in the words of the text.
bool hasLoop(const clang::Stmt *S);
/// Whether \p S is a loop: `do ... while (0)` is none.
bool isLoop(const clang::Stmt *S);
/// The body of \p S, which is `do ... while (0)` and which nothing leaves; null
/// for other statements.
const clang::Stmt *bodyOnce(const clang::Stmt *S);

/// What a statement states that does nothing else: `__builtin_assume(c)`,
/// `[[assume(c)]]`, `assert(c)`, `if (!c) __builtin_unreachable();`.
struct StatedCondition {
  /// Null of other statements.
  const clang::Expr *Condition = nullptr;
  bool Holds = true;
  /// What the program does otherwise, a call that never returns; null: that is
  /// not defined, and finding out changes nothing.
  const clang::Expr *Otherwise = nullptr;
};
StatedCondition statedBy(const clang::Stmt *S);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_CONTROL_H
