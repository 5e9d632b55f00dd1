//===- Switches.h - Branches in place of switch statements ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Writes `switch` as `if`.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SWITCHES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SWITCHES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace stevedore {

/// `if` statements that do what \p S does, whose value has no side effects:
/// where that is built of integers that it does not change, or it has loops.
/// Null where labels are not in its outermost block, or a `break` is not at the
/// end of what follows them.
const clang::Stmt *asBranches(clang::ASTContext &AST,
                              const clang::FunctionDecl *Caller,
                              const clang::SwitchStmt *S);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SWITCHES_H
