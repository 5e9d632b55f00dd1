//===- Barriers.h - Where workers meet --------------------------*- C++ -*
//-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOOPTREE_BARRIERS_H
#define STEVEDORE_LIB_LOOPTREE_BARRIERS_H

#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {
namespace looptree {

/// Proof obligation: all workers that execute \p B, a verified tree, meet the
/// same barriers. No condition or bound around one is computed from the number
/// of the worker.
llvm::Error verifyBarriers(const Block &B);

} // namespace looptree
} // namespace stevedore

#endif // STEVEDORE_LIB_LOOPTREE_BARRIERS_H
