//===- OutputFile.cpp - Output files that are whole -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/raw_ostream.h"

using stevedore::StagedFiles;

/// Sends \p Text on its way; an error of the stream is returned and forgotten,
/// since streams with errors abort when they are destroyed.
static llvm::Error send(llvm::raw_fd_ostream &OS, llvm::StringRef Text) {
  OS << Text;
  OS.flush();
  std::error_code Problem = OS.error();
  OS.clear_error();
  return llvm::errorCodeToError(Problem);
}

/// True if \p Path is there and is no regular file.
static bool isSpecial(llvm::StringRef Path) {
  llvm::sys::fs::file_status Status;
  return !llvm::sys::fs::status(Path, Status) &&
         llvm::sys::fs::exists(Status) &&
         !llvm::sys::fs::is_regular_file(Status);
}

llvm::Error stevedore::writeOutputFile(llvm::StringRef Path,
                                       llvm::StringRef Text) {
  if (!isSpecial(Path))
    return llvm::writeToOutput(Path, [Text](llvm::raw_ostream &OS) {
      return send(static_cast<llvm::raw_fd_ostream &>(OS), Text);
    });
  std::error_code Problem;
  llvm::raw_fd_ostream OS(Path, Problem, llvm::sys::fs::OF_None);
  if (Problem)
    return llvm::errorCodeToError(Problem);
  return send(OS, Text);
}

StagedFiles::~StagedFiles() {
  for (Staged &F : Files)
    if (F.Temporary)
      llvm::consumeError(F.Temporary->discard());
}

static llvm::Error cannotWrite(llvm::StringRef Path, llvm::Error Why) {
  return llvm::createStringError("cannot write '" + Path +
                                 "': " + llvm::toString(std::move(Why)));
}

llvm::Error StagedFiles::add(llvm::StringRef Path, llvm::StringRef Text) {
  llvm::SmallString<0> Target;
  if (llvm::sys::fs::real_path(Path, Target))
    Target = Path;
  bool IsStandardOutput = Path == "-";
  if (IsStandardOutput || isSpecial(Target)) {
    if (IsStandardOutput)
      Target = Path;
    Files.push_back({Target.str().str(), std::nullopt, Text.str()});
    return llvm::Error::success();
  }
  llvm::ErrorOr<llvm::sys::fs::perms> Permissions =
      llvm::sys::fs::getPermissions(Target);
  auto Temporary = llvm::sys::fs::TempFile::create(Target + ".temp%%%%%%%");
  if (!Temporary)
    return cannotWrite(Path, Temporary.takeError());
  if (Permissions)
    (void)llvm::sys::fs::setPermissions(Temporary->TmpName, *Permissions);
  Files.push_back({Target.str().str(), std::move(*Temporary), ""});
  llvm::raw_fd_ostream OS(Files.back().Temporary->FD, /*shouldClose=*/false);
  if (llvm::Error E = send(OS, Text))
    return cannotWrite(Path, std::move(E));
  return llvm::Error::success();
}

llvm::Error StagedFiles::commit() {
  llvm::Error Problems = llvm::Error::success();
  for (Staged &F : Files) {
    llvm::Error E = F.Temporary ? F.Temporary->keep(F.Path)
                                : stevedore::writeOutputFile(F.Path, F.Text);
    if (E)
      Problems = llvm::joinErrors(std::move(Problems),
                                  cannotWrite(F.Path, std::move(E)));
  }
  Files.clear();
  return Problems;
}

llvm::Error stevedore::writeStandardOutput(llvm::StringRef Text) {
  return send(llvm::outs(), Text);
}
