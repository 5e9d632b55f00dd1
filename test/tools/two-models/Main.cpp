//===- Main.cpp - The model of one file and LLVM IR of another -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// two-models SOURCE OTHER: compares the regions of SOURCE with LLVM IR of
/// OTHER. They are one program with a mistake in one of them: what is compared
/// stands at the same places.
//
//===----------------------------------------------------------------------===//

#include "stevedore/CrossCheck/CrossCheck.h"
#include "stevedore/Frontend/Clang/Extract.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

using namespace clang;
using namespace stevedore;

namespace {

using Work = std::function<void(CompilerInstance &, const ScopPragmas &)>;

/// Calls a function when a file is parsed.
class ParsedConsumer : public ASTConsumer {
public:
  ParsedConsumer(CompilerInstance &CI, const Work &Then) : CI(CI), Then(Then) {
    registerScopPragmas(CI.getPreprocessor(), Pragmas);
  }
  void HandleTranslationUnit(ASTContext &) override { Then(CI, Pragmas); }

private:
  CompilerInstance &CI;
  const Work &Then;
  ScopPragmas Pragmas;
};

class ParsedAction : public ASTFrontendAction {
public:
  explicit ParsedAction(Work Then) : Then(std::move(Then)) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    return std::make_unique<ParsedConsumer>(CI, Then);
  }

private:
  Work Then;
};

} // namespace

/// Parses \p File and calls \p Then while its AST is there.
static bool parse(const char *File, Work Then) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text && tooling::runToolOnCodeWithArgs(
                     std::make_unique<ParsedAction>(std::move(Then)),
                     (*Text)->getBuffer(), {"-std=c11"}, "input.c");
}

static void print(const Opinion &Said) {
  for (const std::string &Difference : Said.Differences)
    llvm::outs() << "differs: " << Difference << "\n";
  for (const std::string &Why : Said.NotCompared)
    llvm::outs() << "not compared: " << Why << "\n";
  llvm::outs() << Said.NumAgreed << " of " << Said.NumAccesses << " agree\n";
}

int main(int Argc, char **Argv) {
  if (Argc != 3) {
    llvm::errs() << "usage: two-models SOURCE OTHER\n";
    return 2;
  }
  bool IsParsed = false;
  auto compare = [&](CompilerInstance &CI, const ScopPragmas &Pragmas) {
    std::vector<SourceRegion> Regions =
        extractRegions(CI.getASTContext(), Pragmas, {});
    IsParsed =
        parse(Argv[2], [&](CompilerInstance &Other, const ScopPragmas &) {
          IrOfFile Ir(Other, {});
          for (const SourceRegion &Region : Regions)
            if (Region.Model)
              print(Ir.on(Region, {}));
        });
  };
  return parse(Argv[1], compare) && IsParsed ? 0 : 1;
}
