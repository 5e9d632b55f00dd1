//===- RelayConsumer.cpp - Diagnostics of a nested compilation ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayConsumer.h"
#include "clang/Basic/DiagnosticIDs.h"

using namespace clang;

namespace stevedore {

void RelayConsumer::BeginSourceFile(const LangOptions &Language,
                                    const Preprocessor *PP) {
  InSourceFile = true;
  Target.BeginSourceFile(Language, PP);
}

void RelayConsumer::EndSourceFile() {
  InSourceFile = false;
  Target.EndSourceFile();
}

/// The messages of the code generator are in Clang's "frontend" group.
bool RelayConsumer::isNews(DiagnosticsEngine::Level Level, unsigned ID) const {
  if (Level >= DiagnosticsEngine::Error)
    return true;
  return InSourceFile && ID >= diag::DIAG_START_FRONTEND &&
         ID < diag::DIAG_START_SERIALIZATION;
}

/// Only errors are counted here, for the nested compilation's own success.
void RelayConsumer::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                     const Diagnostic &Info) {
  if (Level != DiagnosticsEngine::Note)
    PassNotes = isNews(Level, Info.getID());
  if (!PassNotes)
    return;
  if (Level >= DiagnosticsEngine::Error)
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
  Target.HandleDiagnostic(Level, Info);
}

} // namespace stevedore
