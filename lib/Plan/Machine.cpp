//===- Machine.cpp - What plans are for -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Machine.h"
#include <algorithm>

using namespace llvm;

Error stevedore::checkPlannable(const Machine &M) {
  if (M.Memories.size() != 1)
    return createStringError("plans are for one local memory, and the machine "
                             "has " +
                             Twine(M.Memories.size()));
  return Error::success();
}

std::optional<int64_t> stevedore::least(std::optional<int64_t> Bytes,
                                        const Machine &M) {
  std::optional<int64_t> Most = M.Memories.front().Bytes;
  return Most ? std::min(*Most, Bytes.value_or(*Most)) : Bytes;
}
