//===- Main.cpp - Sizes that emitted code takes, many times ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// entry-check BESTS [OPTIONS] FILE < VECTORS: for the first region of FILE,
/// C99 in which sizes are chosen when it is entered, prints the names of its
/// parameters and those of the sizes; then for each line of values of the
/// parameters the sizes that `--choose` calls `atEntry`, behind which in the
/// first BESTS lines stands how many times the cycles of the best ones they
/// take.
//
//===----------------------------------------------------------------------===//

#include "../ParsedFile.h"
#include "stevedore/Pipeline/AutoTile.h"
#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Pipeline/EntryChoice.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <iostream>
#include <sstream>

using namespace stevedore;
using namespace llvm;

/// The cycles of the sizes \p Found over those of the best; 0: these are not
/// known.
static double timesBest(const RegionResult &R, const Options &O,
                        const SizeChooser &Chooser, ArrayRef<int64_t> At,
                        ArrayRef<int64_t> Found) {
  std::vector<std::pair<std::string, int64_t>> Given;
  for (unsigned K = 0; K < At.size(); ++K)
    Given.emplace_back(Chooser.Parameters[K], At[K]);
  EvaluationValues Values(R.Plan.Decided.TileSizes, Given, /*AreWanted=*/true);
  auto Best = chooseSizes(R.Plan, *R.Counts, Values, O.Target);
  if (!Best)
    return consumeError(Best.takeError()), 0;
  auto AtEntry = sizesAtEntry(R.Plan, *R.Counts, Values, O.Target);
  if (!AtEntry || !llvm::equal(AtEntry->Sizes, Found))
    return 0;
  return AtEntry->Cycles / std::max(Best->Best.Cycles, 1.0);
}

static int answer(const RegionResult &R, const Options &O, unsigned NumBest) {
  if (!R.Transformed || !R.Counts) {
    errs() << "entry-check: not tiled: " << R.Reason << "\n";
    return 1;
  }
  auto Chooser = sizeChooserOf(R.Plan, *R.Counts, O.Target);
  if (!Chooser) {
    errs() << "entry-check: " << toString(Chooser.takeError()) << "\n";
    return 1;
  }
  outs() << join(Chooser->Parameters, " ") << "\n"
         << join(Chooser->Sizes, " ") << "\n";
  std::string Line;
  for (unsigned Row = 0; std::getline(std::cin, Line); ++Row) {
    std::istringstream Words(Line);
    std::vector<int64_t> At(Chooser->Parameters.size());
    for (int64_t &Value : At)
      Words >> Value;
    std::vector<int64_t> Found = chooseAtEntry(*Chooser, At);
    for (int64_t Size : Found)
      outs() << Size << " ";
    if (Row < NumBest)
      outs() << timesBest(R, O, *Chooser, At, Found);
    outs() << "\n";
  }
  return 0;
}

/// Sets \p O, with tile sizes that are chosen, from \p Arguments, in which
/// \p File is named.
static Error setOptions(ArrayRef<char *> Arguments, Options &O,
                        std::string &File) {
  for (StringRef Argument : Arguments) {
    auto [Name, Value] = Argument.split('=');
    if (!Name.consume_front("--"))
      File = Argument.str();
    else if (Error E = setOption(O, Name, Value))
      return E;
  }
  if (Error E = setOption(O, "tile", "auto"))
    return E;
  return setOption(O, "choose", "");
}

int main(int Argc, char **Argv) {
  unsigned NumBest;
  if (Argc < 3 || StringRef(Argv[1]).getAsInteger(10, NumBest)) {
    errs() << "usage: entry-check BESTS [OPTIONS] FILE\n";
    return 2;
  }
  Options O;
  std::string File;
  if (Error E = setOptions(ArrayRef(Argv + 2, Argc - 2), O, File)) {
    errs() << "entry-check: " << toString(std::move(E)) << "\n";
    return 2;
  }
  int Status = 1;
  auto choose = [&](clang::CompilerInstance &CI, const ScopPragmas &Pragmas) {
    ExtractOptions Wanted;
    static_cast<UserFacts &>(Wanted) = O.User;
    Wanted.Functions = O.Run.Functions;
    Wanted.Limits = O.Run.Limits;
    for (SourceRegion &Region :
         extractRegions(CI.getASTContext(), Pragmas, Wanted)) {
      if (!Region.Model)
        continue;
      TiledInput In(Region.Model->Program);
      In.IsMarked = Region.Marked;
      Status = answer(runWithChosenSizes(In, O), O, NumBest);
      return;
    }
  };
  std::vector<std::string> Flags{"-std=c99", "-resource-dir",
                                 STEVEDORE_RESOURCE_DIR};
  return parseFile(File, File, Flags, choose) ? Status : 1;
}
