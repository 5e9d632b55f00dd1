//===- Spelling.cpp - Names that were meant -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

static std::string sortedLetters(StringRef Name) {
  std::string Result = Name.lower();
  llvm::sort(Result);
  return Result;
}

unsigned stevedore::spellingDistance(StringRef Written, StringRef Meant) {
  unsigned Distance = Meant.edit_distance_insensitive(Written);
  bool IsReordered = sortedLetters(Written) == sortedLetters(Meant);
  return IsReordered ? std::min(Distance, 1u) : Distance;
}

std::string stevedore::nearestName(StringRef Written,
                                   ArrayRef<std::string> Known) {
  std::string Result;
  unsigned Least = std::max<size_t>(1, Written.size() / 3) + 1;
  for (const std::string &Candidate : Known) {
    unsigned Distance = spellingDistance(Written, Candidate);
    if (Distance < Least && Distance < Candidate.size()) {
      Least = Distance;
      Result = Candidate;
    }
  }
  return Result;
}

std::string stevedore::didYouMean(StringRef Nearest) {
  return Nearest.empty() ? "" : ("; did you mean '" + Nearest + "'?").str();
}
