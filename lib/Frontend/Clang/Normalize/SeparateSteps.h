//===- SeparateSteps.h - Assignments within expressions ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Makes statements of their own of what an expression assigns to variables
/// before it uses them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SEPARATESTEPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SEPARATESTEPS_H

#include "Facts/VariableFacts.h"

namespace stevedore {

/// The statements \p Region of \p Caller, of whose variables \p Facts tell,
/// with `p += 2; x = f(p - 2);` for `x = f((p += 2) - 2);`, and `++q; p = q;`
/// for `p =
/// ++q;`, where nothing else in the statement mentions the variable. Steps in
/// the condition of an `if`, and those that all of its branches take, are
/// before it.
std::vector<const clang::Stmt *>
withSeparateSteps(clang::ASTContext &AST, const clang::FunctionDecl *Caller,
                  const VariableFacts &Facts,
                  llvm::ArrayRef<const clang::Stmt *> Region);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_SEPARATESTEPS_H
