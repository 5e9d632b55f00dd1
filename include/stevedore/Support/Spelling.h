//===- stevedore/Support/Spelling.h - Names that were meant -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Finds the name that a misspelt one was meant to be.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_SPELLING_H
#define STEVEDORE_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stevedore {

/// The letters that must be added, removed or replaced to make \p Meant of
/// \p Written; capitals do not count, and letters in another order count as one.
unsigned spellingDistance(llvm::StringRef Written, llvm::StringRef Meant);

/// The one of \p Known that is nearest to \p Written, if a third of its letters,
/// or one, are all that is wrong, and not all of them; else empty.
std::string nearestName(llvm::StringRef Written,
                        llvm::ArrayRef<std::string> Known);

/// "; did you mean 'x'?" for the name \p Nearest; nothing if that is empty.
std::string didYouMean(llvm::StringRef Nearest);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_SPELLING_H
