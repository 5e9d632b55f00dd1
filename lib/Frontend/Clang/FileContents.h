//===- FileContents.h ------------------------------------------------ C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a file defines, before its regions are known.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILECONTENTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILECONTENTS_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace stevedore {

/// Functions with a body in the main file, in textual order. Instances of
/// templates are left out: they share the text of their pattern.
std::vector<const clang::FunctionDecl *> functionsOf(clang::ASTContext &AST);

/// Collects the last statements in `({ ... })` below \p S that are its value.
void collectValues(const clang::Stmt *S,
                   llvm::SmallPtrSetImpl<const clang::Stmt *> &Values);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILECONTENTS_H
