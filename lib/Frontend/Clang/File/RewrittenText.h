//===- RewrittenText.h ------------------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Files that come from the rewriter.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_REWRITTENTEXT_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_REWRITTENTEXT_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace stevedore {

/// The offset of the first phase of a tile in \p Buffer, if that is a file that
/// has been rewritten: it gives macros defaults, `#ifndef STEVEDORE_...`, and
/// tells the three phases of a tile apart by comments on lines of their own.
std::optional<unsigned> rewrittenAt(llvm::StringRef Buffer);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_REWRITTENTEXT_H
