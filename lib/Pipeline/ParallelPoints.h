//===- ParallelPoints.h - Parallel loops of a plan --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which loops of a plan may be parallel.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_PARALLELPOINTS_H
#define STEVEDORE_LIB_PIPELINE_PARALLELPOINTS_H

#include "stevedore/CodeGen/CodeGen.h"

namespace stevedore {

/// The value of \p From in \p To, or its error.
template <typename T> llvm::Error assign(T &To, llvm::Expected<T> From) {
  if (!From)
    return From.takeError();
  To = std::move(*From);
  return llvm::Error::success();
}

/// Finds the loops inside the tiles of \p Planned that may be parallel, by the
/// directives of \p S and by \p Given, dimensions of the band's schedule. They
/// count as parallel whether a directive will stand before a loop or not.
/// Errors: budget; then there are none by directives.
llvm::Error findParallelPoints(const Scop &S, const Dependences &D,
                               llvm::ArrayRef<unsigned> Given,
                               TiledBand &Planned);

/// The same for the loops around and beside the bands of \p Plan.
llvm::Error findParallelOutside(const Dependences &D, RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_PARALLELPOINTS_H
