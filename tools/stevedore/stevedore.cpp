//===- stevedore.cpp - The standalone rewriter ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "Statistics.h"
#include "stevedore/Report/Report.h"
#include "stevedore/Support/OutputFile.h"
#include "stevedore/Support/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

static int fail(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "stevedore") << Message << "\n";
  return 1;
}

/// Says what does nothing, unless flags forbid that.
static void remark(const CommandLine &C, const llvm::Twine &Message) {
  if (!llvm::is_contained(C.ExtraArguments, "-Rno-pass-missed"))
    llvm::WithColor::remark(llvm::errs(), "stevedore") << Message << "\n";
}

/// Writes \p Text as a whole to what \p Name stands for.
static llvm::Error writeFile(llvm::StringRef Name, llvm::StringRef Text) {
  StagedFiles Output;
  if (llvm::Error E = Output.add(Name, Text))
    return E;
  return Output.commit();
}

/// Writes \p Text where -o says, or to standard output.
static llvm::Error writeText(const CommandLine &C, llvm::StringRef Text) {
  return C.Output.empty() ? writeStandardOutput(Text)
                          : writeFile(C.Output, Text);
}

static llvm::Error showDifference(const Product &P) {
  if (!P.Result.Changed)
    return llvm::Error::success();
  auto Original = llvm::MemoryBuffer::getFile(P.File);
  if (!Original)
    return llvm::createFileError(P.File, Original.getError());
  return writeStandardOutput(unifiedDiff((*Original)->getBuffer(),
                                         P.Result.Text, P.File, P.File));
}

/// What --choose= asks for, for people.
static std::string tables(const Product &P) {
  std::string Text;
  if (const auto *Regions = P.Result.Evaluated.getArray("regions"))
    for (const llvm::json::Value &Region : *Regions)
      if (const auto *R = Region.getAsObject())
        Text += stevedore::choiceTable(*R);
  return Text;
}

/// What --print= and --evaluate= ask for.
static std::string answerOf(const CommandLine &C, const Product &P) {
  std::string Answer = P.Result.Printed;
  if (C.O.Run.Chooses && C.Output.empty() &&
      llvm::sys::Process::StandardOutIsDisplayed())
    return Answer + tables(P);
  if (C.O.Run.Evaluates) {
    llvm::raw_string_ostream OS(Answer);
    OS << llvm::formatv("{0:2}", llvm::json::Value(
                                     llvm::json::Object(P.Result.Evaluated)))
       << "\n";
  }
  return Answer;
}

/// What was asked for in place of the rewritten text, or the text, beside which
/// there may be an answer.
static llvm::Error writeProduct(const CommandLine &C, const Product &P,
                                StagedFiles &InPlace) {
  if (!C.O.Run.wantsText()) {
    std::string Answer = answerOf(C, P);
    return C.DryRun ? writeStandardOutput(Answer) : writeText(C, Answer);
  }
  if (C.DryRun)
    return showDifference(P);
  if (!C.Answer.empty())
    if (llvm::Error E = writeFile(C.Answer, answerOf(C, P)))
      return E;
  if (!C.InPlace)
    return writeText(C, P.Result.Text);
  return P.Result.Changed ? InPlace.add(P.File, P.Result.Text)
                          : llvm::Error::success();
}

/// The report: an object for one file, a list of them for several.
static llvm::Error writeReport(const CommandLine &C,
                               const std::vector<Product> &Products) {
  if (C.O.Run.Report.empty() || C.DryRun)
    return llvm::Error::success();
  llvm::json::Array Reports;
  for (const Product &P : Products)
    Reports.push_back(llvm::json::Object(P.Result.Report));
  llvm::json::Value Report = Reports.size() == 1
                                 ? llvm::json::Value(std::move(Reports.front()))
                                 : llvm::json::Value(std::move(Reports));
  return writeFile(C.O.Run.Report, llvm::formatv("{0:2}\n", Report).str());
}

/// Reports files that are missing; false if there are some.
static bool checkFiles(const CommandLine &C) {
  bool AreThere = true;
  for (const std::string &File : C.Files) {
    bool IsStandardInput = File == "-";
    if (!IsStandardInput && llvm::sys::fs::exists(File))
      continue;
    fail(IsStandardInput ? "standard input cannot be rewritten; name a file"
                         : "no such file: '" + File + "'");
    AreThere = false;
  }
  return AreThere;
}

/// The names in the options that mean nothing in all files that can tell.
static std::vector<UnknownName>
unknownNames(const std::vector<Product> &Products) {
  std::vector<const RewriteResult *> Files;
  for (const Product &P : Products)
    if (P.Result.KnowsNames)
      Files.push_back(&P.Result);
  std::vector<UnknownName> Result;
  if (!Files.empty())
    llvm::copy_if(
        Files.front()->UnknownNames, std::back_inserter(Result),
        [&](const UnknownName &N) {
          return llvm::all_of(Files, [&](const RewriteResult *File) {
            return llvm::any_of(File->UnknownNames, [&](const UnknownName &M) {
              return M.Option == N.Option && M.Name == N.Name;
            });
          });
        });
  bool MatchesNone =
      !Products.empty() && llvm::all_of(Products, [](const Product &P) {
        return P.Result.UnknownFunction.has_value();
      });
  if (MatchesNone)
    Result.push_back(*Products.front().Result.UnknownFunction);
  return Result;
}

/// Reports the names in the options that are in no region of any file; false if
/// there are some.
static bool checkNames(const CommandLine &C,
                       const std::vector<Product> &Products) {
  bool AreKnown = true;
  for (const UnknownName &N : unknownNames(Products)) {
    if (N.IsHarmless) {
      remark(C, N.message());
      continue;
    }
    fail(N.message());
    AreKnown = false;
  }
  return AreKnown;
}

/// Writes what can be written. Where all files are to be rewritten or none, an
/// error in one of them leaves all as they are.
static int run(const CommandLine &C) {
  std::vector<Product> Products;
  bool Failed = !rewriteFiles(C, Products);
  bool AreNamesKnown = checkNames(C, Products);
  for (const Product &P : Products)
    Failed |= P.Result.Failed;
  StagedFiles InPlace;
  bool WantsAll = C.InPlace || C.O.Run.Strict;
  bool WantsNone = !AreNamesKnown || (Failed && WantsAll);
  for (const Product &P : Products) {
    if (P.Result.Failed || WantsNone)
      continue;
    if (llvm::Error E = writeProduct(C, P, InPlace))
      return fail(llvm::toString(std::move(E)));
  }
  if (llvm::Error E = InPlace.commit())
    return fail(llvm::toString(std::move(E)));
  if (llvm::Error E = writeReport(C, Products))
    return fail(llvm::toString(std::move(E)));
  return Failed || !AreNamesKnown;
}

/// The numbers as a table and, if wanted, for programs. Files that do not
/// compile are counted, unless all are such.
static int showStatistics(const CommandLine &C) {
  std::vector<FileStatistics> Files = countFiles(C);
  if (llvm::Error E = writeText(C, statisticsTable(Files)))
    return fail(llvm::toString(std::move(E)));
  if (!C.O.Run.Report.empty()) {
    bool IsRows = llvm::StringRef(C.O.Run.Report).ends_with(".csv");
    std::string Report =
        IsRows ? statisticsRows(Files)
               : llvm::formatv("{0:2}\n",
                               llvm::json::Value(statisticsReport(Files)))
                     .str();
    if (llvm::Error E = writeFile(C.O.Run.Report, Report))
      return fail(llvm::toString(std::move(E)));
  }
  bool HaveAllFailed = llvm::all_of(
      Files, [](const FileStatistics &F) { return !F.Error.empty(); });
  return HaveAllFailed ? fail("none of the files could be compiled") : 0;
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
  C.O.Run.ShowsProgress = llvm::sys::Process::StandardErrIsDisplayed();
  for (const std::string &Remark : C.Remarks)
    remark(C, Remark);
  if (C.Statistics)
    return showStatistics(C);
  if (!checkFiles(C))
    return 1;
  return run(C);
}
