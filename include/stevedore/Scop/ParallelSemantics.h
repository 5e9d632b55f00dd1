//===- stevedore/Scop/ParallelSemantics.h - Parallel loops ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What it means that a loop is parallel.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCOP_PARALLELSEMANTICS_H
#define STEVEDORE_SCOP_PARALLELSEMANTICS_H

namespace stevedore {

/// How the iterations of a parallel loop run (liveness paper, 2.2).
enum class ParallelSemantics {
  /// In any order and at the same time; the body of each of them in sequence.
  General,
  /// As a Fortran FORALL: in step, all reads of a step before its writes.
  Forall
};

} // namespace stevedore

#endif // STEVEDORE_SCOP_PARALLELSEMANTICS_H
