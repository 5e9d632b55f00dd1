//===- Products.cpp - What the plugin leaves besides objects --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "stevedore/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace stevedore {
namespace {

/// \p Name in \p Directory for what is made of the source \p File, unless
/// another source has it, as a hidden file beside it tells: then "stem-HASH" with
/// a hash of the path of \p File. Creates the directory.
std::string claimName(llvm::StringRef Directory, llvm::StringRef Name,
                      llvm::StringRef File) {
  (void)llvm::sys::fs::create_directories(Directory);
  llvm::SmallString<128> Source(File), Owner(Directory), Path(Directory);
  if (llvm::sys::fs::real_path(File, Source))
    Source = File;
  llvm::sys::path::append(Owner, "." + Name + ".source");
  int Descriptor;
  if (!llvm::sys::fs::openFileForWrite(Owner, Descriptor,
                                       llvm::sys::fs::CD_CreateNew)) {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << Source;
    OS.flush();
    OS.clear_error();
  } else if (auto Known = llvm::MemoryBuffer::getFile(Owner);
             Known && (*Known)->getBuffer() != Source) {
    auto [Stem, Ending] = Name.split('.');
    std::string Hash = llvm::utohexstr(llvm::xxh3_64bits(Source), true);
    llvm::sys::path::append(Path, Stem + "-" + Hash + "." + Ending);
    return Path.str().str();
  }
  llvm::sys::path::append(Path, Name);
  return Path.str().str();
}

llvm::StringRef lastComponent(llvm::StringRef File) {
  return File == "-" ? "stdin.c" : llvm::sys::path::filename(File);
}

/// Where the report on \p File goes: `report=` names a directory, one that is
/// there or a name without an ending or with a slash behind it, or a file. The
/// directory is created.
std::string reportPath(llvm::StringRef Report, llvm::StringRef File) {
  bool Exists = llvm::sys::fs::exists(Report);
  bool IsDirectory = Exists ? llvm::sys::fs::is_directory(Report)
                            : Report.ends_with("/") ||
                                  !llvm::sys::path::has_extension(Report);
  if (IsDirectory)
    return claimName(Report, (lastComponent(File) + ".json").str(), File);
  llvm::StringRef Directory = llvm::sys::path::parent_path(Report);
  if (!Directory.empty())
    (void)llvm::sys::fs::create_directories(Directory);
  return Report.str();
}

llvm::Error write(llvm::StringRef Path, llvm::StringRef Text) {
  if (llvm::Error E = writeOutputFile(Path, Text))
    return llvm::createFileError(Path, std::move(E));
  return llvm::Error::success();
}

std::string jsonText(const llvm::json::Object &Object) {
  return llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object(Object)))
      .str();
}

/// Standard error, since standard output may be where the program goes.
void showAnswers(const PluginSettings &Settings, const RewriteResult &Result) {
  llvm::errs() << Result.Printed;
  if (Settings.Analysis.Run.Evaluates)
    llvm::errs() << jsonText(Result.Evaluated);
}

} // namespace

std::string savedPath(const PluginSettings &Settings, llvm::StringRef File) {
  return claimName(Settings.SaveDirectory, lastComponent(File), File);
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
                               write(savedPath(Settings, File), Result.Text));
  if (!Settings.Analysis.Run.Report.empty())
    Problem = llvm::joinErrors(
        std::move(Problem),
        write(reportPath(Settings.Analysis.Run.Report, File),
              jsonText(Result.Report)));
  showAnswers(Settings, Result);
  if (!Problem)
    return true;
  Diagnostics.Report(
      Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "stevedore: %0"))
      << llvm::toString(std::move(Problem));
  return false;
}

} // namespace stevedore
