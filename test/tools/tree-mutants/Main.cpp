//===- Main.cpp - Does the verifier of loop trees see mistakes? -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// tree-mutants [--option=value ...] file.stv: lowers the region to a loop tree,
/// which must be in order, and plants one mistake after the other in it, each of
/// which must be refused. Prints the number of mutants of each kind.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "Mutants.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

static int fail(const Twine &Message) {
  errs() << "tree-mutants: " << Message << "\n";
  return 1;
}

/// Counts the mutants of \p Tree by kind and prints those that pass.
static int check(const looptree::Block &Tree,
                 const looptree::ProgramShape &Program) {
  if (Error E = looptree::verify(Tree, Program))
    return fail(toString(std::move(E)));
  std::map<std::string, unsigned> Counts;
  unsigned Passed = 0;
  for (const Mutant &M : mutantsOf(Tree)) {
    ++Counts[M.Kind];
    if (Error E = looptree::verify(M.Tree, Program)) {
      consumeError(std::move(E));
      continue;
    }
    outs() << "passes: " << M.Kind << "\n";
    ++Passed;
  }
  for (auto &[Kind, Count] : Counts)
    outs() << Count << " x " << Kind << "\n";
  outs() << Counts.size() << " kinds, " << Passed << " not refused\n";
  return Passed != 0;
}

int main(int Count, char **Arguments) {
  Options O;
  EmitOptions Code;
  IslContext Ctx;
  auto In = readRegion(ArrayRef(Arguments + 1, Count - 1), O, Ctx);
  if (!In)
    return fail(toString(In.takeError()));
  RegionResult R = runPipeline(*In->Program, O, Code);
  if (!R.Transformed)
    return fail(R.Reason);
  if (Error E = placeWindows(R.Plan))
    return fail(toString(std::move(E)));
  auto Tree = lowerRegion(R.Plan, {*Code.Source});
  if (!Tree)
    return fail(toString(Tree.takeError()));
  return check(*Tree, shapeOf(*R.Plan.Program));
}
