//===- LateWaits.h - Arrays that a tile waits for later ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Where tiles overlap and several loop nests compute, what the first of them
/// does not access may still be on its way.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_LATEWAITS_H
#define STEVEDORE_LIB_LOWER_LATEWAITS_H

#include "Buffer.h"
#include "llvm/ADT/BitVector.h"

namespace stevedore {
namespace lower {

/// The loads of a tile in groups, which it waits for at different places.
struct LateWaits {
  /// Of each buffer the number of its group. What is in group 0 is waited for
  /// before the tile computes.
  std::vector<unsigned> Groups;
  unsigned NumGroups = 1;
  /// The compute phase with the waits for the other groups.
  Block Compute;
};

/// Puts waits into \p Compute, the compute phase of a tile, for \p Loaded,
/// those of \p Buffers that have loads and memory of their own: before the
/// first nest of two loops or more that accesses one where such a nest is
/// before it, and at the end. A loop around several such nests has waits in it.
/// \p Wait is the wait for a group.
LateWaits waitLate(Block Compute, llvm::ArrayRef<Buffer> Buffers,
                   llvm::BitVector Loaded,
                   llvm::function_ref<NodeRef(unsigned Group)> Wait);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_LATEWAITS_H
