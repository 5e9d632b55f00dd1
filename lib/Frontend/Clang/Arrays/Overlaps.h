//===- Overlaps.h - What a region stores to, and what it trusts -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which arrays of a region do not overlap, and that nothing which it trusts not
/// to change is among what it stores to.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_OVERLAPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_OVERLAPS_H

#include "Arrays/ArrayTable.h"

namespace stevedore {

/// What is believed without a look at the function.
struct OverlapTrust {
  /// See mayOverlay().
  bool UsesTypes = true;
  /// --assume-no-alias: whatever is not told apart does not overlap.
  bool AssumesNoAlias = false;
};

/// Tells arrays apart (Array::DisjointFrom). An error where a value
/// that the model takes for unchanging, or what a function reads that the
/// region calls, may be what it stores to.
llvm::Error settleOverlaps(RegionState &R, ArrayTable &Arrays,
                           const OverlapTrust &Trust);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_ARRAYS_OVERLAPS_H
