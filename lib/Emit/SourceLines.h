//===- SourceLines.h - Where new loops come from ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What of the source a debugger is to find in emitted code.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_SOURCELINES_H
#define STEVEDORE_LIB_EMIT_SOURCELINES_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

/// The line of the loop of the source that \p F, a loop of \p S, stands for: of
/// the outermost one whose iterator moves with the counter in the first
/// statement inside, or of the innermost around that; 0 if there is none.
unsigned lineOfLoop(const looptree::ForNode &F, const Scop &S,
                    const SourceText &Source);

/// The variables of \p Loops, the loops of \p S, whose names are those of
/// iterators that have other values in some statement.
llvm::StringSet<> takenIterators(const looptree::Block &Loops, const Scop &S,
                                 const SourceText &Source);

/// Declarations of the iterators at \p Place with their \p Values, but for
/// those whose names stand in a value or in the statement's \p Text, be it
/// because that is the value: "const int i = (int)(c0 - 2 * c1);".
std::vector<std::string> declareIterators(const StatementPlace &Place,
                                          llvm::ArrayRef<std::string> Values,
                                          const std::string &Text);

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_SOURCELINES_H
