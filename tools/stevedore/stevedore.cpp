//===- stevedore.cpp --------------------------------------------------- C++
//-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileRewriter.h"
#include "stevedore/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;

static int fail(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "stevedore") << Message << "\n";
  return 1;
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
  std::vector<Product> Products;
  bool Failed = !rewriteFiles(C, Products);
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
