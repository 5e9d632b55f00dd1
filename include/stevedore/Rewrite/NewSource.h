//===- stevedore/Rewrite/NewSource.h - Compiling new text -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What turns the invocation of a compilation into one of new text with the
/// same flags.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REWRITE_NEWSOURCE_H
#define STEVEDORE_REWRITE_NEWSOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace clang {
class CompilerInvocation;
class DiagnosticOptions;
class Preprocessor;
} // namespace clang

namespace stevedore {

/// Makes the single input of \p Invocation read as \p Text: a file is remapped;
/// a buffer, or standard input, which has been consumed, becomes a buffer. What
/// the result holds must outlive the compilation.
std::unique_ptr<llvm::MemoryBuffer>
replaceInput(clang::CompilerInvocation &Invocation, llvm::StringRef Text);

/// Diagnostics reach the user through the compilation of the original only.
void silence(clang::DiagnosticOptions &Options);

/// What -Werror, -Werror=GROUP and -pedantic-errors ask for has been applied to
/// the user's text.
void keepWarningsAsWarnings(clang::DiagnosticOptions &Options);

/// Makes `#pragma scop` and `#pragma endscop` known, which do nothing.
void ignoreScopPragmas(clang::Preprocessor &PP);

} // namespace stevedore

#endif // STEVEDORE_REWRITE_NEWSOURCE_H
