//===- stevedore/Emit/Emitter.h - Dialects ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the text of a LoopTree: C, or another dialect. A dialect of Stevedore's own is
/// one file in lib/Emit and one line in builtinEmitters(); one of somebody else
/// is a library that `stevedore-opt --load=` opens, as LLVM's pass plugins are.
/// llvm::Registry would keep them in a global variable.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_EMIT_EMITTER_H
#define STEVEDORE_EMIT_EMITTER_H

#include "stevedore/Emit/LoweredRegion.h"

namespace stevedore {

/// Prints regions in one dialect.
class Emitter {
public:
  virtual ~Emitter() = default;
  /// What `--emit=` calls it.
  virtual llvm::StringRef name() const = 0;
  /// The loops of \p Region with what the dialect needs beside them.
  virtual looptree::Block legalized(const LoweredRegion &Region) const {
    return Region.Loops;
  }
  /// The text of \p Region, whose loops are legalized and verified. Errors: what cannot
  /// be said in the dialect.
  virtual llvm::Expected<std::string>
  emit(const LoweredRegion &Region) const = 0;
};

/// Dialects by their names.
class EmitterTable {
public:
  /// Adds \p E in place of one with the same name.
  void add(std::unique_ptr<Emitter> E);
  /// Errors: there is none called \p Name; those that are.
  llvm::Expected<const Emitter &> find(llvm::StringRef Name) const;

private:
  std::vector<std::unique_ptr<Emitter>> All;
};

/// The dialects of Stevedore: `c`, the text of the tree, `tree`, and of the one
/// that is printed in C, `c-tree`.
EmitterTable builtinEmitters();

/// Adds the dialects of the library \p File, which defines
///
///   extern "C" void stevedoreAddEmitters(stevedore::EmitterTable &Table);
///
/// and is never closed. Errors: it cannot be opened, or does not define that.
llvm::Error loadEmitters(const std::string &File, EmitterTable &Table);

} // namespace stevedore

#endif // STEVEDORE_EMIT_EMITTER_H
