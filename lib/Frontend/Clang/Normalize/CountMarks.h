//===- CountMarks.h - Whether something has been counted --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How often loops in each other count is no affine value; whether they count
/// at all is one.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_COUNTMARKS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_COUNTMARKS_H

#include "State/RegionState.h"

namespace stevedore {

/// \p Statements, where a variable of its own says of each that begins with
/// zero and only grows, in loops in each other, whether it is zero still:
/// comparisons with zero ask that. Marks: those variables.
std::vector<const clang::Stmt *>
withMarks(RegionState &R, std::vector<const clang::Stmt *> Statements,
          llvm::SmallVectorImpl<const clang::VarDecl *> &Marks);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_COUNTMARKS_H
