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

const RewrittenRegion *
RewrittenFile::lastAt(const RewrittenRegion &Region) const {
  return !Regions.empty() && Regions.back().Begin == Region.Begin
             ? &Regions.back()
             : nullptr;
}

bool RewrittenFile::add(RewrittenRegion Region, const EmitOptions &Code) {
  bool UsesHeaders = Preamble.UsesHeaders && Code.UsesHeaders;
  if (Regions.empty())
    Preamble = Code;
  Preamble.UsesHeaders = UsesHeaders;
  if (const RewrittenRegion *Inner = lastAt(Region)) {
    Region.Macros = Inner->Macros + Region.Macros;
    if (Region.Headers.empty())
      Region.Headers = Inner->Headers;
    Regions.back() = std::move(Region);
    return false;
  }
  Kept.push_back(Regions.size());
  Regions.push_back(std::move(Region));
  return true;
}

/// Text that is put in front of a declaration begins a line.
void RewrittenFile::insert(unsigned Place, std::string Text,
                           TextEdits &To) const {
  bool IsLineStart = Place == 0 || Buffer[Place - 1] == '\n';
  if (!IsLineStart &&
      !Buffer.slice(lineStart(Buffer, Place), Place).trim().empty())
    Text = "\n" + Text;
  To.replace(Place, Place, Text);
}

TextEdits RewrittenFile::edits() const {
  TextEdits Result;
  llvm::StringSet<> Used;
  for (size_t Number : Kept)
    for (llvm::StringRef Text : {llvm::StringRef(Regions[Number].Text),
                                 llvm::StringRef(Regions[Number].Macros)})
      forEachIdentifier(Text, [&](llvm::StringRef Name) { Used.insert(Name); });
  std::string InFragment;
  for (size_t Number : Kept) {
    const RewrittenRegion &R = Regions[Number];
    std::string Headers = R.Headers, Before = R.Macros;
    if (Number == Kept.front()) {
      PreambleText Text = generatePreamble(Preamble, Used);
      Headers = Text.Headers + Headers;
      Before = Text.Definitions + Before;
    }
    if (Fragment)
      InFragment += Headers;
    else
      Before = Headers + Before;
    insert(R.Place, Before, Result);
    if (!R.Granted.empty())
      insert(R.GrantedPlace, R.Granted, Result);
    Result.replace(R.Begin, R.End, R.Text, R.Numbered);
    for (auto [Begin, End] : R.Removed)
      Result.replace(Begin, End, "");
  }
  if (!InFragment.empty())
    Result.replace(Fragment->End, Fragment->End,
                   (Fragment->IsThere ? "" : "module;\n") + InFragment);
  return Result;
}

/// What keeps the text from being compiled, without headers where that helps.
std::optional<RewrittenFile::Mistake>
RewrittenFile::mistake(CompilerInstance &CI) {
  TextEdits Edits = edits();
  std::optional<NewError> Error = firstError(CI, Edits.apply(Buffer));
  if (!Error)
    return std::nullopt;
  if (Preamble.UsesHeaders) {
    Preamble.UsesHeaders = false;
    if (!firstError(CI, edits().apply(Buffer)))
      return std::nullopt;
    Preamble.UsesHeaders = true;
  }
  return Mistake{Error->Message,
                 Edits.originalOffset(Buffer, Error->Offset.value_or(0))};
}

/// Tries the regions that stay one after the other, beside those that compile.
void RewrittenFile::tryEach(CompilerInstance &CI,
                            std::vector<Dropped> &Result) {
  std::vector<size_t> All = std::move(Kept);
  Kept.clear();
  for (size_t Number : All) {
    Kept.push_back(Number);
    std::optional<Mistake> Found = mistake(CI);
    if (!Found)
      continue;
    Kept.pop_back();
    Result.push_back({Number, Found->Message});
  }
}

std::vector<RewrittenFile::Dropped>
RewrittenFile::settle(CompilerInstance &CI) {
  std::vector<Dropped> Result;
  while (!Kept.empty()) {
    std::optional<Mistake> Found = mistake(CI);
    if (!Found)
      break;
    auto Inside = llvm::find_if(Kept, [&](size_t Number) {
      const RewrittenRegion &R = Regions[Number];
      return R.Begin <= Found->Offset && Found->Offset < R.End;
    });
    if (Inside == Kept.end()) {
      tryEach(CI, Result);
      break;
    }
    Result.push_back({*Inside, Found->Message});
    Kept.erase(Inside);
  }
  llvm::sort(Result, [](const Dropped &A, const Dropped &B) {
    return A.Region < B.Region;
  });
  return Result;
}
