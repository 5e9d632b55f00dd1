//===- Breaks.h - Loops without break ---------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Puts conditions under which loops are left into their headers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BREAKS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BREAKS_H

#include "State/RegionState.h"

namespace stevedore {

/// \p Loop without the first `break` of its body, or without all, where their
/// conditions B need no data:
///
///     for (...; C && !B; ...) ...
///         for (...; C; ...) { if (B) break; ... }
///     for (int i = ...; C && !(i > ... && B(i - 1)); i++) { S; if (B) T; else
///     U; }
///         for (int i = ...; C; i++) { S; if (B) { T; break; } U; }
///
/// and the first of them of `while` loops, too; null for another loop. B is
/// what leads to a `break`: branches around it, and no `continue` before it.
/// The text of the loop no longer says what values iterators have behind it.
const clang::Stmt *withoutBreak(RegionState &R, const clang::Stmt *Loop);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_BREAKS_H
