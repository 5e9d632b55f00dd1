//===- stevedore/Support/Words.h - Words of texts ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_WORDS_H
#define STEVEDORE_SUPPORT_WORDS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stevedore {

/// Whether names of C and of isl may have \p C in them.
inline bool isPartOfName(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether \p Text can be the name of a variable.
inline bool isIdentifier(llvm::StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text.front()) &&
         llvm::all_of(Text, isPartOfName);
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_WORDS_H
