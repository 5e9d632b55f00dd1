//===- stevedore/Pipeline/ExecutionOrders.h - Any order ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The order that text gives to a region, and whether the region can be tiled
/// all the same.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_EXECUTIONORDERS_H
#define STEVEDORE_PIPELINE_EXECUTIONORDERS_H

#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/Scop/Text.h"
#include <string>

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

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_EXECUTIONORDERS_H
