//===- LoopCondition.h - When loops end -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_LOOPCONDITION_H
#define STEVEDORE_LIB_EMIT_LOOPCONDITION_H

#include "stevedore/LoopTree/LoopTree.h"

namespace stevedore {

/// The condition of \p F as a person would write it: c <= e - 1 as c < e.
looptree::Expr conditionOf(const looptree::ForNode &F);

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_LOOPCONDITION_H
