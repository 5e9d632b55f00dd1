//===- Main.cpp - Does the verifier of loop trees see mistakes? -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// tree-mutants [--each=N] [--option=value ...] file.stv: lowers the region to
/// a loop tree, which must be in order, and plants one mistake after the other
/// in it, each of which must be refused. Prints the number of mutants of each
/// kind, and how many of them (N, 3, of a kind at most) an execution refuses,
/// too: it takes names for what they say, so that some mistakes, such as a name
/// that is defined twice, do not change what it does.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "../SomeOf.h"
#include "Mutants.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace stevedore;
using namespace llvm;

static int fail(const Twine &Message) {
  errs() << "tree-mutants: " << Message << "\n";
  return 1;
}

/// Whether an execution of \p Tree does not end as that of \p Program does. It is
/// for trees that have been verified: in a process of its own, so that a crash
/// counts as a refusal.
static bool isRefusedByExecution(const looptree::Block &Tree,
                                 const Scop &Program) {
  pid_t Child = fork();
  if (Child == 0) {
    fclose(stderr);
    auto Summary = replayLoops(Tree, Program, {isl::set(), limits::ReplaySteps});
    _exit(Summary ? 0 : 1);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return !WIFEXITED(Status) || WEXITSTATUS(Status) != 0;
}

/// How many mutants there are of a kind, and how many executions refuse.
struct KindCount {
  unsigned Mutants = 0, Executed = 0;
};

/// Counts the mutants of \p Tree by kind, at most \p Each, and prints those
/// that pass.
static int check(const looptree::Block &Tree, const Scop &Scop, unsigned Each) {
  looptree::ProgramShape Program = shapeOf(Scop);
  if (Error E = looptree::verify(Tree, Program))
    return fail(toString(std::move(E)));
  if (isRefusedByExecution(Tree, Scop))
    return fail("the tree does not do what the program does");
  std::map<std::string, KindCount> Counts;
  unsigned Passed = 0;
  for (const Mutant &M : someOf(mutantsOf(Tree), Each)) {
    KindCount &Count = Counts[M.Kind];
    ++Count.Mutants;
    Count.Executed += isRefusedByExecution(M.Tree, Scop);
    if (Error E = looptree::verify(M.Tree, Program)) {
      consumeError(std::move(E));
      continue;
    }
    outs() << "passes: " << M.Kind << "\n";
    ++Passed;
  }
  for (auto &[Kind, Count] : Counts)
    outs() << Count.Mutants << " x " << Kind << ", " << Count.Executed
           << " refused by execution\n";
  outs() << Counts.size() << " kinds, " << Passed << " not refused\n";
  return Passed != 0;
}

int main(int Count, char **Arguments) {
  Options O;
  EmitOptions Code;
  IslContext Ctx;
  SmallVector<char *> Given(Arguments + 1, Arguments + Count);
  unsigned Each = takeEach(Given, 3);
  auto In = readRegion(Given, O, Ctx);
  if (!In)
    return fail(toString(In.takeError()));
  RegionResult R = runPipeline(*In->Program, O);
  if (!R.Transformed)
    return fail(R.Reason);
  if (Error E = placeWindows(R.Plan))
    return fail(toString(std::move(E)));
  auto Tree = lowerRegion(R.Plan, {*Code.Source});
  if (!Tree)
    return fail(toString(Tree.takeError()));
  return check(*Tree, *R.Plan.Program, Each);
}
