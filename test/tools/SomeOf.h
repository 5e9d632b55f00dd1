//===- SomeOf.h - Some mutants of each kind --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_SOMEOF_H
#define STEVEDORE_TEST_TOOLS_SOMEOF_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

/// How many mistakes of one kind are tried: the number of --each= among
/// \p Arguments, which is taken out, else \p Most.
inline unsigned takeEach(llvm::SmallVectorImpl<char *> &Arguments,
                         unsigned Most) {
  for (char **At = Arguments.begin(); At != Arguments.end(); ++At) {
    llvm::StringRef Argument = *At;
    if (!Argument.consume_front("--each=") || Argument.getAsInteger(10, Most))
      continue;
    Arguments.erase(At);
    break;
  }
  return Most;
}

/// Of each kind of mistakes, of which there may be dozens, at most \p Most,
/// from everywhere.
template <typename Mutant>
std::vector<Mutant> someOf(std::vector<Mutant> All, unsigned Most) {
  std::map<std::string, unsigned> Counts, Seen;
  for (const Mutant &M : All)
    ++Counts[M.Kind];
  std::vector<Mutant> Result;
  for (Mutant &M : All) {
    unsigned Count = Counts[M.Kind], K = Seen[M.Kind]++;
    if (Count <= Most || K * Most / Count != (K + 1) * Most / Count)
      Result.push_back(std::move(M));
  }
  return Result;
}

#endif // STEVEDORE_TEST_TOOLS_SOMEOF_H
