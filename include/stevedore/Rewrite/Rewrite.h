//===- stevedore/Rewrite/Rewrite.h - A whole file, rewritten ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on the text of a rewritten file. From a parsed translation unit to the
/// text of its rewritten main file: what the standalone rewriter and the Clang
/// plugin share.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REWRITE_REWRITE_H
#define STEVEDORE_REWRITE_REWRITE_H

#include "stevedore/Pipeline/OptionNames.h"
#include "stevedore/Rewrite/Messages.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <memory>
#include <string>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace stevedore {

struct ScopPragmas;
class JobPool;

/// The answer for one translation unit.
struct RewriteResult {
  /// Text differs from the main file.
  bool Changed = false;
  /// A region was refused under --strict or -Werror, or an analysis of the
  /// whole file failed; the diagnostics have been reported.
  bool Failed = false;
  /// Regions that were found, transformed or not.
  unsigned NumRegions = 0;
  /// For each region in the order of the text its place and what became of it,
  /// in a line; MessageLevels::Summarizes fills them.
  std::vector<std::string> Summaries;
  /// Names in the options that stand for nothing in the regions of this file;
  /// none if it has no region with a model.
  std::vector<UnknownName> UnknownNames;
  /// What `--functions=` does not match in this file.
  std::optional<UnknownName> UnknownFunction;
  /// A region has a model, so that UnknownNames tells something.
  bool KnowsNames = false;
  /// The main file's text after rewriting; byte for byte the input where no
  /// region was transformed.
  std::string Text;
  /// The same program with `#line` directives, so that the compiler takes every
  /// line of the input for the line that it is.
  std::string NumberedText;
  /// The text of the stage of --print=, region after region.
  std::string Printed;
  /// The report's object of this file (contract, "JSON report").
  llvm::json::Object Report;
  /// The object that --evaluate= prints, when it was asked for.
  llvm::json::Object Evaluated;
};

/// Finds, analyses and rewrites the regions of the main file of \p CI.
/// Diagnostics go to the DiagnosticsEngine of \p CI, on this thread, in the
/// order of the text; those of regions that are taken back, for the new text
/// does not compile with them, come last. Call it once the translation unit has
/// been parsed without errors, with \p Pool from one of its jobs, in which it
/// analyses several regions at a time; null: one after the other.
RewriteResult rewriteTranslationUnit(clang::CompilerInstance &CI,
                                     const ScopPragmas &Pragmas,
                                     const Options &O,
                                     const MessageLevels &Levels,
                                     JobPool *Pool);

/// A consumer that registers the pragma handlers with \p CI's preprocessor
/// (which must exist), and at the end of a translation unit without errors
/// calls \p Done with the result of rewriteTranslationUnit().
std::unique_ptr<clang::ASTConsumer>
createRewriteConsumer(clang::CompilerInstance &CI, Options O,
                      const MessageLevels &Levels, JobPool *Pool,
                      std::function<void(RewriteResult)> Done);

} // namespace stevedore

#endif // STEVEDORE_REWRITE_REWRITE_H
