//===- ConflictAllocation.h - Regions that are not tiled --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The stages of a region whose order the text gives, and of an array of which
/// nothing but the conflicts are known.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_CONFLICTALLOCATION_H
#define STEVEDORE_LIB_PIPELINE_CONFLICTALLOCATION_H

#include "ArrayAllocation.h"

namespace stevedore {

/// The region of \p In with its order, in the text form.
void printInput(llvm::raw_ostream &OS, const TextOrderInput &In);

/// Nothing: there is no program.
inline void printInput(llvm::raw_ostream &, const ConflictInput &) {}

/// The program of \p In; null where it has none.
std::shared_ptr<const Scop> programOf(const TextOrderInput &In);
inline std::shared_ptr<const Scop> programOf(const ConflictInput &) {
  return nullptr;
}

inline isl::ctx contextOf(const TextOrderInput &In) {
  return In.Text.Program->Context.ctx();
}
inline isl::ctx contextOf(const ConflictInput &In) {
  return In.Text.Context.ctx();
}

/// Conflicts and mapping of each array of \p In. Where the conflicts of an
/// array take more than half of what is left of \p Whole, all its elements
/// conflict, and the result has the reason. Errors: budget, or no valid
/// mapping.
llvm::Error allocateArrays(const Driver &D, const AllocationRequest &Wanted,
                           const TextOrderInput &In, const Budget &Whole,
                           RegionResult &Result);

/// The same for the one array of \p In, whose conflicts are given.
llvm::Error allocateArrays(const Driver &D, const AllocationRequest &Wanted,
                           const ConflictInput &In, const Budget &Whole,
                           RegionResult &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CONFLICTALLOCATION_H
