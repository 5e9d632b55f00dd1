//===- RewrittenFile.cpp - A file with new regions ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewrittenFile.h"
#include "stevedore/Rewrite/NewSource.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Keeps the first error.
class FirstError : public DiagnosticConsumer {
public:
  std::optional<NewError> Found;

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || Found)
      return;
    llvm::SmallString<0> Message;
    Info.FormatDiagnostic(Message);
    Found = {Message.str().str(), std::nullopt};
    if (Info.getLocation().isValid() && Info.hasSourceManager())
      Found->Offset = offset(Info.getLocation(), Info.getSourceManager());
  }

private:
  /// An error in a header stands where the main file includes it.
  static unsigned offset(SourceLocation Loc, const SourceManager &SM) {
    Loc = SM.getExpansionLoc(Loc);
    while (!SM.isInMainFile(Loc) &&
           SM.getIncludeLoc(SM.getFileID(Loc)).isValid())
      Loc = SM.getExpansionLoc(SM.getIncludeLoc(SM.getFileID(Loc)));
    return SM.isInMainFile(Loc) ? SM.getFileOffset(Loc) : 0;
  }
};

/// Parses, with `#pragma scop` and `#pragma endscop` known.
class ParseAction : public SyntaxOnlyAction {
protected:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    ignoreScopPragmas(CI.getPreprocessor());
    return SyntaxOnlyAction::BeginSourceFileAction(CI);
  }
};

} // namespace

/// The invocation of \p CI for a parse that leaves nothing behind.
static std::shared_ptr<CompilerInvocation> parsingOnly(CompilerInstance &CI) {
  auto Result = std::make_shared<CompilerInvocation>(CI.getInvocation());
  FrontendOptions &Frontend = Result->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  Frontend.ActionName.clear();
  Frontend.OutputFile.clear();
  Frontend.StatsFile.clear();
  Frontend.ShowStats = Frontend.DisableFree = false;
  Result->getDependencyOutputOpts() = DependencyOutputOptions();
  DiagnosticOptions &Diagnostics = Result->getDiagnosticOpts();
  silence(Diagnostics);
  keepWarningsAsWarnings(Diagnostics);
  Diagnostics.IgnoreWarnings = true;
  Diagnostics.VerifyDiagnostics = false;
  return Result;
}

std::optional<NewError> stevedore::firstError(CompilerInstance &CI,
                                              llvm::StringRef Text) {
  std::shared_ptr<CompilerInvocation> Invocation = parsingOnly(CI);
  if (Invocation->getFrontendOpts().Inputs.size() != 1)
    return std::nullopt;
  std::unique_ptr<llvm::MemoryBuffer> Buffer = replaceInput(*Invocation, Text);
  CompilerInstance Inner(Invocation, CI.getPCHContainerOperations());
  Inner.setVirtualFileSystem(CI.getVirtualFileSystemPtr());
  FirstError Errors;
  Inner.createDiagnostics(&Errors, /*ShouldOwnClient=*/false);
  Inner.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  ParseAction Parse;
  if (!Inner.ExecuteAction(Parse) && !Errors.Found)
    return NewError{"it cannot be parsed", std::nullopt};
  return Errors.Found;
}

void RewrittenFile::add(RewrittenRegion Region, const EmitOptions &Code) {
  bool UsesHeaders = Preamble.UsesHeaders && Code.UsesHeaders;
  if (Regions.empty())
    Preamble = Code;
  Preamble.UsesHeaders = UsesHeaders;
  Kept.push_back(Regions.size());
  Regions.push_back(std::move(Region));
}

/// Text that is put in front of a declaration begins a line.
TextEdits RewrittenFile::edits() const {
  TextEdits Result;
  llvm::StringSet<> Used;
  for (size_t Number : Kept)
    for (llvm::StringRef Text : {llvm::StringRef(Regions[Number].Text),
                                 llvm::StringRef(Regions[Number].Macros)})
      forEachIdentifier(Text, [&](llvm::StringRef Name) { Used.insert(Name); });
  for (size_t Number : Kept) {
    const RewrittenRegion &R = Regions[Number];
    std::string Before = R.Macros;
    if (Number == Kept.front())
      Before = generatePreamble(Preamble, Used) + Before;
    bool IsLineStart = R.Place == 0 || Buffer[R.Place - 1] == '\n';
    if (!IsLineStart &&
        !Buffer.slice(lineStart(Buffer, R.Place), R.Place).trim().empty())
      Before = "\n" + Before;
    Result.replace(R.Place, R.Place, Before);
    Result.replace(R.Begin, R.End, R.Text, R.Numbered);
    for (auto [Begin, End] : R.Removed)
      Result.replace(Begin, End, "");
  }
  return Result;
}

/// The regions that an error at \p Offset of the main file may come from.
std::vector<size_t> RewrittenFile::suspects(unsigned Offset) const {
  std::vector<size_t> Inside, Before;
  for (size_t Number : Kept) {
    const RewrittenRegion &R = Regions[Number];
    if (R.Begin <= Offset && Offset < R.End)
      Inside.push_back(Number);
    if (R.Begin <= Offset)
      Before = {Number};
  }
  if (!Inside.empty())
    return Inside;
  return Before.empty() ? Kept : Before;
}

std::vector<RewrittenFile::Dropped>
RewrittenFile::settle(CompilerInstance &CI) {
  std::vector<Dropped> Result;
  while (!Kept.empty()) {
    TextEdits Edits = edits();
    std::optional<NewError> Error = firstError(CI, Edits.apply(Buffer));
    if (!Error)
      break;
    if (Preamble.UsesHeaders) {
      Preamble.UsesHeaders = false;
      if (!firstError(CI, edits().apply(Buffer)))
        break;
      Preamble.UsesHeaders = true;
    }
    unsigned Offset = Edits.originalOffset(Buffer, Error->Offset.value_or(0));
    for (size_t Number : suspects(Offset)) {
      Result.push_back({Number, Error->Message});
      llvm::erase(Kept, Number);
    }
  }
  return Result;
}
