//===- stevedore/lib/Schedule/LoopTree.h - Loops and sequences --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// A schedule tree reduced to what bands are selected from: one-dimensional
/// loops, sequences and leaves of a single statement.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_LOOPTREE_H
#define STEVEDORE_LIB_SCHEDULE_LOOPTREE_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// A node of an execution order. The instances of a sequence are executed child
/// by child, those of a loop by increasing counter, then by its only child. A
/// leaf has the instances of one statement that the loops around it tell
/// apart.
struct LoopTree {
  enum Kind { Leaf, Loop, Sequence };
  Kind K = Leaf;
  /// The instances below the node.
  isl::union_set Domain;
  /// Loop: { S[i] -> [(value)] }, defined on Domain.
  isl::union_pw_aff Counter;
  std::vector<LoopTree> Children;
  /// Loop: the number of loops from this one inwards, each the only child of
  /// the one before, that can be interchanged and tiled (see
  /// measureBands()).
  unsigned Width = 0;
};

/// The loops and sequences of \p Order over the instances of \p S. Loops that
/// run once are left out; nested sequences are merged; statements that share a
/// leaf are put into textual order. Errors: budget, or a kind of node that no
/// front end and no scheduler makes.
llvm::Expected<LoopTree> buildLoopTree(const Scop &S,
                                       const isl::schedule &Order);

/// Sets the width of every loop from the dependences \p All: consecutive loops
/// form a permutable band when no dependence that the loops around the band
/// leave uncarried has a negative distance along any of them. Errors: budget,
/// or a dependence that the order itself violates.
llvm::Error measureBands(LoopTree &Root, const isl::union_map &All);

/// Leaves loops of a small constant number of iterations out of the measured
/// bands of \p Root, where these have others: they stay whole inside a tile.
/// They become the innermost loops of their band, or, unless \p MayMove, those
/// of them that are the innermost already are left out.
void leaveShortLoops(LoopTree &Root, bool MayMove);

/// The loops of \p Root at which tiled bands start, in execution order. On each
/// path the widest band, of equal ones the outermost; where the
/// statements below a loop disagree, wider bands win, and those statements that
/// no narrower band below the loop covers stay outside any band.
std::vector<const LoopTree *> selectBands(const LoopTree &Root);

/// The execution order \p Root with its bands \p Bands in terms of time points.
llvm::Expected<Schedule> flatten(const LoopTree &Root,
                                 llvm::ArrayRef<const LoopTree *> Bands);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_LOOPTREE_H
