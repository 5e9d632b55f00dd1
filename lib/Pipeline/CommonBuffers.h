//===- CommonBuffers.h - Arrays that overlap in one buffer ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which arrays of a region that is not tiled, or of a tile, overlap in one
/// buffer.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_COMMONBUFFERS_H
#define STEVEDORE_LIB_PIPELINE_COMMONBUFFERS_H

#include "ArrayAllocation.h"

namespace stevedore {

/// What conflicts between two arrays by their places, the first one less.
using CrossConflictsOf =
    llvm::function_ref<llvm::Expected<CrossConflicts>(unsigned, unsigned)>;

/// An array that may overlap with others, and what it is of.
struct OverlappingArray {
  MappedArray *Mapped;
  const Array *Of;
};

/// Lets \p Arrays, which are in buffers of their own, overlap in one buffer
/// (MappedArray::Buffer) where that takes fewer cells at typical values: from
/// the largest array down, each joins the buffer where it saves most. What
/// takes too long to tell stays apart. Errors: that of \p Across but for
/// budget, or a proof that failed.
llvm::Error overlapArrays(const Driver &D, const AllocationRequest &Wanted,
                          CrossConflictsOf Across,
                          llvm::ArrayRef<OverlappingArray> Arrays);

/// Shows which of \p Arrays are in one buffer.
void showCommonBuffers(const Driver &D,
                       llvm::ArrayRef<OverlappingArray> Arrays);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_COMMONBUFFERS_H
