//===- stevedore/Rewrite/Messages.h - Warnings and remarks ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which messages the user wants to see: the warning group `-Wstevedore`, which
/// Clang does not know, and the remarks of `-Rpass=stevedore` and the like.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REWRITE_MESSAGES_H
#define STEVEDORE_REWRITE_MESSAGES_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace stevedore {

enum class WarningLevel { Off, On, Error };

/// What was done to regions; what was not, and why; what was found out.
enum class RemarkKind { Done, Missed, Analysis };

/// The messages that are shown.
struct MessageLevels {
  WarningLevel Warnings = WarningLevel::On;
  bool ShowsDone = false;
  /// Regions that are left alone, and coarser answers.
  bool ShowsMissed = false;
  /// Loops that are part of no region, too.
  bool ShowsMissedLoops = false;
  bool ShowsAnalysis = false;
  /// A line on each region is wanted (RewriteResult::Summaries).
  bool Summarizes = false;
};

/// The names of a compilation's flags for warnings, without `-W`, in their
/// order, and whether `-w` is one of them.
struct WarningFlags {
  std::vector<std::string> Names;
  bool IgnoreWarnings = false;
};

/// True if \p Name, of a flag `-WNAME`, is one of the group's: Clang would call
/// it unknown.
bool isOwnWarningFlag(llvm::StringRef Name);

/// What \p Flags make of the group's warnings, by Clang's rules: later flags go
/// before earlier ones, and `-w` before all.
WarningLevel warningLevel(const WarningFlags &Flags);

/// The levels that \p Flags and the remark flags of \p Invocation ask for.
MessageLevels messageLevels(const WarningFlags &Flags,
                            const clang::CompilerInvocation &Invocation);

/// Sends messages to a compilation, each with the flag that is about it.
class Messages {
public:
  Messages(clang::DiagnosticsEngine &Engine, const MessageLevels &Levels)
      : Engine(Engine), Levels(Levels) {}

  void error(clang::SourceLocation Loc, llvm::StringRef Message,
             llvm::ArrayRef<clang::FixItHint> Fixes = {});
  void warning(clang::SourceLocation Loc, llvm::StringRef Message);
  void remark(RemarkKind Kind, clang::SourceLocation Loc,
              llvm::StringRef Message);
  /// Belongs to the message before it, and is shown if that is.
  void note(clang::SourceLocation Loc, llvm::StringRef Message,
            llvm::ArrayRef<clang::FixItHint> Fixes = {});

  const MessageLevels &levels() const { return Levels; }
  /// There was an error, or a warning that flags make one.
  bool hadError() const { return HadError; }

private:
  bool shows(RemarkKind Kind) const;
  void send(clang::DiagnosticsEngine::Level Level, clang::SourceLocation Loc,
            llvm::StringRef Message,
            llvm::ArrayRef<clang::FixItHint> Fixes = {});

  clang::DiagnosticsEngine &Engine;
  MessageLevels Levels;
  bool IsShown = true;
  bool HadError = false;
};

} // namespace stevedore

#endif // STEVEDORE_REWRITE_MESSAGES_H
