//===- FileContents.h --------------------------------------------- C++ -*-===//
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

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_FILECONTENTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_FILECONTENTS_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace stevedore {

/// Collects the last statements in `({ ... })` below \p S that are its value.
void collectValues(const clang::Stmt *S,
                   llvm::SmallPtrSetImpl<const clang::Stmt *> &Values);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_FILECONTENTS_H
