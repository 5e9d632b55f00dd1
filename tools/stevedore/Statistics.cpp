//===- Statistics.cpp - Files at a time, counted --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "FileRewriter.h"
#include "stevedore/Support/JobPool.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace clang::tooling;
using namespace stevedore;

namespace {

/// Keeps the first error: "3:7: use of undeclared identifier 'x'", with the
/// file where that is another one.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Text = place(Info) + Message.str().str();
  }

  std::string Text;

private:
  static std::string place(const Diagnostic &Info) {
    if (Info.getLocation().isInvalid() || !Info.hasSourceManager())
      return "";
    const SourceManager &SM = Info.getSourceManager();
    PresumedLoc Place = SM.getPresumedLoc(Info.getLocation());
    if (Place.isInvalid())
      return "";
    std::string Result = std::to_string(Place.getLine()) + ":" +
                         std::to_string(Place.getColumn()) + ": ";
    bool IsMain = SM.isInMainFile(SM.getExpansionLoc(Info.getLocation()));
    return IsMain ? Result : std::string(Place.getFilename()) + ":" + Result;
  }
};

/// The numbers of one parsed file go to \p Result.
class CountConsumer : public ASTConsumer {
public:
  CountConsumer(CompilerInstance &CI, const Options &O,
                std::optional<Statistics> &Result)
      : O(O), Result(Result) {
    registerScopPragmas(CI.getPreprocessor(), Pragmas);
  }

  void HandleTranslationUnit(ASTContext &AST) override {
    if (AST.getDiagnostics().hasErrorOccurred() || Result)
      return;
    ExtractOptions Extract;
    Extract.LiveOut = O.User.LiveOut;
    Extract.HasLiveOut = O.User.HasLiveOut;
    Extract.Local = O.User.Local;
    Extract.Functions = O.Run.Functions;
    Extract.Limits = {O.Run.Limits.Seconds / 2, O.Run.Limits.Operations};
    Extract.SearchSeconds = Extract.Limits.Seconds;
    Result = countFile(AST, Pragmas, Extract);
  }

private:
  const Options &O;
  ScopPragmas Pragmas;
  std::optional<Statistics> &Result;
};

/// One compile command: of several ones for a file, a tool would run all.
class OneCommand : public CompilationDatabase {
public:
  OneCommand(CompileCommand Command) : Command(std::move(Command)) {}
  std::vector<CompileCommand> getCompileCommands(StringRef) const override {
    return {Command};
  }

private:
  CompileCommand Command;
};

class CountAction : public ASTFrontendAction {
public:
  CountAction(const Options &O, std::optional<Statistics> &Result)
      : O(O), Result(Result) {}

  bool BeginInvocation(CompilerInstance &CI) override {
    CI.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    return std::make_unique<CountConsumer>(CI, O, Result);
  }

private:
  const Options &O;
  std::optional<Statistics> &Result;
};

class CountActionFactory : public FrontendActionFactory {
public:
  CountActionFactory(const Options &O) : O(O) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<CountAction>(O, Result);
  }

  std::optional<Statistics> Result;

private:
  const Options &O;
};

/// A line of a terminal that is overwritten until all files are counted.
class Progress {
public:
  Progress(size_t NumFiles)
      : NumFiles(NumFiles),
        IsShown(llvm::sys::Process::StandardErrIsDisplayed()) {}
  void done() {
    std::lock_guard<std::mutex> Guard(Lock);
    ++NumDone;
    if (IsShown)
      llvm::errs() << "\r[" << NumDone << "/" << NumFiles << "] files"
                   << (NumDone == NumFiles ? "\n" : "");
  }

private:
  size_t NumFiles;
  bool IsShown;
  size_t NumDone = 0;
  std::mutex Lock;
};

} // namespace

/// The numbers of \p File by the compile command \p Command; nothing, and the
/// reason in \p Error, if it has errors. The file system has a working
/// directory of its own, which commands change.
static std::optional<Statistics> countBy(const CommandLine &C,
                                         const std::string &File,
                                         const CompileCommand &Command,
                                         std::string &Error) {
  OneCommand Commands(Command);
  ClangTool Tool(Commands, File, std::make_shared<PCHContainerOperations>(),
                 llvm::vfs::createPhysicalFileSystem());
  WarningFlags Flags;
  adjustArguments(Tool, C, Flags);
  FirstError Errors;
  Tool.setDiagnosticConsumer(&Errors);
  Tool.setPrintErrorMessage(false);
  CountActionFactory Factory(C.O);
  Tool.run(&Factory);
  if (!Factory.Result)
    Error = Errors.Text.empty() ? "it could not be compiled" : Errors.Text;
  return std::move(Factory.Result);
}

/// Where a file has several compile commands, the first that works counts, or
/// the last error.
static FileStatistics countOne(const CommandLine &C, const std::string &Name) {
  FileStatistics Result;
  Result.File = Name;
  if (!llvm::sys::fs::exists(Name)) {
    Result.Error = "no such file";
    return Result;
  }
  std::string File = getAbsolutePath(Name);
  Result.Error = "no compile command";
  for (const CompileCommand &Command :
       C.Compilations->getCompileCommands(File)) {
    std::optional<Statistics> Numbers = countBy(C, File, Command, Result.Error);
    if (!Numbers)
      continue;
    Result.Numbers = std::move(*Numbers);
    Result.Error.clear();
    break;
  }
  return Result;
}

/// The names of \p C, sorted, without those of a file that is there already.
static std::vector<std::string> filesOf(const CommandLine &C) {
  std::vector<std::string> Names = C.Files;
  llvm::sort(Names);
  llvm::StringSet<> Known;
  llvm::erase_if(Names, [&](const std::string &Name) {
    llvm::SmallString<128> Path(getAbsolutePath(Name));
    llvm::sys::path::remove_dots(Path, true);
    return !Known.insert(Path).second;
  });
  return Names;
}

std::vector<FileStatistics> stevedore::countFiles(const CommandLine &C) {
  std::vector<std::string> Names = filesOf(C);
  std::vector<FileStatistics> Result(Names.size());
  Progress Shown(Names.size());
  llvm::DefaultThreadPool Workers(
      llvm::hardware_concurrency(numberOfJobs(C.O.Run.Jobs)));
  for (size_t I = 0; I < Names.size(); ++I)
    Workers.async([&, I] {
      Result[I] = countOne(C, Names[I]);
      Shown.done();
    });
  Workers.wait();
  return Result;
}

Statistics stevedore::total(llvm::ArrayRef<FileStatistics> Files) {
  Statistics Result;
  for (const FileStatistics &F : Files)
    if (F.Error.empty())
      Result.add(F.Numbers);
  return Result;
}
