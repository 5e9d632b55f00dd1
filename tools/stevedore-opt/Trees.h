//===- Trees.h - The stages behind lowering ---------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_STEVEDOREOPT_TREES_H
#define STEVEDORE_TOOLS_STEVEDOREOPT_TREES_H

#include "stevedore/Pipeline/Options.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace stevedore {

/// What is asked of loop trees.
struct TreeRequest {
  /// Of the options that stevedore has, too.
  const Options &O;
  /// The dialect in which they are printed; empty: C, or the text that
  /// `--print=tree` asks for.
  std::string Dialect;
  /// Libraries with other dialects.
  std::vector<std::string> Libraries;
};

/// Reads the loop trees of \p Text, verifies and replays them, and prints them.
/// Errors: what `name:line:column: error: ...` says of the text, loops that
/// cannot be executed or do not do what their program does, and options that are
/// for other inputs.
llvm::Error runTrees(llvm::MemoryBufferRef Text, const TreeRequest &Wanted,
                     isl::ctx Ctx);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_STEVEDOREOPT_TREES_H
