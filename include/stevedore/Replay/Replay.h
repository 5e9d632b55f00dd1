//===- stevedore/Replay/Replay.h - Executing emitted loops ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on what was executed of a LoopTree beside its Scop. The loops of a
/// region are executed on small instances, and so is the program as the front
/// end extracted it, in its original order. Both compute with identities
/// instead of numbers: the value of an element is which instance of which
/// statement wrote it from which values. Equal memory in the end then means
/// equal results, whatever the statements compute.
///
/// What is executed is the tree that is printed, not the plan that it was made
/// from: nothing here knows of tiles, lifetimes, modular mappings or their
/// proofs, and no code of theirs is used. isl's generated code for the original
/// schedule and the conversion of its expressions are the only inputs that both
/// sides of the comparison could have in common, and the conversion is one of
/// its own.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REPLAY_REPLAY_H
#define STEVEDORE_REPLAY_REPLAY_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// What a replay may assume and spend.
struct ReplayRequest {
  /// { : ... } over structure parameters and tile sizes: what was assumed of
  /// them beside the context of the program; may be null.
  isl::set Assumptions;
  /// Steps of both programs in all instances together. A step is an iteration
  /// of a loop, an access of a statement or an element that is moved.
  unsigned long Steps;
  /// Tile sizes that are constants of the loops.
  std::vector<int64_t> TileSizes = {};
};

/// What was executed.
struct ReplaySummary {
  /// Instances of the region: values of parameters and tile sizes, and times at
  /// which transfers end.
  unsigned Instances = 0;
  unsigned long Steps = 0;
  /// Why nothing was; empty if something was.
  std::string WhyNot;
  /// Constants that were smaller in both programs, as nothing could be executed
  /// with them.
  std::vector<int64_t> Smaller = {};
  /// What went wrong with smaller constants; empty: nothing. The loops were not
  /// made for them, so that nothing need be wrong with those that they have.
  std::string Doubt = {};
  /// The program with these constants.
  std::shared_ptr<const Scop> Doubted = {};
};

/// Executes \p Loops, which are verified, and the program \p S that they were
/// made from, on small instances, and compares. In each
///
///   - all arrays that are live out have the same values in the end,
///   - each statement has executed the same instances,
///   - no cell is read, by a statement or a transfer, that holds nothing,
///   - no access or transfer is outside of its buffer, its array or the range
///     that was compared for overlaps,
///
/// and this whenever transfers end: at once, at the wait, or some of each, as
/// far as fences allow. Parallel loops run in both directions. Where constants
/// make all instances too large, both programs are executed with smaller ones.
/// Errors: the smallest instance found in which one of these is not so; budget.
llvm::Expected<ReplaySummary> replayLoops(const looptree::Block &Loops,
                                          const Scop &S,
                                          const ReplayRequest &Request);

} // namespace stevedore

#endif // STEVEDORE_REPLAY_REPLAY_H
