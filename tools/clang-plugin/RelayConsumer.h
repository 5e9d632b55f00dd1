//===- RelayConsumer.h - Diagnostics of a nested compilation ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Passes on those diagnostics of a nested compilation that the outer one has
/// not given.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_PLUGIN_RELAYCONSUMER_H
#define STEVEDORE_TOOLS_PLUGIN_RELAYCONSUMER_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"

namespace stevedore {

/// Passes on errors, and what the code generator says while the file is
/// compiled (remarks of -Rpass, stack sizes, inline assembly), each with its
/// notes. The code generator takes lines of the debug information, which are
/// the user's, for lines of the text that it compiles: remarks are given for
/// those of the user's text. Everything else is a front-end warning that the
/// outer compilation has given with the user's own line numbers.
class RelayConsumer : public clang::DiagnosticConsumer {
public:
  explicit RelayConsumer(clang::CompilerInstance &Outer)
      : Outer(Outer), Target(Outer.getDiagnosticClient()) {}

  void BeginSourceFile(const clang::LangOptions &Language,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  bool isNews(clang::DiagnosticsEngine::Level Level, unsigned ID) const;

  bool relayRemark(const clang::Diagnostic &Info);

  clang::CompilerInstance &Outer;
  clang::DiagnosticConsumer &Target;
  bool InSourceFile = false;
  bool PassNotes = false;
};

} // namespace stevedore

#endif // STEVEDORE_TOOLS_PLUGIN_RELAYCONSUMER_H
