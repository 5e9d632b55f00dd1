//===- stevedore/Scop/ParallelLoop.h - Loops said to be parallel -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A loop that the program says is parallel, and the directive that says so.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SCOP_PARALLELLOOP_H
#define STEVEDORE_SCOP_PARALLELLOOP_H

#include "stevedore/Support/Isl.h"
#include <string>

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
  /// Clauses that hold for a new loop over the same iterations, each with a
  /// blank before it: " schedule(static)"; those that `simd` alone has apart.
  std::string Clauses;
  std::string LaneClauses;
  /// { S[i] -> [v] } for the statements of its body, v the iterator's value.
  isl::union_map Iterator;
  /// { S[i] -> [o] } for the same statements, o the iterators of the loops
  /// around it.
  isl::union_map Around;
  /// Number of the directive in the region: loops that one directive collapses
  /// have the same.
  unsigned Number = 0;
  unsigned Line = 0;

  /// What follows `#pragma omp` before a new loop over the same iterations,
  /// with or without `simd`: "parallel for schedule(static)".
  std::string directive(bool WithLanes) const;
};

} // namespace stevedore

#endif // STEVEDORE_SCOP_PARALLELLOOP_H
