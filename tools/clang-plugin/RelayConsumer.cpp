//===- RelayConsumer.cpp - Diagnostics of a nested compilation ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayConsumer.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/SourceManager.h"

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

/// True for the remarks of optimizations, whose text is their first argument.
static bool isOptimizationRemark(unsigned ID) {
  switch (ID) {
  case diag::remark_fe_backend_optimization_remark:
  case diag::remark_fe_backend_optimization_remark_missed:
  case diag::remark_fe_backend_optimization_remark_analysis:
  case diag::remark_fe_backend_optimization_remark_analysis_fpcommute:
  case diag::remark_fe_backend_optimization_remark_analysis_aliasing:
    return true;
  default:
    return false;
  }
}

/// Gives a remark on the main file for the same line of the user's text; false
/// if \p Info is none.
bool RelayConsumer::relayRemark(const Diagnostic &Info) {
  if (!isOptimizationRemark(Info.getID()) || Info.getLocation().isInvalid() ||
      !Info.hasSourceManager() || !Outer.hasSourceManager())
    return false;
  const SourceManager &New = Info.getSourceManager();
  SourceManager &Old = Outer.getSourceManager();
  if (New.getFileID(Info.getLocation()) != New.getMainFileID() ||
      Old.getMainFileID().isInvalid())
    return false;
  SourceLocation Loc = Old.translateLineCol(
      Old.getMainFileID(), New.getSpellingLineNumber(Info.getLocation()),
      New.getSpellingColumnNumber(Info.getLocation()));
  Outer.getDiagnostics().Report(Loc, Info.getID())
      << AddFlagValue(Info.getFlagValue()) << Info.getArgStdStr(0);
  return true;
}

/// Only errors are counted here, for the nested compilation's own success.
void RelayConsumer::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                     const Diagnostic &Info) {
  if (Level != DiagnosticsEngine::Note)
    PassNotes = isNews(Level, Info.getID());
  if (!PassNotes || relayRemark(Info))
    return;
  if (Level >= DiagnosticsEngine::Error)
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
  Target.HandleDiagnostic(Level, Info);
}

} // namespace stevedore
