//===- FileRewriter.cpp - One input file after the other ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "stevedore/Support/JobPool.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace clang::tooling;
using namespace stevedore;

namespace {

/// Prints diagnostics, and remembers errors of the file at hand: clang's tools
/// go on after errors in its compiler flags.
class DiagnosticPrinter : public TextDiagnosticPrinter {
public:
  DiagnosticPrinter(llvm::raw_ostream &OS, DiagnosticOptions &Options)
      : TextDiagnosticPrinter(OS, Options) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    HadError |= Level >= DiagnosticsEngine::Error;
    HasSaidWhy |= HadError;
    if (Info.getLocation().isInvalid() && isRepeated(Info))
      return;
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }

  void EndSourceFile() override {
    HadError = false;
    TextDiagnosticPrinter::EndSourceFile();
  }

  /// Clang's driver and its compiler both speak of flags.
  bool isRepeated(const Diagnostic &Info) {
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    return !Said.insert(Message).second;
  }

  bool HadError = false;
  /// There was an error in some compilation.
  bool HasSaidWhy = false;

private:
  /// Messages without a place.
  llvm::StringSet<> Said;
};

/// One input file: the options, the threads for its regions (null: none), the
/// place for its messages, and its products. Flags are those of the compilation
/// at hand.
struct FileRun {
  const Options &O;
  JobPool *Pool;
  llvm::raw_ostream &Messages;
  std::vector<Product> &Products;
  WarningFlags Flags = {};
};

/// Parses a file and hands it to the rewriter.
class RewriteAction : public ASTFrontendAction {
public:
  RewriteAction(const FileRun &Run, const DiagnosticPrinter &Printer)
      : Run(Run), Printer(Printer) {}

  /// Clang's count of warnings and errors goes where these go.
  bool BeginInvocation(CompilerInstance &CI) override {
    CI.setVerboseOutputStream(Run.Messages);
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef File) override {
    return createRewriteConsumer(
        CI, Run.O, levels(CI.getInvocation()), Run.Pool,
        [this, &CI, Name = File.str()](RewriteResult R) {
          R.Failed |= Printer.HadError;
          addProduct(CI, Name, std::move(R));
        });
  }

private:
  void addProduct(CompilerInstance &CI, const std::string &Name,
                  RewriteResult R) {
    SourceManager &SM = CI.getSourceManager();
    auto Entry = SM.getFileEntryRefForID(SM.getMainFileID());
    llvm::StringRef Real =
        Entry ? Entry->getFileEntry().tryGetRealPathName() : "";
    std::string File = Real.empty() ? Name : Real.str();
    if (llvm::sys::Process::StandardErrIsDisplayed())
      for (const std::string &Line : R.Summaries)
        Run.Messages << Line << "\n";
    Run.Products.push_back({File, std::move(R)});
  }

  /// A rewriter, other than a compiler, says what it does not do, too, unless
  /// told not to by -Rno-pass-missed.
  MessageLevels levels(const CompilerInvocation &Invocation) const {
    MessageLevels Result = messageLevels(Run.Flags, Invocation);
    Result.ShowsMissed |=
        Invocation.getCodeGenOpts().OptimizationRemarkMissed.Kind ==
        CodeGenOptions::RK_Missing;
    Result.Summarizes = llvm::sys::Process::StandardErrIsDisplayed();
    return Result;
  }

  const FileRun &Run;
  const DiagnosticPrinter &Printer;
};

class RewriteActionFactory : public FrontendActionFactory {
public:
  RewriteActionFactory(const FileRun &Run, const DiagnosticPrinter &Printer)
      : Run(Run), Printer(Printer) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<RewriteAction>(Run, Printer);
  }

private:
  const FileRun &Run;
  const DiagnosticPrinter &Printer;
};

} // namespace

/// Moves the flags of our own warning group from each compilation to \p Flags,
/// which also hears of the others that decide about warnings.
static void takeWarningFlags(ClangTool &Tool, WarningFlags &Flags) {
  Tool.appendArgumentsAdjuster(
      [&Flags](const CommandLineArguments &Arguments, llvm::StringRef) {
        Flags = WarningFlags();
        CommandLineArguments Result;
        for (const std::string &Argument : Arguments) {
          llvm::StringRef Name = Argument;
          bool IsFlag = Name.consume_front("-W");
          Flags.IgnoreWarnings |= Argument == "-w";
          if (IsFlag)
            Flags.Names.push_back(Name.str());
          if (!IsFlag || !isOwnWarningFlag(Name))
            Result.push_back(Argument);
        }
        return Result;
      });
}

void stevedore::adjustArguments(ClangTool &Tool, const CommandLine &C,
                                WarningFlags &Flags) {
  Tool.appendArgumentsAdjuster(getInsertArgumentAdjuster(
      C.ExtraArgumentsBefore, ArgumentInsertPosition::BEGIN));
  Tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(C.ExtraArguments, ArgumentInsertPosition::END));
  takeWarningFlags(Tool, Flags);
  Tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster("-Wno-error", ArgumentInsertPosition::END));
  std::string Directory = resourceDirectory();
  Tool.appendArgumentsAdjuster(
      [Directory](const CommandLineArguments &Arguments, llvm::StringRef) {
        bool IsGiven = llvm::any_of(Arguments, [](llvm::StringRef A) {
          return A.starts_with("-resource-dir");
        });
        CommandLineArguments Result = Arguments;
        if (!IsGiven && !Directory.empty())
          Result.insert(Result.begin() + 1, "-resource-dir=" + Directory);
        return Result;
      });
}

namespace {

/// A file of the command line with the numbers of its compile commands among
/// those of all files.
struct InputFile {
  std::string Name;
  std::string AbsolutePath;
  unsigned FirstCommand = 0;
  unsigned NumCommands = 0;
};

/// The messages and products of a file.
struct FileAnswer {
  std::string Messages;
  std::vector<Product> Products;
  bool IsProcessed = false;
};

} // namespace

static std::vector<InputFile> inputFiles(const CommandLine &C) {
  std::vector<InputFile> Result;
  unsigned Next = 1;
  for (const std::string &Name : C.Files) {
    InputFile File;
    File.Name = Name;
    File.AbsolutePath = getAbsolutePath(Name);
    File.FirstCommand = Next;
    File.NumCommands =
        C.Compilations->getCompileCommands(File.AbsolutePath).size();
    Next += File.NumCommands;
    Result.push_back(std::move(File));
  }
  return Result;
}

/// Has \p Tool say before each compile command of \p File which of \p NumFiles
/// files it is for, as clang's tools do.
static void reportProgress(ClangTool &Tool, const InputFile &File,
                           size_t NumFiles, llvm::raw_ostream &Messages) {
  if (NumFiles < 2)
    return;
  Tool.appendArgumentsAdjuster(
      [&Messages, &File, NumFiles, Next = File.FirstCommand](
          const CommandLineArguments &Arguments, llvm::StringRef) mutable {
        Messages << "[" << Next++ << "/" << NumFiles << "] Processing file "
                 << File.AbsolutePath << ".\n";
        return Arguments;
      });
}

/// Rewrites \p File; false if it could not be processed. The file system has a
/// working directory of its own, which compile commands change.
static bool rewriteFile(const CommandLine &C, const InputFile &File,
                        FileRun Run) {
  if (File.NumCommands == 0) {
    Run.Messages << "Skipping " << File.AbsolutePath
                 << ". Compile command not found.\n";
    return false;
  }
  ClangTool Tool(*C.Compilations, File.AbsolutePath,
                 std::make_shared<PCHContainerOperations>(),
                 llvm::vfs::createPhysicalFileSystem());
  adjustArguments(Tool, C, Run.Flags);
  reportProgress(Tool, File, C.Files.size(), Run.Messages);
  DiagnosticOptions Shown;
  Shown.ShowOptionNames = true;
  Shown.ShowColors = llvm::sys::Process::StandardErrHasColors();
  DiagnosticPrinter Printer(Run.Messages, Shown);
  Tool.setDiagnosticConsumer(&Printer);
  Tool.setPrintErrorMessage(false);
  RewriteActionFactory Factory(Run, Printer);
  bool IsProcessed = Tool.run(&Factory) == 0;
  if (!IsProcessed && !Printer.HasSaidWhy)
    Run.Messages << "Error while processing " << File.AbsolutePath << ".\n";
  return IsProcessed;
}

/// Adds what is new of \p Found to \p Products: a file may be named twice or
/// have several compile commands, of which the first one counts.
static void addProducts(std::vector<Product> &Products,
                        std::vector<Product> Found) {
  for (Product &New : Found) {
    auto Known = llvm::find_if(
        Products, [&](const Product &P) { return P.File == New.File; });
    if (Known == Products.end())
      Products.push_back(std::move(New));
    else if (Known->Result.Text != New.Result.Text)
      llvm::errs() << "stevedore: warning: '" << New.File
                   << "' has compile commands with which the new text is "
                      "another; it is that of the first one, and right for "
                      "that one alone\n";
  }
}

/// Rewrites one file after the other, with \p Pool for their regions.
static bool rewriteInTurn(const CommandLine &C, llvm::ArrayRef<InputFile> Files,
                          JobPool *Pool, std::vector<Product> &Products) {
  bool AreProcessed = true;
  for (const InputFile &File : Files) {
    std::vector<Product> Found;
    AreProcessed &= rewriteFile(C, File, {C.O, Pool, llvm::errs(), Found});
    addProducts(Products, std::move(Found));
  }
  return AreProcessed;
}

/// Rewrites files at a time, each on a thread that waits for its regions, and
/// shows the messages of each once those before it have been shown.
static bool rewriteTogether(const CommandLine &C,
                            llvm::ArrayRef<InputFile> Files, unsigned Jobs,
                            std::vector<Product> &Products) {
  JobPool Pool(Jobs);
  std::vector<FileAnswer> Answers(Files.size());
  llvm::DefaultThreadPool Readers(llvm::hardware_concurrency(
      std::min<size_t>(Jobs, Files.size())));
  std::vector<std::shared_future<void>> Done;
  for (size_t I = 0; I < Files.size(); ++I)
    Done.push_back(Readers.async([&C, &Files, &Pool, &Answers, I] {
      FileAnswer &A = Answers[I];
      llvm::raw_string_ostream Messages(A.Messages);
      Pool.run([&] {
        A.IsProcessed =
            rewriteFile(C, Files[I], {C.O, &Pool, Messages, A.Products});
      });
    }));
  bool AreProcessed = true;
  for (size_t I = 0; I < Files.size(); ++I) {
    Pool.wait(Done[I]);
    llvm::errs() << Answers[I].Messages;
    AreProcessed &= Answers[I].IsProcessed;
    addProducts(Products, std::move(Answers[I].Products));
  }
  return AreProcessed;
}

bool stevedore::rewriteFiles(const CommandLine &C,
                             std::vector<Product> &Products) {
  std::vector<InputFile> Files = inputFiles(C);
  unsigned Jobs = numberOfJobs(C.O.Run.Jobs);
  if (Jobs > 1 && Files.size() > 1)
    return rewriteTogether(C, Files, Jobs, Products);
  if (Jobs == 1)
    return rewriteInTurn(C, Files, nullptr, Products);
  JobPool Pool(Jobs);
  return rewriteInTurn(C, Files, &Pool, Products);
}
