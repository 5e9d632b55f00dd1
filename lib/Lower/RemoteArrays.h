//===- RemoteArrays.h - Memory of arrays that were made ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Remote memory for arrays that a transformation of the program made.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_REMOTEARRAYS_H
#define STEVEDORE_LIB_LOWER_REMOTEARRAYS_H

#include "Ast.h"
#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Source/SourceText.h"

namespace stevedore {
namespace lower {

/// Sizes and memory of the arrays of \p S that \p Loops access in remote memory.
/// Errors: the size of one is not known; budget.
llvm::Expected<Block> lowerRemoteArrays(const Scop &S, const SourceText &Source,
                                        const Block &Loops, const Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_REMOTEARRAYS_H
