//===- stevedore/Lower/PlantedMistakes.h - For tests of proofs --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on what a program that tests the proofs of the lowering may change of
/// what was found before it is proved.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LOWER_PLANTEDMISTAKES_H
#define STEVEDORE_LOWER_PLANTEDMISTAKES_H

#include "stevedore/LoopTree/Expression.h"
#include "stevedore/Lower/Banks.h"
#include <functional>
#include <vector>

namespace stevedore {

struct PlantedMistakes {
  /// The whole rows of a transfer, their indices { A[m] } and their number of
  /// dimensions.
  std::function<void(isl::set &, unsigned &)> InRows = [](isl::set &,
                                                          unsigned &) {};
  /// What limits the length of a segment.
  std::function<void(std::vector<looptree::Expr> &)> InSegment =
      [](std::vector<looptree::Expr> &) {};
  /// The banks of a buffer.
  std::function<void(BufferBanks &)> InBanks = [](BufferBanks &) {};
};

} // namespace stevedore

#endif // STEVEDORE_LOWER_PLANTEDMISTAKES_H
