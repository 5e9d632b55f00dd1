//===- Moves.cpp - Elements that stay in a buffer -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitted.h"

namespace stevedore {
namespace replay {

/// What nobody has written may be moved, and is found when a statement reads
/// it.
Emitted::Action Emitted::move(const looptree::MoveNode &N) {
  Place To = place(N.To), From = place(N.From);
  return [=](Machine &M) {
    Value *Source = find(From, false, M), *Target = find(To, true, M);
    if (Source && Target)
      *Target = *Source;
    M.step();
  };
}

} // namespace replay
} // namespace stevedore
