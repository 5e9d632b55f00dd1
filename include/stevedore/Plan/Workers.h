//===- stevedore/Plan/Workers.h - Tiles for several workers -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// How the tiles of a plan are shared out among workers that execute them at
/// the same time.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_WORKERS_H
#define STEVEDORE_PLAN_WORKERS_H

#include "stevedore/Plan/RegionPlan.h"
#include <string>

namespace stevedore {

/// How the tiles of a band may be shared out, as far as dependences tell.
struct SharingWays {
  /// The best one first.
  std::vector<SharedLoops> Ways;
  /// Why not all loops are parallel.
  std::string Obstacle;
};

/// The ways for \p T, a level of \p Plan. Loops over tiles may be shared out
/// where no dependence joins two of their iterations with the loops around them
/// fixed, and fronts of loops where every dependence goes forward along each of
/// them. Tiles of one reuse scope that have elements in common stay together,
/// and so do those of a strip whose transfers overlap. Errors: budget.
llvm::Expected<SharingWays> waysToShare(const RegionPlan &Plan, const Level &T);

/// Proof obligation for \p T.Shared: between two barriers no worker loads,
/// stores or accesses in remote memory what another one stores there, and tiles
/// between which there is a barrier are in the order of one worker. Works from
/// what tiles load and store, and from accesses where there is no buffer, with
/// "tiles of one worker in sequence, others in any order" as what happens
/// before what (Darte, Isoard and Yuki, Liveness Analysis in
/// Explicitly-Parallel Programs, IMPACT 2016). Errors: the array for which that
/// cannot be proved, or budget.
llvm::Error verifyShared(const RegionPlan &Plan, const Level &T);

/// "tiles of band 0 shared out along I1 to I2, in fronts".
void printSharedOut(llvm::raw_ostream &OS, const RegionPlan &Plan,
                    const Level &T);

/// What a region stores to variables of which each worker that calls the
/// function has its own.
enum class OwnVariables {
  /// Nothing.
  Untouched,
  /// All that it stores, so that each worker executes all of it.
  Alone,
  /// Nothing that is seen behind it, so that one worker may execute all of it.
  Unseen,
  /// Something that is seen, beside what workers have in common.
  Mixed,
};

/// That of \p Plan, and the name of a variable that it is because of.
std::pair<OwnVariables, std::string> ownVariables(const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PLAN_WORKERS_H
