//===- Machine.cpp - What plans are for -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Machine.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

Error stevedore::checkPlannable(const Machine &M) {
  if (M.Memories.size() > 1 &&
      any_of(M.Memories, [](const Memory &Of) { return Of.IsCache; }))
    return createStringError("a cache is the only memory of a machine that "
                             "plans are for");
  if (M.Memories.size() > limits::Memories)
    return createStringError("a machine has " + Twine(M.Memories.size()) +
                             " memories, and plans are for " +
                             Twine(limits::Memories) + " at most");
  if (M.Memories.size() > 1)
    if (std::string Why = memoryNames(M).whyNot(M.Memories.size());
        !Why.empty())
      return createStringError(Why);
  return Error::success();
}

MemoryNames stevedore::memoryNames(const Machine &M) {
  std::vector<std::string> Names;
  bool HasOwn = false;
  for (const Memory &Of : M.Memories) {
    HasOwn |= !Of.Name.empty() && Of.Name != memoryName(Names.size());
    Names.push_back(Of.Name);
  }
  return HasOwn ? MemoryNames(std::move(Names)) : MemoryNames();
}

std::optional<int64_t> stevedore::least(std::optional<int64_t> Bytes,
                                        const Machine &M) {
  std::optional<int64_t> Most = M.Memories.front().Bytes;
  return Most ? std::min(*Most, Bytes.value_or(*Most)) : Bytes;
}
