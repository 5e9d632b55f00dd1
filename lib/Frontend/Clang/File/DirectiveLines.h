//===- DirectiveLines.h - Lines of the preprocessor -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a text that is moved or replaced has of the preprocessor's directives.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_DIRECTIVELINES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_DIRECTIVELINES_H

#include "llvm/ADT/StringRef.h"

namespace stevedore {

/// True if \p Text has a directive that later text may depend on.
bool hasDefiningDirective(llvm::StringRef Text);

/// True if a condition, `#if` to `#endif`, is not as a whole in \p Text or
/// outside.
bool crossesConditions(llvm::StringRef Text);

/// The offset of the line that begins the conditions which end between
/// \p Begin and \p End; \p Begin if more than directives comes between.
unsigned withConditions(llvm::StringRef Buffer, unsigned Begin, unsigned End);

/// The end of the line that ends the conditions which begin between \p Begin
/// and \p End; \p End if more than such lines comes between.
unsigned throughConditions(llvm::StringRef Buffer, unsigned Begin,
                           unsigned End);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_DIRECTIVELINES_H
