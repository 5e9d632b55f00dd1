//===- stevedore/Liveness/InstanceConflicts.h - Any order -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which elements of an array must not share a cell in a region that is not
/// tiled, whatever the order of its instances.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIVENESS_INSTANCECONFLICTS_H
#define STEVEDORE_LIVENESS_INSTANCECONFLICTS_H

#include "stevedore/Liveness/ExecutionOrder.h"
#include "stevedore/Liveness/Liveness.h"

namespace stevedore {

/// How conflicts are found; x and y are elements, W and R their writes and
/// reads. For total orders all agree up to symmetry; otherwise each of the first
/// three is contained in the one before.
enum class LivenessMethod {
  /// Both lives, four operations: Wx before Rx and Ry, Wy before Ry and Rx
  /// (the butterfly of the liveness paper, figure 3a).
  LiveLive,
  /// What is live at a write: some Wx before Wy, some Rx after Wy (figure 3c).
  LiveWrite,
  /// Three operations: Wx before Wy before Rx, and Wx before Rx (Eq. 5 and 7).
  Triangle,
  /// The triangle on the partial order contained in the order (Eq. 6), which
  /// the caller has made with partialOrder().
  PartialOrder
};

/// The conflicts of array number \p Array of \p S when its instances run in
/// \p Order, as pairs, up to symmetry. Elements that may be read without having
/// been written for sure before are written before everything; elements
/// written of an array that is observed after the region are read after
/// everything. A write that nothing reads lives at that write.
llvm::Expected<ConflictRelation> computeConflicts(const Scop &S, unsigned Array,
                                                  const ExecutionOrder &Order,
                                                  LivenessMethod Method);

/// The conflicts between elements of arrays number \p First and \p Second of
/// \p S, by the same rules as those inside of one array.
llvm::Expected<CrossConflicts>
computeCrossConflicts(const Scop &S, unsigned First, unsigned Second,
                      const ExecutionOrder &Order, LivenessMethod Method);

/// Every two elements in a hull of what \p S accesses of array number \p Array:
/// more than the conflicts when nothing is known of the order.
llvm::Expected<ConflictRelation> allConflicts(const Scop &S, unsigned Array);

} // namespace stevedore

#endif // STEVEDORE_LIVENESS_INSTANCECONFLICTS_H
