//===- Messages.cpp - Warnings and remarks --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Rewrite/Messages.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Frontend/CompilerInvocation.h"

using namespace clang;
using namespace stevedore;

bool stevedore::isOwnWarningFlag(llvm::StringRef Name) {
  Name.consume_front("no-");
  Name.consume_front("error=");
  return Name == "stevedore";
}

WarningLevel stevedore::warningLevel(const WarningFlags &Flags) {
  bool IsOn = true, IsError = false;
  bool AllAreErrors = false, IsExcepted = false;
  for (llvm::StringRef Name : Flags.Names) {
    bool IsPositive = !Name.consume_front("no-");
    if (Name == "error") {
      AllAreErrors = IsPositive;
    } else if (Name == "error=stevedore") {
      IsError = IsPositive;
      IsOn |= IsPositive;
      IsExcepted = !IsPositive;
    } else if (Name == "stevedore" || Name == "everything") {
      IsOn = IsPositive;
      IsError &= IsPositive;
    }
  }
  if (!IsOn || Flags.IgnoreWarnings)
    return WarningLevel::Off;
  return IsError || (AllAreErrors && !IsExcepted) ? WarningLevel::Error
                                                  : WarningLevel::On;
}

MessageLevels stevedore::messageLevels(const WarningFlags &Flags,
                                       const CompilerInvocation &Invocation) {
  const CodeGenOptions &Options = Invocation.getCodeGenOpts();
  MessageLevels Result;
  Result.Warnings = warningLevel(Flags);
  Result.ShowsDone = Options.OptimizationRemark.patternMatches("stevedore");
  Result.ShowsMissed = Result.ShowsMissedLoops =
      Options.OptimizationRemarkMissed.patternMatches("stevedore");
  Result.ShowsAnalysis =
      Options.OptimizationRemarkAnalysis.patternMatches("stevedore");
  return Result;
}

void Messages::send(DiagnosticsEngine::Level Level, SourceLocation Loc,
                    llvm::StringRef Message,
                    llvm::ArrayRef<FixItHint> Fixes) {
  unsigned Id = Engine.getDiagnosticIDs()->getCustomDiagID(
      static_cast<DiagnosticIDs::Level>(Level), "%0");
  DiagnosticBuilder Sent = Engine.Report(Loc, Id) << Message;
  for (const FixItHint &Fix : Fixes)
    Sent << Fix;
}

void Messages::error(SourceLocation Loc, llvm::StringRef Message,
                     llvm::ArrayRef<FixItHint> Fixes) {
  IsShown = HadError = true;
  send(DiagnosticsEngine::Error, Loc, Message, Fixes);
}

void Messages::warning(SourceLocation Loc, llvm::StringRef Message) {
  IsShown = Levels.Warnings != WarningLevel::Off;
  if (Levels.Warnings == WarningLevel::Error)
    error(Loc, (Message + " [-Werror,-Wstevedore]").str());
  else if (IsShown)
    send(DiagnosticsEngine::Warning, Loc, (Message + " [-Wstevedore]").str());
}

bool Messages::shows(RemarkKind Kind) const {
  switch (Kind) {
  case RemarkKind::Done:
    return Levels.ShowsDone;
  case RemarkKind::Missed:
    return Levels.ShowsMissed;
  case RemarkKind::Analysis:
    return Levels.ShowsAnalysis;
  }
  llvm_unreachable("a kind of remark");
}

static llvm::StringRef flagOf(RemarkKind Kind) {
  switch (Kind) {
  case RemarkKind::Done:
    return " [-Rpass=stevedore]";
  case RemarkKind::Missed:
    return " [-Rpass-missed=stevedore]";
  case RemarkKind::Analysis:
    return " [-Rpass-analysis=stevedore]";
  }
  llvm_unreachable("a kind of remark");
}

void Messages::remark(RemarkKind Kind, SourceLocation Loc,
                      llvm::StringRef Message) {
  IsShown = shows(Kind);
  if (IsShown)
    send(DiagnosticsEngine::Remark, Loc, (Message + flagOf(Kind)).str());
}

void Messages::note(SourceLocation Loc, llvm::StringRef Message,
                    llvm::ArrayRef<FixItHint> Fixes) {
  if (IsShown)
    send(DiagnosticsEngine::Note, Loc, Message, Fixes);
}
