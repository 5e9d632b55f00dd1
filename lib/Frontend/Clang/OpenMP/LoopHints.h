//===- LoopHints.h - Pragmas about loops ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hints for loops that are of no standard: which pragmas are some, what they
/// say, and which loops of a region they are for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_LOOPHINTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_LOOPHINTS_H

#include "stevedore/Source/SourceText.h"

namespace clang {
class Stmt;
} // namespace clang

namespace stevedore {

class RegionState;

/// The hint that \p Text is, what follows `pragma`; none if it is another
/// pragma. It has no line yet.
std::optional<LoopHint> readLoopHint(llvm::StringRef Text);

/// Notes the hints of the region of \p R, and for which of its loops they are.
void collectLoopHints(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_LOOPHINTS_H
