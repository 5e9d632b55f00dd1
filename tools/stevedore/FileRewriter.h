//===- FileRewriter.h - One input file after the other ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Parses and rewrites the files of a command line, several at a time.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_STEVEDORE_FILEREWRITER_H
#define STEVEDORE_TOOLS_STEVEDORE_FILEREWRITER_H

#include "CommandLine.h"
#include "stevedore/Rewrite/Rewrite.h"

namespace clang::tooling {
class ClangTool;
} // namespace clang::tooling

namespace stevedore {

/// An input file and the answer for it.
struct Product {
  /// Absolute, since compile commands run in directories of their own.
  std::string File;
  RewriteResult Result;
};

/// The flags of each compilation with those of the command line, and with the
/// directory of clang's headers unless it is given. -Werror is for the
/// compiler: a file that it refuses for a warning is rewritten all the same.
/// Moves the flags of our own warning group to \p Flags.
void adjustArguments(clang::tooling::ClangTool &Tool, const CommandLine &C,
                     WarningFlags &Flags);

/// Rewrites the files of \p C into \p Products, each file once, in their order.
/// Diagnostics go to standard error in that order, too, whatever the number of
/// jobs. False if a file could not be processed.
bool rewriteFiles(const CommandLine &C, std::vector<Product> &Products);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_STEVEDORE_FILEREWRITER_H
