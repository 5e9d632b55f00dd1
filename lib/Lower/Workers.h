//===- Workers.h - Tiles for several workers --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_WORKERS_H
#define STEVEDORE_LIB_LOWER_WORKERS_H

#include "Band.h"

namespace stevedore {
namespace lower {

/// Gives names to what the loops of workers compute with.
void nameWorkers(Names &N);

/// \p Tiles, the loops over the tiles of \p B, as each worker executes them:
/// units, what is inside of the shared loops, in turn.
///
///   for sequential loops {
///     turn = worker
///     for shared loops { if turn == 0 { unit; turn = workers } turn = turn - 1
///     } barrier
///   }
///
/// or in fronts
///
///   for front from the lowest sum of tile numbers to the highest {
///     turn = worker
///     for shared loops but the last {
///       the last coordinate is what makes the sum the front
///       if that is in the last loop { ... }
///     }
///     barrier
///   }
///
/// As they are where tiles are not shared out.
Block sharedTiles(const BandFrame &B, Block Tiles);

/// \p Loops of a region with what no shared tiles are left to worker 0, between
/// barriers.
Block forWorkers(const WorkerDecision &Workers, Block Loops, const Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_WORKERS_H
