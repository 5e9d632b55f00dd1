//===- ParsedFile.h - A tool's C file -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Calls functions of test tools with C files that are parsed.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_TOOLS_PARSEDFILE_H
#define STEVEDORE_TEST_TOOLS_PARSEDFILE_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>

namespace stevedore {

using ParsedWork =
    std::function<void(clang::CompilerInstance &, const ScopPragmas &)>;

/// Calls a function when a file is parsed.
class ParsedConsumer : public clang::ASTConsumer {
public:
  ParsedConsumer(clang::CompilerInstance &CI, const ParsedWork &Then)
      : CI(CI), Then(Then) {
    registerScopPragmas(CI.getPreprocessor(), Pragmas);
  }
  void HandleTranslationUnit(clang::ASTContext &) override {
    Then(CI, Pragmas);
  }

private:
  clang::CompilerInstance &CI;
  const ParsedWork &Then;
  ScopPragmas Pragmas;
};

class ParsedAction : public clang::ASTFrontendAction {
public:
  explicit ParsedAction(ParsedWork Then) : Then(std::move(Then)) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    return std::make_unique<ParsedConsumer>(CI, Then);
  }

private:
  ParsedWork Then;
};

/// Parses \p File as \p Name with \p Flags and calls \p Then while its AST is
/// there.
inline bool parseFile(llvm::StringRef File, llvm::StringRef Name,
                      const std::vector<std::string> &Flags, ParsedWork Then) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text && clang::tooling::runToolOnCodeWithArgs(
                     std::make_unique<ParsedAction>(std::move(Then)),
                     (*Text)->getBuffer(), Flags, Name);
}

} // namespace stevedore

#endif // STEVEDORE_TEST_TOOLS_PARSEDFILE_H
