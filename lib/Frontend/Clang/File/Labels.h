//===- Labels.h - Labels of regions -----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What users call regions.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_LABELS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_LABELS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace stevedore {

/// The label of the first of \p Region, statements of \p Parent, that has one,
/// else of \p Parent itself or of an empty statement before them; empty where
/// there is none.
std::string labelOf(const clang::Stmt *Parent,
                    llvm::ArrayRef<const clang::Stmt *> Region);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_LABELS_H
