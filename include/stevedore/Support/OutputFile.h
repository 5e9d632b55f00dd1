//===- stevedore/Support/OutputFile.h ----------------------------- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Output files that are there as a whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_OUTPUTFILE_H
#define STEVEDORE_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// Writes \p Text to a temporary file that is renamed to \p Path. What is there
/// and is no regular file, a device or a pipe, is written to as it is.
llvm::Error writeOutputFile(llvm::StringRef Path, llvm::StringRef Text);

/// Output files that appear together: each is written beside its place, and all
/// are renamed in the end. Files that are there keep their permissions, and
/// names of links stand for what they point to.
class StagedFiles {
public:
  StagedFiles() = default;
  StagedFiles(const StagedFiles &) = delete;
  StagedFiles &operator=(const StagedFiles &) = delete;
  /// Removes what is not committed.
  ~StagedFiles();

  /// Writes \p Text beside \p Path; what is there and is no regular file is
  /// written to by commit().
  llvm::Error add(llvm::StringRef Path, llvm::StringRef Text);
  llvm::Error commit();

private:
  struct Staged {
    std::string Path;
    /// None for what is no regular file.
    std::optional<llvm::sys::fs::TempFile> Temporary;
    std::string Text;
  };
  std::vector<Staged> Files;
};

/// Writes \p Text to standard output.
llvm::Error writeStandardOutput(llvm::StringRef Text);

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_OUTPUTFILE_H
