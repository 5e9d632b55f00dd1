//===- Plugin.cpp - Stevedore inside Clang --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// `clang -fplugin=Stevedore.so`: parses the user's file, rewrites it in
/// memory, and compiles the rewritten program in its place.
//
//===----------------------------------------------------------------------===//

#include "NestedCompilation.h"
#include "PluginOptions.h"
#include "Products.h"
#include "stevedore/Rewrite/Rewrite.h"
#include "stevedore/Support/JobPool.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace stevedore {
namespace {

/// True if the input can have regions: one C or C++ source file, not yet
/// preprocessed. (Preprocessed text may be the result of an earlier stage of
/// this plugin, as under -save-temps.)
bool mayHaveRegions(const CompilerInstance &CI) {
  const FrontendOptions &Options = CI.getFrontendOpts();
  if (Options.Inputs.size() != 1)
    return false;
  InputKind Kind = Options.Inputs.front().getKind();
  return Kind.getFormat() == InputKind::Source && !Kind.isPreprocessed() &&
         !Kind.isHeader() &&
         (Kind.getLanguage() == Language::C ||
          Kind.getLanguage() == Language::CXX);
}

/// True if the command needs a translation unit at all: it does not when
/// dependencies are listed of files that need not exist (-M -MG), or when the
/// product is something else than the program.
bool wantsProgram(const CompilerInstance &CI) {
  if (CI.getDependencyOutputOpts().AddMissingHeaderDeps)
    return false;
  switch (requestedAction(CI)) {
  case frontend::EmitObj:
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::PrintPreprocessedInput:
  case frontend::RunPreprocessorOnly:
  case frontend::ParseSyntaxOnly:
    return true;
  default:
    return false;
  }
}

/// Clang asks every action that is registered, also one of a library that was
/// loaded for its passes (-fpass-plugin).
bool RunsAsPass = false;

/// Takes the place of the compilation that was asked for. The file is parsed
/// here, with the user's own diagnostics; a nested compilation makes every
/// output, also the dependency files.
class StevedoreAction : public PluginASTAction {
public:
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    return readPluginOptions(CI.getDiagnostics(), Arguments, Settings);
  }

  ActionType getActionType() override {
    return RunsAsPass ? CmdlineAfterMainAction : ReplaceAction;
  }

protected:
  /// Commands without anything to rewrite run as they are; then no input is
  /// left for this action.
  bool PrepareToExecuteAction(CompilerInstance &CI) override {
    if (!mayHaveRegions(CI) || !wantsProgram(CI)) {
      bool Success = runNestedCompilation(CI, std::nullopt);
      CI.getFrontendOpts().Inputs.clear();
      return Success;
    }
    CI.getDependencyOutputOpts() = DependencyOutputOptions();
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    for (const std::string &Remark : Settings.Remarks)
      Messages(CI.getDiagnostics(), levels(CI, Settings))
          .remark(RemarkKind::Missed, SourceLocation(), Remark);
    if (Settings.Analysis.Run.Jobs > 1)
      Pool.emplace(Settings.Analysis.Run.Jobs);
    return createRewriteConsumer(
        CI, analysis(CI), levels(CI, Settings), Pool ? &*Pool : nullptr,
        [this](RewriteResult R) { Result = std::move(R); });
  }

  /// Runs once the parser and its diagnostics are through with the file.
  void EndSourceFileAction() override {
    CompilerInstance &CI = getCompilerInstance();
    if (!Result || Result->Failed || CI.getDiagnostics().hasErrorOccurred())
      return;
    if (!checkNames(CI, Result->UnknownNames, levels(CI, Settings)))
      return;
    if (!writeProducts(CI.getDiagnostics(), getCurrentFile(), Settings,
                       *Result))
      return;
    if (Result->Changed && mapsCoverage(CI)) {
      llvm::StringRef Text = CI.getSourceManager().getBufferData(
          CI.getSourceManager().getMainFileID());
      runNestedCompilation(CI, ReplacedSource{Text.str(), false});
      return;
    }
    if (!Result->Changed && llvm::sys::fs::is_regular_file(getCurrentFile())) {
      runNestedCompilation(CI, std::nullopt);
      return;
    }
    runNestedCompilation(CI, ReplacedSource{compiledText(), Result->Changed});
  }

private:
  /// What the user asked for. Where nothing is optimized, for a debugger,
  /// copies of statements would hide values of iterators and make nothing
  /// faster.
  Options analysis(CompilerInstance &CI) const {
    Options Result = Settings.Analysis;
    RegisterTiles &Tiles = Result.Decided.Registers;
    Tiles.IsAuto &= CI.getCodeGenOpts().OptimizationLevel > 0;
    return Result;
  }

  /// The options of a build are for all its files: a name that is nearly one of
  /// this file's is an error, another one a warning; false for errors.
  static bool checkNames(CompilerInstance &CI,
                         llvm::ArrayRef<UnknownName> Names,
                         const MessageLevels &Levels) {
    Messages Say(CI.getDiagnostics(), Levels);
    for (const UnknownName &N : Names) {
      if (N.IsHarmless)
        Say.remark(RemarkKind::Missed, SourceLocation(), N.message());
      else if (N.Nearest.empty())
        Say.warning(SourceLocation(), N.message());
      else
        Say.error(SourceLocation(), N.message());
    }
    return !Say.hadError();
  }

  /// Whether coverage is wanted in a form that knows no line directives, in
  /// which lines of new text could only be taken for others of the user's.
  bool mapsCoverage(CompilerInstance &CI) const {
    if (!CI.getCodeGenOpts().CoverageMapping)
      return false;
    Messages(CI.getDiagnostics(), levels(CI, Settings))
        .warning(SourceLocation(),
                 "the original loops are compiled, since '-fcoverage-mapping' "
                 "cannot count their lines in new ones; '--coverage' can");
    return true;
  }

  static MessageLevels levels(CompilerInstance &CI,
                              const PluginSettings &Settings) {
    WarningFlags Flags;
    Flags.Names = CI.getDiagnosticOpts().Warnings;
    llvm::append_range(Flags.Names, Settings.WarningFlags);
    Flags.IgnoreWarnings = CI.getDiagnosticOpts().IgnoreWarnings;
    return messageLevels(Flags, CI.getInvocation());
  }

  /// The rewritten text: messages, `__LINE__` and debug information speak of
  /// the user's lines, or of the file that it is kept in.
  std::string compiledText() const {
    if (!Result->Changed || Settings.SaveDirectory.empty())
      return Result->NumberedText;
    return lineDirective(savedPath(Settings, getCurrentFile())) + Result->Text;
  }

  PluginSettings Settings;
  /// Without `j=` there is none: a build compiles several files at a time.
  std::optional<JobPool> Pool;
  std::optional<RewriteResult> Result;
};

FrontendPluginRegistry::Add<StevedoreAction>
    Registration("stevedore", "make the data transfers of loop nests explicit");

} // namespace
} // namespace stevedore

/// The library is there for its passes alone; tools/plugin says so.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT void stevedoreRunsAsPass() {
  stevedore::RunsAsPass = true;
}
