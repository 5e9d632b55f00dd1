//===- Instances.h - Small sizes to execute loops at ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The values of parameters and tile sizes at which a region is executed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_INSTANCES_H
#define STEVEDORE_LIB_REPLAY_INSTANCES_H

#include "Formula.h"
#include "stevedore/Scop/Scop.h"

namespace stevedore {
namespace replay {

/// Values of the structure parameters of a program that its context admits:
/// first small ones in turn with some that tiles of a few iterations cut into
/// many, then larger ones. None twice.
class ParameterChoice {
public:
  static llvm::Expected<ParameterChoice> make(const Scop &S);
  /// The next values; none when there are no more.
  std::optional<std::vector<int64_t>> next();

private:
  ParameterChoice(const Scop &S, Predicate Context);

  const Scop &S;
  Predicate Context;
  /// Of each parameter, the least value that it may have, if there is one.
  std::vector<std::optional<int64_t>> Least;
  unsigned Round = 0;
  std::vector<std::vector<int64_t>> Seen;

  bool isAdmitted(llvm::ArrayRef<int64_t> Parameters) const;
  std::vector<int64_t> candidate(unsigned Size, unsigned Variant) const;
};

/// The \p Number-th choice of \p Count tile sizes for problems of about \p Size
/// iterations along each loop. Each limits::ReplayTilings of them have small
/// and different ones, of the order of the problem, all 1, and beyond it.
std::vector<int64_t> tileSizes(unsigned Count, unsigned Size, unsigned Number);

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_INSTANCES_H
