//===- stevedore/Plan/Chain.h - Levels that fit together --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Whether the buffers of two levels of a band fit together.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_CHAIN_H
#define STEVEDORE_PLAN_CHAIN_H

#include "stevedore/Plan/RegionPlan.h"

namespace stevedore {

/// Proof obligation for each level inside of \p T, a level of \p Plan. With I
/// the origin of a tile around and J that of a tile inside of it,
///
///   what J loads from the buffer of an array, or stores to it, is in that
///   buffer during I: I reads, writes, loads or stores it, or it is in the
///   hull of that, so that it has a cell of its own there, and positions in
///   windows hold;
///
///   what J writes and I stores, J stores, unless a later point of I writes it;
///
///   an array that I has no buffer for, J does not move.
///
/// That J stores what tiles outside of its reuse scope see, and that I loads
/// what is read in it, is proved for each level alone (verifyTransfers()).
/// Works from the accesses of the program and the points of tiles. Errors: the
/// claim that does not hold, or budget.
llvm::Error verifyChain(const RegionPlan &Plan, const Level &T);

} // namespace stevedore

#endif // STEVEDORE_PLAN_CHAIN_H
