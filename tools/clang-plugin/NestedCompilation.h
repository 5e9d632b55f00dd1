//===- NestedCompilation.h - The original command, once more ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Runs what the user asked the compiler for, on another text of the main file.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_PLUGIN_NESTEDCOMPILATION_H
#define STEVEDORE_TOOLS_PLUGIN_NESTEDCOMPILATION_H

#include "clang/Frontend/CompilerInstance.h"
#include <optional>
#include <string>

namespace stevedore {

/// The text that takes the place of the main file.
struct ReplacedSource {
  std::string Text;
  /// The text is not what the user wrote: warnings are no errors in it.
  bool Rewritten = false;
};

/// Runs the command line of \p Outer with its own action (-emit-obj, -S, -E,
/// ...), which a plugin of kind ReplaceAction has taken the place of in
/// \p Outer but which EmitOptions::CommandLineArgs still tells. The main
/// file reads as \p Source if there is one. Errors, remarks and what the back
/// end has to say go to the diagnostics of \p Outer; warnings of the front end
/// do not, since \p Outer has given them for the text of the user. Returns true
/// on success; on failure an error has been reported.
bool runNestedCompilation(clang::CompilerInstance &Outer,
                          const std::optional<ReplacedSource> &Source);

/// The action that the command line of \p CI asks for.
clang::frontend::ActionKind requestedAction(const clang::CompilerInstance &CI);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_PLUGIN_NESTEDCOMPILATION_H
