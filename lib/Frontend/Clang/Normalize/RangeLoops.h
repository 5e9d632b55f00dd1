//===- RangeLoops.h - Loops over the elements of a range --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Range-based `for` loops as loops that count.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_RANGELOOPS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_RANGELOOPS_H

#include "State/RegionState.h"

namespace clang {
class CXXForRangeStmt;
class ForStmt;
} // namespace clang

namespace stevedore {

/// `for (k = 0; k < size of a; ++k) { x; ... }` for `for (auto &x : a) ...`
/// over an array, a `std::array` or a `std::vector`, where \p R.Form.Meanings
/// says that the variable x is, or starts as, a[k]; null for another range.
const clang::ForStmt *countedLoop(RegionState &R,
                                  const clang::CXXForRangeStmt *Loop);

/// \p Name for a counter that the file does not have, or a longer one that
/// nothing in the region has.
std::string freeCounter(const RegionState &R, std::string Name);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_RANGELOOPS_H
