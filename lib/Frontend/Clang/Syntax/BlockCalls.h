//===- BlockCalls.h - memset and memcpy -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Calls that set or copy a block of memory.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_BLOCKCALLS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_BLOCKCALLS_H

#include "clang/AST/Expr.h"
#include <optional>

namespace stevedore {

/// A call of memset, memcpy or memmove whose result is not used.
struct BlockCall {
  enum Kind { Set, Copy, Move } K;
  const clang::CallExpr *Call;
  const clang::Expr *To;
  /// The source, or the value.
  const clang::Expr *From;
  const clang::Expr *Bytes;
};

/// The call that the statement \p S consists of; nothing if it is another one.
std::optional<BlockCall> blockCall(const clang::Stmt *S);

/// The pointer that is passed as \p E, without its conversion to `void *`.
const clang::Expr *blockPointer(const clang::Expr *E);

/// The pointer and the number that `p + i` adds; null, null for another
/// expression.
std::pair<const clang::Expr *, const clang::Expr *>
pointerSum(const clang::Expr *E);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_SYNTAX_BLOCKCALLS_H
