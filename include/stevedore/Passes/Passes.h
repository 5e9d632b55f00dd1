//===- stevedore/Passes/Passes.h - Stevedore as LLVM passes -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the passes of LLVM's pass builder. `stevedore<...>` reports on the
/// regions that Polly finds, or gives them tiles and local arrays;
/// `print<stevedore-...>` shows the value of one stage.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PASSES_PASSES_H
#define STEVEDORE_PASSES_PASSES_H

#include "stevedore/Pipeline/Options.h"

namespace llvm {
class PassBuilder;
}

namespace stevedore {

/// What a pass is to do.
struct PassSettings {
  Options Analysis;
  /// Regions get tiles and local arrays; otherwise they stay as they are.
  bool Transforms = false;
};

/// The settings in \p Text, what is between the brackets of `stevedore<...>`:
/// `report`, and options without their dashes, separated by `;` or `,`. A part
/// without `=` that is no option goes on with the value before it, as the 16 in
/// `tile=32,16`. Constant tile sizes ask for tiles. Errors: as setOption().
llvm::Expected<PassSettings> readPassSettings(llvm::StringRef Text);

/// Makes the passes known to \p PB by their names, and runs them in \p Compiled
/// pipelines, those of a compiler, where its options ask for it: before any
/// optimization, as Polly's early position.
void registerPasses(llvm::PassBuilder &PB);

} // namespace stevedore

#endif // STEVEDORE_PASSES_PASSES_H
