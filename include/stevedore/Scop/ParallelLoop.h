//===- stevedore/Scop/ParallelLoop.h - Parallel loops -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A loop that the program says is parallel.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCOP_PARALLELLOOP_H
#define STEVEDORE_SCOP_PARALLELLOOP_H

#include "stevedore/Support/Isl.h"

namespace stevedore {

/// A loop of the source with an OpenMP directive. That its iterations do not
/// depend on each other is what the program says, not what is known.
struct ParallelLoop {
  /// `parallel`: the loop starts threads.
  bool StartsThreads = false;
  /// `for`: its iterations are shared out among threads, where it starts none
  /// among those that execute the region.
  bool SharesOut = false;
  /// `simd`: among the lanes of a thread.
  bool UsesLanes = false;
  /// `ordered`, or with critical sections in it: its iterations may depend on
  /// each other.
  bool Waits = false;
  /// { S[i] -> [v] } for the statements of its body, v the iterator's value.
  isl::union_map Iterator;
  /// { S[i] -> [o] } for the same statements, o the iterators of the loops
  /// around it.
  isl::union_map Around;
  /// Number of the directive in the region: loops that one directive collapses
  /// have the same.
  unsigned Number = 0;
  unsigned Line = 0;
};

} // namespace stevedore

#endif // STEVEDORE_SCOP_PARALLELLOOP_H
