//===- RewrittenText.cpp - Files that come from the rewriter --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/RewrittenText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace stevedore;

/// True if \p Line begins the default of a macro: `#ifndef STEVEDORE_GET`, or
/// `#ifndef STEVEDORE2_GET` where the first name was taken.
static bool beginsDefault(llvm::StringRef Line) {
  return Line.consume_front("#ifndef STEVEDORE") &&
         Line.drop_while(llvm::isDigit).starts_with("_");
}

std::optional<unsigned> stevedore::rewrittenAt(llvm::StringRef Buffer) {
  const llvm::StringRef Phases[] = {"/* load */", "/* compute */",
                                    "/* store */"};
  size_t Places[std::size(Phases)];
  llvm::fill(Places, llvm::StringRef::npos);
  bool HasDefault = false;
  llvm::StringRef Rest = Buffer;
  while (!Rest.empty()) {
    size_t Offset = Buffer.size() - Rest.size();
    llvm::StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    HasDefault |= beginsDefault(Line);
    for (size_t I = 0; I < std::size(Phases); ++I)
      if (Line.trim() == Phases[I])
        Places[I] = std::min(Places[I], Offset + Line.find(Phases[I]));
  }
  if (!HasDefault || llvm::is_contained(Places, llvm::StringRef::npos))
    return std::nullopt;
  return *std::min_element(std::begin(Places), std::end(Places));
}
