//===- OutputFile.cpp - Output files that are whole -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

/// Sends \p Text on its way; an error of the stream is returned and forgotten,
/// since streams with errors abort when they are destroyed.
static llvm::Error send(llvm::raw_fd_ostream &OS, llvm::StringRef Text) {
  OS << Text;
  OS.flush();
  std::error_code Problem = OS.error();
  OS.clear_error();
  return llvm::errorCodeToError(Problem);
}

llvm::Error stevedore::writeOutputFile(llvm::StringRef Path,
                                       llvm::StringRef Text) {
  llvm::sys::fs::file_status Status;
  bool Exists = !llvm::sys::fs::status(Path, Status) &&
                llvm::sys::fs::exists(Status);
  if (!Exists || llvm::sys::fs::is_regular_file(Status))
    return llvm::writeToOutput(Path, [Text](llvm::raw_ostream &OS) {
      return send(static_cast<llvm::raw_fd_ostream &>(OS), Text);
    });
  std::error_code Problem;
  llvm::raw_fd_ostream OS(Path, Problem, llvm::sys::fs::OF_None);
  if (Problem)
    return llvm::errorCodeToError(Problem);
  return send(OS, Text);
}

llvm::Error stevedore::writeStandardOutput(llvm::StringRef Text) {
  return send(llvm::outs(), Text);
}
