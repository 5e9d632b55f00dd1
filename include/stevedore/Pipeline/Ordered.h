//===- stevedore/Pipeline/Ordered.h - Regions under any order ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Conflicts and allocation of the arrays of a region that is not tiled, and
/// whose order the text gives.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_ORDERED_H
#define STEVEDORE_PIPELINE_ORDERED_H

#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/Pipeline/Options.h"
#include "stevedore/Scop/Text.h"

namespace stevedore {

/// The order of the instances of \p In.Program: its happens-before relation, or
/// its schedule with the parallel dimensions. \p Method may ask for the partial
/// order contained in it.
llvm::Expected<ExecutionOrder> orderOf(const TextInput &In,
                                       LivenessMethod Method);

/// Why the band of \p In cannot be tiled together with its parallel loops; empty
/// if it can: no parallel loop carries a dependence. Then every execution that
/// the order allows computes what the sequential one does, so that dependences,
/// transfers and tile-level conflicts, which only say what happens in which
/// tile, are those of the sequential program; tiles follow each other in
/// sequence, which is one of the executions that are allowed. Errors: budget.
llvm::Expected<std::string> whyNotTiled(const TextInput &In);

/// What became of a region under a given order.
struct OrderedResult {
  /// What `--print=` and `--evaluate=` ask for.
  std::string Text;
  /// A coarser answer was taken for this reason; empty if not.
  std::string Remark;
};

/// Computes the conflicts of each array of \p In.Program by \p Method and
/// allocates it, under \p O's budget: where the conflicts of an array take more
/// than half of what is left of it, all its elements conflict. Errors: budget,
/// no valid mapping, an option that asks for what only tiled regions have, or a
/// parameter without a value.
llvm::Expected<OrderedResult> runOrdered(const TextInput &In, const Options &O,
                                         LivenessMethod Method);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_ORDERED_H
