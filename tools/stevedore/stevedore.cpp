//===- stevedore.cpp --------------------------------------------------- C++
//-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "stevedore/Rewrite/Rewrite.h"
#include "stevedore/Support/OutputFile.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace clang::tooling;
using namespace stevedore;

namespace {

/// What became of one input file.
struct Product {
  std::string File;
  RewriteResult Result;
};

/// Prints diagnostics, and remembers errors of the file at hand: clang's tools
/// go on after errors in its compiler flags.
class DiagnosticPrinter : public TextDiagnosticPrinter {
public:
  DiagnosticPrinter(DiagnosticOptions &Options)
      : TextDiagnosticPrinter(llvm::errs(), Options) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    HadError |= Level >= DiagnosticsEngine::Error;
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
  }

  void EndSourceFile() override {
    HadError = false;
    TextDiagnosticPrinter::EndSourceFile();
  }

  bool HadError = false;
};

/// Parses a file and hands it to the rewriter.
class RewriteAction : public ASTFrontendAction {
public:
  RewriteAction(const Options &O, const DiagnosticPrinter &Printer,
                std::vector<Product> &Products)
      : O(O), Printer(Printer), Products(Products) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef File) override {
    return createRewriteConsumer(
        CI, O, [this, &CI, Name = File.str()](RewriteResult R) {
          if (R.NumRegions == 0)
            reportNothing(CI);
          R.Failed |= Printer.HadError;
          addProduct(CI, Name, std::move(R));
        });
  }

private:
  /// A file may have several compile commands; the first one counts. The name
  /// is kept absolute, since commands run in directories of their own.
  void addProduct(CompilerInstance &CI, const std::string &Name,
                  RewriteResult R) {
    SourceManager &SM = CI.getSourceManager();
    auto Entry = SM.getFileEntryRefForID(SM.getMainFileID());
    llvm::StringRef Real =
        Entry ? Entry->getFileEntry().tryGetRealPathName() : "";
    std::string File = Real.empty() ? Name : Real.str();
    bool IsKnown = llvm::any_of(
        Products, [&](const Product &P) { return P.File == File; });
    if (!IsKnown)
      Products.push_back({File, std::move(R)});
  }

  static void reportNothing(CompilerInstance &CI) {
    DiagnosticsEngine &D = CI.getDiagnostics();
    SourceManager &SM = CI.getSourceManager();
    D.Report(SM.getLocForStartOfFile(SM.getMainFileID()),
             D.getCustomDiagID(DiagnosticsEngine::Remark,
                               "no loop nest of this file can be modelled; "
                               "nothing is done [-Rstevedore]"));
    D.Report(SM.getLocForStartOfFile(SM.getMainFileID()),
             D.getCustomDiagID(DiagnosticsEngine::Note,
                               "mark a region with '#pragma scop' and "
                               "'#pragma endscop' to learn why"));
  }

  const Options &O;
  const DiagnosticPrinter &Printer;
  std::vector<Product> &Products;
};

class RewriteActionFactory : public FrontendActionFactory {
public:
  RewriteActionFactory(const Options &O, const DiagnosticPrinter &Printer,
                       std::vector<Product> &Products)
      : O(O), Printer(Printer), Products(Products) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<RewriteAction>(O, Printer, Products);
  }

private:
  const Options &O;
  const DiagnosticPrinter &Printer;
  std::vector<Product> &Products;
};

} // namespace

static int fail(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "stevedore") << Message << "\n";
  return 1;
}

/// The flags of each compilation with those of the command line, and with the
/// directory of clang's headers unless it is given. -Werror is for the
/// compiler: a file that it refuses for a warning is rewritten all the same.
static void adjustArguments(ClangTool &Tool, const CommandLine &C) {
  Tool.appendArgumentsAdjuster(getInsertArgumentAdjuster(
      C.ExtraArgumentsBefore, ArgumentInsertPosition::BEGIN));
  Tool.appendArgumentsAdjuster(
      getInsertArgumentAdjuster(C.ExtraArguments, ArgumentInsertPosition::END));
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

/// Writes \p Text to a temporary file and renames it; keeps the permissions
/// of a file that is there.
static llvm::Error writeFile(llvm::StringRef Name, llvm::StringRef Text) {
  llvm::SmallString<128> Target(Name);
  llvm::sys::fs::real_path(Name, Target);
  if (Target.empty())
    Target = Name;
  llvm::ErrorOr<llvm::sys::fs::perms> Permissions =
      llvm::sys::fs::getPermissions(Target);
  if (llvm::Error E = writeOutputFile(Target, Text))
    return llvm::createStringError("cannot write '" + Name +
                                   "': " + llvm::toString(std::move(E)));
  if (Permissions)
    (void)llvm::sys::fs::setPermissions(Target, *Permissions);
  return llvm::Error::success();
}

static llvm::Error writeText(const CommandLine &C, const Product &P) {
  if (C.InPlace)
    return P.Result.Changed ? writeFile(P.File, P.Result.Text)
                            : llvm::Error::success();
  if (!C.Output.empty())
    return writeFile(C.Output, P.Result.Text);
  return writeStandardOutput(P.Result.Text);
}

/// What was asked for in place of the rewritten text, or the text.
static llvm::Error writeProduct(const CommandLine &C, const Product &P) {
  std::string Answer = P.Result.Printed;
  if (!C.O.Evaluate.empty()) {
    llvm::raw_string_ostream OS(Answer);
    OS << llvm::formatv("{0:2}", llvm::json::Value(
                                     llvm::json::Object(P.Result.Evaluated)))
       << "\n";
  }
  if (C.O.Print == Phase::None && C.O.Evaluate.empty())
    return writeText(C, P);
  if (!C.Output.empty())
    return writeFile(C.Output, Answer);
  return writeStandardOutput(Answer);
}

/// The report: an object for one file, a list of them for several.
static llvm::Error writeReport(const CommandLine &C,
                               const std::vector<Product> &Products) {
  if (C.O.Report.empty())
    return llvm::Error::success();
  llvm::json::Array Reports;
  for (const Product &P : Products)
    Reports.push_back(llvm::json::Object(P.Result.Report));
  llvm::json::Value Report = Reports.size() == 1
                                 ? llvm::json::Value(std::move(Reports.front()))
                                 : llvm::json::Value(std::move(Reports));
  return writeFile(C.O.Report, llvm::formatv("{0:2}\n", Report).str());
}

static int run(const CommandLine &C) {
  ClangTool Tool(*C.Compilations, C.Files);
  adjustArguments(Tool, C);
  DiagnosticOptions Shown;
  Shown.ShowColors = llvm::sys::Process::StandardErrHasColors();
  DiagnosticPrinter Printer(Shown);
  Tool.setDiagnosticConsumer(&Printer);
  std::vector<Product> Products;
  RewriteActionFactory Factory(C.O, Printer, Products);
  bool Failed = Tool.run(&Factory) != 0;
  for (const Product &P : Products) {
    Failed |= P.Result.Failed;
    if (P.Result.Failed)
      continue;
    if (llvm::Error E = writeProduct(C, P))
      return fail(llvm::toString(std::move(E)));
  }
  if (llvm::Error E = writeReport(C, Products))
    return fail(llvm::toString(std::move(E)));
  return Failed;
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  CommandLine C;
  std::vector<const char *> Arguments(Argv + 1, Argv + Argc);
  if (llvm::Error E = parseCommandLine(std::move(Arguments), C))
    return fail(llvm::toString(std::move(E)) +
                "; 'stevedore --help' lists the options");
  if (C.Help) {
    llvm::outs() << helpText();
    return 0;
  }
  if (C.Version) {
    llvm::outs() << "stevedore " STEVEDORE_VERSION ", built for LLVM "
                 << LLVM_VERSION_STRING << "\n";
    return 0;
  }
  return run(C);
}
