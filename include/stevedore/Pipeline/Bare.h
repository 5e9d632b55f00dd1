//===- stevedore/Pipeline/Bare.h - Allocation without a program -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The allocation of one array whose conflicts are given.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_BARE_H
#define STEVEDORE_PIPELINE_BARE_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Scop/Text.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace stevedore {

/// The conflicts of \p In as a relation over an unnamed array.
ConflictRelation conflictsOf(const TextConflicts &In);

/// Cells and extents of array \p Name under \p M at the values of
/// `--evaluate=`, and the lower bound \p Bound of the cells where it is known.
llvm::json::Object numbersOf(llvm::StringRef Name, const ModularMapping &M,
                             const Options &O, std::optional<int64_t> Bound);

/// Allocates the array of \p In under \p O's budget and returns the text that
/// `--print=` and `--evaluate=` ask for. Errors: budget, or no valid mapping.
llvm::Expected<std::string> runBareAllocation(const TextConflicts &In,
                                              const Options &O);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_BARE_H
