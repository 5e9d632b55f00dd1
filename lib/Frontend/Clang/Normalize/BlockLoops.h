//===- BlockLoops.h - Loops in place of memset and memcpy -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The loops over elements that calls of memset and memcpy stand for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKLOOPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKLOOPS_H

#include "State/RegionState.h"
#include "Syntax/BlockCalls.h"

namespace stevedore {

/// One loop for each factor of the size of the call \p B and each dimension of
/// rows within it: for `memset(A[i], 0, n * sizeof A[i][0])`
///
///     for (j = 0; j < n; ++j)
///       A[i][j] = 0;
///
/// Null unless that leaves the same bytes behind: elements have a type without
/// padding, whose values assignment copies bit by bit, and the size is a
/// product with theirs. Subscripts that have to stay within rows are added to
/// RegionForm::RowChecks.
const clang::Stmt *loopsOf(RegionState &R, const BlockCall &B);

/// A name for a counter that neither the region nor \p Others have.
std::string freeIterator(const RegionState &R,
                         llvm::ArrayRef<clang::VarDecl *> Others);

/// Assignments in place of \p B, which copies integers to the word that they
/// make together, a variable of the function, or back; null for others.
const clang::Stmt *packedWords(RegionState &R, const BlockCall &B);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BLOCKLOOPS_H
