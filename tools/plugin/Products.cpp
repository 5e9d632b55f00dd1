//===- Products.cpp - What the plugin leaves besides objects --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "stevedore/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace stevedore {
namespace {

llvm::Error saveSource(const PluginSettings &Settings, llvm::StringRef File,
                       llvm::StringRef Text) {
  if (std::error_code Problem =
          llvm::sys::fs::create_directories(Settings.SaveDirectory))
    return llvm::createFileError(Settings.SaveDirectory, Problem);
  return writeOutputFile(savedPath(Settings, File), Text);
}

std::string jsonText(const llvm::json::Object &Object) {
  return llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object(Object)))
      .str();
}

/// Standard error, since standard output may be where the program goes.
void showAnswers(const PluginSettings &Settings, const RewriteResult &Result) {
  llvm::errs() << Result.Printed;
  if (!Settings.Analysis.Evaluate.empty())
    llvm::errs() << jsonText(Result.Evaluated);
}

} // namespace

std::string savedPath(const PluginSettings &Settings, llvm::StringRef File) {
  llvm::SmallString<128> Path(Settings.SaveDirectory);
  llvm::sys::path::append(Path, File == "-" ? "stdin.c"
                                            : llvm::sys::path::filename(File));
  return Path.str().str();
}

std::string lineDirective(llvm::StringRef Path) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "#line 1 \"";
  OS.write_escaped(Path);
  OS << "\"\n";
  return Text;
}

bool writeProducts(DiagnosticsEngine &Diagnostics, llvm::StringRef File,
                   const PluginSettings &Settings,
                   const RewriteResult &Result) {
  llvm::Error Problem = llvm::Error::success();
  if (Result.Changed && !Settings.SaveDirectory.empty())
    Problem = llvm::joinErrors(std::move(Problem),
                               saveSource(Settings, File, Result.Text));
  if (!Settings.Analysis.Report.empty())
    Problem = llvm::joinErrors(
        std::move(Problem),
        writeOutputFile(Settings.Analysis.Report, jsonText(Result.Report)));
  showAnswers(Settings, Result);
  if (!Problem)
    return true;
  Diagnostics.Report(
      Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "stevedore: %0"))
      << llvm::toString(std::move(Problem));
  return false;
}

} // namespace stevedore
