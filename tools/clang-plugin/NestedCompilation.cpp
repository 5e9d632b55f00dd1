//===- NestedCompilation.cpp - The original command, once more ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestedCompilation.h"
#include "RelayConsumer.h"
#include "stevedore/Rewrite/NewSource.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/FrontendTool/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace stevedore {
namespace {

/// The invocation that the command line of \p CI describes, before any plugin
/// changed it. What cc1 adds to an invocation after parsing is taken over.
std::shared_ptr<CompilerInvocation>
originalInvocation(const CompilerInstance &CI) {
  std::vector<const char *> Arguments;
  for (const std::string &Argument : CI.getCodeGenOpts().CommandLineArgs)
    Arguments.push_back(Argument.c_str());
  DiagnosticOptions Options;
  auto Diagnostics = CompilerInstance::createDiagnostics(
      CI.getVirtualFileSystem(), Options, new IgnoringDiagConsumer, true);
  auto Invocation = std::make_shared<CompilerInvocation>();
  CompilerInvocation::CreateFromArgs(*Invocation, Arguments, *Diagnostics,
                                     CI.getCodeGenOpts().Argv0);
  Invocation->getHeaderSearchOpts().ResourceDir =
      CI.getHeaderSearchOpts().ResourceDir;
  return Invocation;
}

/// The action that was asked for, to which `#pragma scop` and `#pragma endscop`
/// are known; in preprocessed output they stay.
class NestedAction : public WrapperFrontendAction {
public:
  using WrapperFrontendAction::WrapperFrontendAction;

protected:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    if (CI.hasPreprocessor() && CI.getFrontendOpts().ProgramAction !=
                                    frontend::PrintPreprocessedInput) {
      ignoreScopPragmas(CI.getPreprocessor());
    }
    return WrapperFrontendAction::BeginSourceFileAction(CI);
  }
};

/// Loads the plugins that \p CI asks for (their passes belong to one compiler
/// instance) without letting any of them replace its action.
void loadPluginsKeepingAction(CompilerInstance &CI) {
  FrontendOptions &Options = CI.getFrontendOpts();
  frontend::ActionKind Action = Options.ProgramAction;
  std::string Name = Options.ActionName;
  CI.LoadRequestedPlugins();
  Options.ProgramAction = Action;
  Options.ActionName = Name;
}

/// Runs \p Action in \p CI. One that begins with a syntax tree in a file cannot
/// be wrapped: a wrapper would drop what it has read.
bool execute(CompilerInstance &CI, std::unique_ptr<FrontendAction> Action) {
  if (llvm::any_of(CI.getFrontendOpts().Inputs, [](const FrontendInputFile &F) {
        return F.getKind().getFormat() == InputKind::Precompiled;
      }))
    return CI.ExecuteAction(*Action);
  NestedAction Nested(std::move(Action));
  return CI.ExecuteAction(Nested);
}

} // namespace

frontend::ActionKind requestedAction(const CompilerInstance &CI) {
  return originalInvocation(CI)->getFrontendOpts().ProgramAction;
}

bool runNestedCompilation(CompilerInstance &Outer,
                          const std::optional<ReplacedSource> &Source) {
  std::shared_ptr<CompilerInvocation> Invocation = originalInvocation(Outer);
  silence(Invocation->getDiagnosticOpts());
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  if (Source) {
    Buffer = replaceInput(*Invocation, Source->Text);
    if (Source->Rewritten)
      keepWarningsAsWarnings(Invocation->getDiagnosticOpts());
  }

  CompilerInstance Inner(Invocation, Outer.getPCHContainerOperations());
  Inner.setVirtualFileSystem(Outer.getVirtualFileSystemPtr());
  Inner.createDiagnostics(new RelayConsumer(Outer));
  Inner.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  if (Inner.getCodeGenOpts().TimePasses)
    Inner.createFrontendTimer();
  loadPluginsKeepingAction(Inner);
  std::unique_ptr<FrontendAction> Action = CreateFrontendAction(Inner);
  if (Action && execute(Inner, std::move(Action)))
    return true;
  if (Outer.getDiagnosticClient().getNumErrors() == 0)
    Outer.getDiagnostics().Report(Outer.getDiagnostics().getCustomDiagID(
        DiagnosticsEngine::Error, "stevedore: the compilation of the rewritten "
                                  "program failed without a message"));
  return false;
}

} // namespace stevedore
