//===- MemberIterators.h - Loops that count in members ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Loops that count in members of objects as loops that count in variables.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERITERATORS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERITERATORS_H

#include "State/RegionState.h"

namespace stevedore {

/// `for (int b_x = 0; b_x < n; b_x++) ...` for `for (b.x = 0; b.x < n; b.x++)
/// ...`, where b is a variable that nobody reads as a whole or behind the
/// region, and nothing but such loops mentions b.x; null for another loop.
const clang::Stmt *withVariable(RegionState &R, const clang::Stmt *Loop);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MEMBERITERATORS_H
