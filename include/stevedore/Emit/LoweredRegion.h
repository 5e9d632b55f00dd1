//===- stevedore/Emit/LoweredRegion.h - A region to be printed --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A region whose loops have been made, with all that printers and replay read
/// beside them, and its text (`--print=tree`).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_EMIT_LOWEREDREGION_H
#define STEVEDORE_EMIT_LOWEREDREGION_H

#include "stevedore/Emit/C.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace stevedore {

/// The loops of a region and what they were made from.
struct LoweredRegion {
  std::shared_ptr<const Scop> Program;
  looptree::Block Loops;
  /// How the region looks in C, and the text of the program.
  EmitOptions Code;
  /// { : ... } over structure parameters and tile sizes; may be null.
  isl::set Assumptions;
  /// Tile sizes that are constants of the loops.
  std::vector<int64_t> TileSizes;
};

/// The text of \p Region, which readTrees() reads. Of the program it has what
/// printers and replay ask for: what is known of aliases, beliefs and places of
/// accesses, which lowering has used, stays out, and so do the names in use of
/// the file.
std::string treeText(const LoweredRegion &Region);

/// Whether \p Text begins as a file of trees does.
bool isTreeText(llvm::StringRef Text);

/// Reads the trees of \p Text, one or several. They are not verified. Errors:
/// `name:line:column: error: ...`, and what is to be written there.
llvm::Expected<std::vector<LoweredRegion>>
readTrees(llvm::MemoryBufferRef Text, isl::ctx Ctx);

} // namespace stevedore

#endif // STEVEDORE_EMIT_LOWEREDREGION_H
