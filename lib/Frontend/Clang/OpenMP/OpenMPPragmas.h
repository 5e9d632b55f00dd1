//===- OpenMPPragmas.h - OpenMP directives in the text ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// OpenMP directives as the text has them, with and without -fopenmp.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPPRAGMAS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPPRAGMAS_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class SourceManager;
class Stmt;
} // namespace clang

namespace stevedore {

/// Records the OpenMP directives and the hints for loops of the main file that
/// \p PP meets.
void recordOpenMP(clang::Preprocessor &PP, ScopPragmas &Pragmas);

/// The directives that apply to the statement whose first token stands at
/// \p Offset: those between it and the token before it. Directives that stand
/// alone (`barrier`) are left out.
std::vector<const OpenMPPragma *> directivesBefore(const ScopPragmas &Pragmas,
                                                   unsigned Offset);

/// The offset of the first hint before the loop whose first token stands at
/// \p Offset of \p Buffer; that of the loop where there is none. Hints that the
/// compilation leaves out count, and OpenMP directives that change nothing but
/// how the loop runs.
unsigned withHints(const ScopPragmas &Pragmas, llvm::StringRef Buffer,
                   unsigned Offset);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_OPENMP_OPENMPPRAGMAS_H
