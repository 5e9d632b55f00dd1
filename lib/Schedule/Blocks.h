//===- Blocks.h - Straight-line runs of statements --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Scheduling whole blocks. The scheduler's linear programs have variables for
/// every statement and rows for every dependence between two, which takes long
/// in regions of many statements. Statements that the source executes one after
/// the other in the same iterations are then scheduled as one.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_BLOCKS_H
#define STEVEDORE_LIB_SCHEDULE_BLOCKS_H

#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// The blocks of a region, each named like its first statement.
class Blocks {
public:
  /// Every maximal run of statements with the same iterations that follow each
  /// other in the innermost loop around them.
  explicit Blocks(const Scop &S);

  /// { S[i] } as blocks.
  isl::union_set contract(isl::union_set Instances) const;
  /// { S[i] -> S'[i'] } between different instances of blocks. What stays in
  /// one instance is respected by the order inside the block.
  isl::union_map contract(isl::union_map Pairs) const;
  /// The schedule of blocks \p Order as one of statements, which follow each
  /// other inside a block as in the source.
  isl::schedule expand(isl::schedule Order) const;

private:
  void addRun(const Scop &S, const std::vector<unsigned> &Run);

  /// { S[i] -> Block[i] }
  isl::union_pw_multi_aff Contraction;
  /// For each block the universes of its statements, in order.
  std::vector<std::vector<isl::set>> Members;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_BLOCKS_H
