//===- Main.cpp - Facts without their reasons ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// fact-mutants --forget=WORD [options of stevedore] FILE...: rewrites as
/// stevedore does, but takes each fact that the hindrance WORD stands in the way
/// of. fact-mutants --list prints the words. Programs that come out are wrong;
/// tests have to find that.
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/OutputFile.h"
#include "tools/stevedore/FileRewriter.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace stevedore;

static int fail(const llvm::Twine &Message) {
  llvm::WithColor::error(llvm::errs(), "fact-mutants") << Message << "\n";
  return 1;
}

/// Takes `--forget=` out of \p Arguments.
static std::optional<Hindrance> takeWord(std::vector<const char *> &Arguments) {
  for (auto It = Arguments.begin(); It != Arguments.end(); ++It) {
    llvm::StringRef Word = *It;
    if (!Word.consume_front("--forget="))
      continue;
    Arguments.erase(It);
    return hindranceOf(Word);
  }
  return std::nullopt;
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  std::vector<const char *> Arguments(Argv + 1, Argv + Argc);
  if (Arguments.size() == 1 && llvm::StringRef(Arguments[0]) == "--list") {
    for (llvm::StringRef Word : hindranceWords())
      llvm::outs() << Word << "\n";
    return 0;
  }
  std::optional<Hindrance> Forgotten = takeWord(Arguments);
  if (!Forgotten)
    return fail("--forget= needs a word of --list");
  CommandLine C;
  if (llvm::Error E = parseCommandLine(std::move(Arguments), C))
    return fail(llvm::toString(std::move(E)));
  C.O.User.Rules.Forgotten = Forgotten;
  std::vector<Product> Products;
  bool Failed = !rewriteFiles(C, Products);
  StagedFiles Output;
  for (const Product &P : Products) {
    if (llvm::Error E = Output.add(C.Output, P.Result.Text))
      return fail(llvm::toString(std::move(E)));
    if (C.O.Run.Report.empty())
      continue;
    std::string Report = llvm::formatv(
        "{0:2}\n", llvm::json::Value(llvm::json::Object(P.Result.Report)));
    if (llvm::Error E = Output.add(C.O.Run.Report, Report))
      return fail(llvm::toString(std::move(E)));
  }
  if (llvm::Error E = Output.commit())
    return fail(llvm::toString(std::move(E)));
  return Failed;
}
