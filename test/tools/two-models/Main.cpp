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

#include "../ParsedFile.h"
#include "stevedore/CrossCheck/CrossCheck.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace stevedore;

/// Parses \p File and calls \p Then while its AST is there.
static bool parse(const char *File, ParsedWork Then) {
  return parseFile(File, "input.c", {"-std=c11"}, std::move(Then));
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
