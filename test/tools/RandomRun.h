//===- RandomRun.h - What a random test is called with ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_RANDOMRUN_H
#define STEVEDORE_TEST_TOOLS_RANDOMRUN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace stevedore {

/// TOOL [SEED [COUNT]]
struct RandomRun {
  unsigned long Seed = 1, Count = 500;
};

/// What the command line \p Words says; none, with a message: something else.
inline std::optional<RandomRun> randomRun(llvm::ArrayRef<char *> Words) {
  RandomRun Result;
  if (Words.size() <= 3 &&
      (Words.size() < 2 || llvm::to_integer(Words[1], Result.Seed)) &&
      (Words.size() < 3 || llvm::to_integer(Words[2], Result.Count)))
    return Result;
  llvm::errs() << "usage: " << Words.front() << " [SEED [COUNT]]\n";
  return std::nullopt;
}

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_RANDOMRUN_H
