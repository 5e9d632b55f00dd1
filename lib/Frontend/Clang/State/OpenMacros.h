//===- OpenMacros.h - Macros that flags may change --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Macros that may be other numbers when what is written is compiled: those of
/// the command line, and those that are defined between `#if` and `#endif`.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_STATE_OPENMACROS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_STATE_OPENMACROS_H

#include "stevedore/Frontend/Clang/Extract.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace stevedore {

class RegionState;

/// Has \p PP note in \p Pragmas where such macros are expanded in the main
/// file.
void recordOpenMacros(clang::Preprocessor &PP, ScopPragmas &Pragmas);

/// Makes the region depend on the numbers that its function's text has from
/// such macros.
void requireMacros(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_STATE_OPENMACROS_H
