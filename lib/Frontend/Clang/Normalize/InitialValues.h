//===- InitialValues.h - Arrays with initial values -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The initial values of arrays that a region declares, as assignments.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_INITIALVALUES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_INITIALVALUES_H

#include "State/RegionState.h"

namespace stevedore {

/// What stands for \p S: each declaration, and behind that of an array of
/// numbers the assignments of its initial values, `int a[4]; a[0] = x; ...`.
/// Where the list leaves elements out, a loop sets all to zero first. Nothing
/// if \p S declares no such array.
std::vector<const clang::Stmt *> withAssignedValues(RegionState &R,
                                                    const clang::DeclStmt *S);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_INITIALVALUES_H
