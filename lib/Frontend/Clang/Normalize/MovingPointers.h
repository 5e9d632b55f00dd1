//===- MovingPointers.h - Pointers as a base and an offset ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Pointers that a region moves, `*p++` or `p = x + i * n`, as a base that
/// stays as it is and an offset, an integer variable like any other: what is
/// known of `k++` is known of `p++`. Counters that begin with what they hold
/// where the region is entered get a variable of their own in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MOVINGPOINTERS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MOVINGPOINTERS_H

#include "State/RegionState.h"

namespace stevedore {

/// Finds the pointers of \p R.Form.Statements that move along one base each,
/// and puts accesses to the bases and steps of the offsets in the place of what
/// \p Statements do with them. Nothing if that cannot be done, or there is
/// nothing to be done.
std::optional<std::vector<const clang::Stmt *>>
withOffsets(RegionState &R, llvm::ArrayRef<const clang::Stmt *> Statements);

/// Finds out where pointers and counters are at the end of the region that
/// somebody looks at behind it, and adds what gives them their values to
/// RegionModel::Epilogue. An error where that is not known.
llvm::Error finishMoved(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_MOVINGPOINTERS_H
