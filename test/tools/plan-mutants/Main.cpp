//===- Main.cpp - Are mistakes in plans seen? -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// plan-mutants [--each=N] [--option=value ...] file.stv: plans the region,
/// whose replay must be in order, and plants one mistake after the other in the
/// plan. Each must be refused by its proof, and by the replay of the loops that
/// it becomes. The last ones are plans of the region in another order than its
/// own. Of those that may be right the proof must refuse what the replay does.
/// Prints the number of mutants of each kind: there are N (1) at most where a
/// kind has dozens.
//
//===----------------------------------------------------------------------===//

#include "../RegionInput.h"
#include "../SomeOf.h"
#include "Mutants.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Replay/Replay.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/schedule.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Counts the mutants of one kind; Right are those that are no mistakes.
struct Count {
  unsigned All = 0, Proved = 0, Replayed = 0, Right = 0;
};

} // namespace

static int fail(const Twine &Message) {
  errs() << "plan-mutants: " << Message << "\n";
  return 1;
}

/// The mistake of \p M in the lowering.
static std::shared_ptr<const PlantedMistakes> planted(const Mutant &M) {
  auto Result = std::make_shared<PlantedMistakes>();
  M.InLowering(*Result);
  return Result;
}

/// What the replay of the loops of \p Plan says, lowered with the mistake \p M
/// in whole rows, which are believed.
static Error replayOf(const RegionPlan &Plan, const Options &O,
                      const Mutant *M = nullptr) {
  EmitOptions Code;
  LoweringOptions Options = {*Code.Source};
  if (M && M->InLowering) {
    Options.Planted = planted(*M);
    Options.IsProved = false;
  }
  auto Tree = lowerRegion(Plan, Options);
  if (!Tree)
    return Tree.takeError();
  auto Summary = replayLoops(
      *Tree, *Plan.Program,
      {isl::set(), limits::ReplaySteps, O.Decided.TileSizes.values()});
  if (!Summary)
    return Summary.takeError();
  if (!Summary->Doubt.empty())
    return createStringError(Summary->Doubt);
  if (!Summary->WhyNot.empty())
    errs() << "plan-mutants: not executed: " << Summary->WhyNot << "\n";
  return Error::success();
}

static LoweringDecisions decisionsOf(const RegionPlan &Plan) {
  EmitOptions Code;
  LoweringOptions Options = {*Code.Source};
  LoweringDecisions Result;
  PlantedMistakes None;
  None.InRows = [&](isl::set &, unsigned &Count) {
    Result.WholeRows.push_back(Count);
  };
  None.InSegment = [&](std::vector<looptree::Expr> &Limits) {
    Result.SegmentLimits.push_back(Limits.size());
  };
  None.InBanks = [&](BufferBanks &B) {
    Result.MovesForBanks.push_back(!B.KeepsShape);
  };
  Options.Planted = std::make_shared<const PlantedMistakes>(std::move(None));
  consumeError(lowerRegion(Plan, Options).takeError());
  return Result;
}

/// Whether a proof in the lowering refuses the mistake of \p M; the loops that
/// do without must be right.
static bool isRefusedInLowering(const Mutant &M) {
  EmitOptions Code;
  LoweringOptions Options = {*Code.Source};
  bool IsRefused = false;
  Options.Planted = planted(M);
  Options.Refused = [&](Error E) {
    IsRefused = true;
    consumeError(std::move(E));
  };
  auto Tree = lowerRegion(M.Plan, Options);
  if (!Tree) {
    consumeError(Tree.takeError());
    return false;
  }
  auto Summary =
      replayLoops(*Tree, *M.Plan.Program, {isl::set(), limits::ReplaySteps});
  bool IsRight = bool(Summary);
  consumeError(Summary.takeError());
  return IsRefused && IsRight;
}

static bool isRefused(Error E) {
  bool Refused = bool(E);
  consumeError(std::move(E));
  return Refused;
}

/// \p S where dimension \p D of the order runs backwards.
static Scop reversed(const Scop &S, unsigned D) {
  isl::union_map Theta = S.Order.get_map();
  isl::union_map Result = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    isl::map Turn = isl::set::universe(M.get_space().range()).identity();
    Turn = isl::manage(isl_map_oppose(
        isl_map_eliminate(Turn.release(), isl_dim_out, D, 1), isl_dim_in, D,
        isl_dim_out, D));
    Result = Result.unite(isl::union_map(M.apply_range(Turn)));
    return isl::stat::ok();
  });
  Scop Other = S;
  Other.Order = scheduleTree(S.domain(), Result);
  return Other;
}

/// Mutants of the order: plans of the program with a dimension that runs
/// backwards, taken for plans of the program.
static std::vector<Mutant> ordersOf(const RegionPlan &Plan, const Options &O) {
  std::vector<Mutant> Result;
  const Scop &S = *Plan.Program;
  for (unsigned D = 0; D < polly::getNumScatterDims(S.Order.get_map()); ++D) {
    Scop Other = reversed(S, D);
    Options InOrder = O;
    InOrder.Decided.Scheduler = ScheduleKind::Source;
    // Which would be found anew for each order.
    InOrder.Decided.OverlapsInTiles = false;
    RegionResult R = runPipeline(TiledInput(Other), InOrder);
    if (!R.Transformed)
      continue;
    Mutant M{"another order", std::move(R.Plan), [](const RegionPlan &P) {
               auto Deps = computeDependences(*P.Program);
               return Deps ? verifySchedule(*P.Program, *Deps, P.Order)
                           : Deps.takeError();
             }};
    M.Plan.Program = Plan.Program;
    M.MayBeRight = true;
    Result.push_back(std::move(M));
  }
  return Result;
}

int main(int NumArguments, char **Arguments) {
  Options O;
  IslContext Ctx;
  SmallVector<char *> Given(Arguments + 1, Arguments + NumArguments);
  unsigned Each = takeEach(Given, 1);
  auto In = readRegion(Given, O, Ctx);
  if (!In)
    return fail(toString(In.takeError()));
  RegionResult R = runPipeline(lowerable(*In), O);
  if (!R.Transformed)
    return fail(R.Reason);
  if (Error E = placeWindows(R.Plan))
    return fail(toString(std::move(E)));
  if (Error E = replayOf(R.Plan, O))
    return fail("the plan itself: " + toString(std::move(E)));

  std::vector<Mutant> All = mutantsOf(R.Plan);
  for (Mutant &M : mutantsOfLowering(R.Plan, decisionsOf(R.Plan)))
    All.push_back(std::move(M));
  std::vector<Mutant> Mutants = someOf(std::move(All), Each);
  for (Mutant &M : ordersOf(R.Plan, O))
    Mutants.push_back(std::move(M));
  std::map<std::string, Count> Counts;
  unsigned Passed = 0, Wrong = 0;
  for (Mutant &M : Mutants) {
    // A mistake in the lowering leaves the plan as it is.
    if (!M.HasWindows && !M.InLowering)
      if (Error E = placeWindows(M.Plan))
        return fail(toString(std::move(E)));
    Count &C = Counts[M.Kind];
    bool Replayed = isRefused(replayOf(M.Plan, O, &M));
    if (M.MayBeRight && !Replayed) {
      ++C.Right;
      continue;
    }
    bool Proved =
        M.InLowering ? isRefusedInLowering(M) : isRefused(M.Prove(M.Plan));
    ++C.All;
    ++Wrong;
    C.Proved += Proved;
    C.Replayed += Replayed;
    Passed += !Proved || !Replayed;
  }
  for (auto &[Kind, C] : Counts)
    outs() << C.All << " x " << Kind << ": " << C.Proved << " by proof, "
           << C.Replayed << " by replay, " << C.Right << " right\n";
  outs() << Wrong << " mutants, " << Passed
         << " not refused twice\n";
  return Passed != 0;
}
