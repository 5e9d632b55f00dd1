//===- LoopMemo.h - Values of loops that are known --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The values of index variables in a loop, where they have been found before.
/// The walk over a loop passes its body once for each round of its values, once
/// to see that they hold, and once to model it: without a memory loops in each
/// other would be passed as often as the product of these numbers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPMEMO_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPMEMO_H

#include "Flow/IndexFlow.h"

namespace stevedore {

/// All that the values of one loop are found from.
struct LoopQuestion {
  const clang::Stmt *Loop = nullptr;
  bool IsTrial = false, IsGuess = false;
  /// { [o] } and { [o,i] }, the iterations around the loop and inside of it,
  /// and { : }, what is known of parameters.
  isl::set Outside, Inside, Context, Bounds;
  /// How many sets of several pieces are known to hold, too.
  size_t NumAlternatives = 0;
  IndexMap Before;
  std::vector<const clang::Expr *> Facts;

  LoopQuestion(const RegionState &R, const LoopHeader &H, const Nest &N,
               const Nest &Inner, const IndexMap &Before);
  /// Whether it is written as \p Other is.
  bool isSame(const LoopQuestion &Other) const;
};

/// The answers of one walk.
struct LoopMemo {
  std::vector<std::pair<LoopQuestion, LoopIndices>> Answers;
  /// The answer to \p Question; null if there is none yet.
  const LoopIndices *find(const LoopQuestion &Question) const;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FLOW_LOOPMEMO_H
