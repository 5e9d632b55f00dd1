//===- Statistics.h - What files have ------------------------- -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Counts what the files of a command line have, several at a time, and shows
/// the numbers as a table, as JSON and as CSV.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_STEVEDORE_STATISTICS_H
#define STEVEDORE_TOOLS_STEVEDORE_STATISTICS_H

#include "CommandLine.h"
#include "stevedore/Frontend/Clang/Statistics.h"
#include "llvm/Support/JSON.h"

namespace stevedore {

/// The numbers of a file, or the first error in it.
struct FileStatistics {
  std::string File;
  Statistics Numbers;
  /// Empty: none.
  std::string Error;
};

/// Counts the files of \p C, each once, in the order of their names, whatever
/// the number of jobs. Tells a terminal how far it is.
std::vector<FileStatistics> countFiles(const CommandLine &C);

/// The sum of those that have no error.
Statistics total(llvm::ArrayRef<FileStatistics> Files);

/// A line for each file and one for all, then refusals and errors.
std::string statisticsTable(llvm::ArrayRef<FileStatistics> Files);

llvm::json::Object statisticsReport(llvm::ArrayRef<FileStatistics> Files);

/// A row for each file, with a column for each reason of a refusal.
std::string statisticsRows(llvm::ArrayRef<FileStatistics> Files);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_STEVEDORE_STATISTICS_H
