//===- CommandLine.h - Options of the rewriter ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The command line of the standalone rewriter.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_STEVEDORE_COMMANDLINE_H
#define STEVEDORE_TOOLS_STEVEDORE_COMMANDLINE_H

#include "stevedore/Pipeline/Options.h"
#include "clang/Tooling/CompilationDatabase.h"
#include <memory>
#include <string>
#include <vector>

namespace stevedore {

/// What the command line says.
struct CommandLine {
  Options O;
  std::vector<std::string> Files;
  std::string Output;
  /// Where what --print= and --evaluate= say goes, beside the text.
  std::string Answer;
  bool InPlace = false;
  /// Show what would change, and write nothing.
  bool DryRun = false;
  /// Count what the files have, and write no C.
  bool Statistics = false;
  std::string BuildPath;
  std::vector<std::string> ExtraArguments;
  std::vector<std::string> ExtraArgumentsBefore;
  bool Help = false;
  bool Version = false;
  /// What is said of options that do nothing beside others.
  std::vector<std::string> Remarks;
  /// How to compile the files.
  std::unique_ptr<clang::tooling::CompilationDatabase> Compilations;
};

/// Reads \p Arguments (without the program's name). Errors: an unknown option
/// or value, options that exclude each other, a database that -p names and
/// that cannot be read.
llvm::Error parseCommandLine(std::vector<const char *> Arguments,
                             CommandLine &C);

/// The text of --help.
std::string helpText();

/// The directory of clang's own headers; empty if none is found.
std::string resourceDirectory();

} // namespace stevedore

#endif // STEVEDORE_TOOLS_STEVEDORE_COMMANDLINE_H
