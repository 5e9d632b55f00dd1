//===- stevedore/Support/UnifiedDiff.h - What changed -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The difference of two texts, line by line, as `diff -u` and `patch` have it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_UNIFIEDDIFF_H
#define STEVEDORE_SUPPORT_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stevedore {

/// The edits that turn \p Old into \p New, with three lines of context, under
/// the names \p OldName and \p NewName; empty if the texts are the same.
std::string unifiedDiff(llvm::StringRef Old, llvm::StringRef New,
                        llvm::StringRef OldName, llvm::StringRef NewName);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_UNIFIEDDIFF_H
