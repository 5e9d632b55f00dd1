//===- Pipeline.cpp - The driver ------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Pipeline.h"
#include "Assumptions.h"
#include "Sequence.h"
#include "Stages.h"
#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

char ProofError::ID;

Error stevedore::asProof(Error E) {
  return handleErrors(
      std::move(E),
      [](std::unique_ptr<IslError> I) -> Error { return Error(std::move(I)); },
      [](const ErrorInfoBase &Other) -> Error {
        return make_error<ProofError>(Other.message());
      });
}

/// Puts the last message of \p E into the reason of \p Result; true if a coarser
/// answer may do: it went over the budget, or a proof failed.
static bool explain(Error E, RegionResult &Result) {
  bool OverBudget = false;
  Result.Reason.clear();
  handleAllErrors(
      std::move(E),
      [&](const IslError &I) {
        OverBudget = I.kind() == IslError::Budget;
        Result.Internal = !OverBudget;
        Result.Reason = I.message();
      },
      [&](const ProofError &P) {
        Result.Internal = true;
        Result.Reason = P.message();
      },
      [&](const ScriptError &E) {
        Result.ScriptFailed = true;
        Result.Reason = E.message();
      },
      [&](const LocalMemoryError &M) {
        Result.Cause = LeftFor::UnmetLimit;
        Result.Reason = M.message();
      },
      [&](const ErrorInfoBase &Other) { Result.Reason = Other.message(); });
  return OverBudget || Result.Internal;
}

/// Goes down \p Ladder until one attempt holds.
static void descend(const StageSequence &Stages, const Driver &D,
                    const std::vector<Attempt> &Ladder, RegionResult &Result) {
  Result.Plan.Program = Stages.program();
  D.show(ScopStage, [&](raw_ostream &OS) { Stages.print(OS); });
  Result.Transformed = !D.takes(Step::Dependences);
  if (Result.Transformed)
    return;
  std::vector<Remark> Said;
  for (const Attempt &A : Ladder) {
    D.restart();
    Result.Remarks = Said;
    Result.Internal = false;
    Result.Reason.clear();
    Error Failed = Stages.run(D, A, Result);
    Result.Transformed = !Failed;
    if (!Failed || !explain(std::move(Failed), Result))
      return;
    Said.push_back({Result.Internal, std::string("a coarser answer is taken, ") +
                                         A.Otherwise + ": " +
                                         Result.Reason});
    Result.Plan.Program = Stages.program();
  }
}

/// \p In under the assumptions of the user.
static PipelineInput assuming(const PipelineInput &In, const UserFacts &User) {
  const auto *Tiled = std::get_if<TiledInput>(&In);
  if (!Tiled || User.Assumptions.empty())
    return In;
  isl::set Assumed = assumedOf(*Tiled->Program, User.Assumptions);
  if (Assumed.is_null())
    return In;
  TiledInput Result = *Tiled;
  Scop Program = restricted(*Tiled->Program, Assumed);
  Program.Beliefs.push_back({Assumed, "what --assume= says is true"});
  Result.Program = std::make_shared<const Scop>(std::move(Program));
  return Result;
}

/// How far the stages go for what prints \p Shown.
static Step lastFor(Stage Shown, bool HasScript) {
  switch (Shown) {
  case Stage::None:
    return Step::Plan;
  case Stage::Facts:
    return Step::Program;
  case Stage::Scop:
    return HasScript ? Step::Representation : Step::Program;
  case Stage::Dependences:
    return Step::Dependences;
  case Stage::Representation:
    return Step::Representation;
  case Stage::Schedule:
    return Step::Schedule;
  case Stage::Tiling:
    return Step::Tiling;
  case Stage::Transfers:
    return Step::Transfers;
  case Stage::Conflicts:
    return Step::Conflicts;
  case Stage::Allocation:
  case Stage::Counts:
    return Step::Plan;
  case Stage::Tree:
    return Step::Loops;
  case Stage::Ast:
    return Step::Text;
  }
  llvm_unreachable("a stage");
}

/// How far the stages go for what prints all of \p Shown.
static Step lastFor(const StageSet &Shown, bool HasScript) {
  Step Result = Shown.empty() ? Step::Plan : Step::Program;
  for (Stage P : Shown)
    Result = std::max(Result, lastFor(P, HasScript));
  return Result;
}

/// Reports read conflicts, and numbers the whole plan.
PipelineRequest stevedore::requestOf(const Options &O) {
  const Invocation &Run = O.Run;
  PipelineRequest Result;
  Result.Shown = Run.Print;
  Result.ShowsScript = Run.EmitsScript;
  Result.Limits = Run.Limits;
  Result.Replays = Run.Replay;
  Result.User = O.User;
  Goal &Wanted = Result.Wanted;
  Wanted.HasRepresentation = Run.Print.count(Stage::Representation);
  Wanted.HasCounts = Run.Print.count(Stage::Counts);
  Wanted.Last = lastFor(Run.Print, O.Decided.Transformation != nullptr);
  if (!Run.Report.empty() && Run.Print != StageSet{Stage::Scop})
    Wanted.Last = std::max(Wanted.Last, Step::Conflicts);
  if (Run.Chooses || Run.Evaluates)
    Wanted.Last = std::max(Wanted.Last, Step::Plan);
  if (Run.wantsText())
    Wanted.Last = Step::Text;
  else
    Wanted.BoundsAt = Run.Evaluate;
  Wanted.HasBounds = Run.Evaluates && !Run.Chooses && !Run.wantsText();
  Wanted.HasCounts |= Run.Evaluates && !Run.wantsText();
  return Result;
}

/// Gives \p User the plan of \p Result, which was made by \p Plan with \p
/// Decided, or a coarser one.
static void handOver(PlanUser &User, Decisions Decided,
                     function_ref<RegionResult(const Decisions &)> Plan,
                     RegionResult &Result) {
  RegionResult Found = Result;
  std::string Coarser, First;
  while (true) {
    Error Why =
        Found.Transformed ? User.take(Found) : createStringError(Found.Reason);
    if (!Why)
      break;
    auto Next = User.coarserThan(Decided, Why, Coarser);
    std::string Said = toString(std::move(Why));
    if (First.empty())
      First = Said;
    if (!Next) {
      Result.Transformed = false;
      Result.Reason = First;
      return;
    }
    Decided = std::move(*Next);
    Found = Coarser.empty() ? Result : Plan(Decided);
  }
  Result = std::move(Found);
  if (!Coarser.empty())
    Result.Remarks.push_back(
        {false, "a coarser answer is taken, with " + Coarser + ": " + First});
}

/// Calls parameters as users call memories in all that they read of \p R. Loop
/// trees, which are read back, have the names of relations.
static void nameMemories(RegionResult &R) {
  const MemoryNames &Names = R.Plan.Memories;
  if (Names.given().empty())
    return;
  R.Reason = Names.shown(R.Reason);
  for (Remark &Said : R.Remarks)
    Said.Message = Names.shown(Said.Message);
  for (auto &[P, Text] : R.Printed)
    if (P != Stage::Tree && P != Stage::Ast)
      Text = Names.shown(Text);
}

RegionResult stevedore::runPipeline(const PipelineInput &Given,
                                    const Decisions &Decided, const Machine &M,
                                    const PipelineRequest &Request,
                                    const EmitOptions *Code, PlanUser *User) {
  const PipelineInput In = assuming(Given, Request.User);
  std::unique_ptr<StageSequence> Stages = sequenceOf(In, M, Request, Code);
  StageInstrumentation Quiet;
  const Driver Region(Stages->context(), Request.Wanted, Quiet);
  ThreadClock Clock;
  double Begin = Clock.seconds();
  std::vector<StageCost> Spent;
  auto Plan = [&](const Decisions &D) {
    RegionResult Result;
    Result.Costs = Spent;
    BudgetLimits Left = Request.Limits;
    if (Left.Seconds > 0)
      Left.Seconds -= Clock.seconds() - Begin;
    if (Request.Limits.Seconds > 0 && Left.Seconds <= 0) {
      Result.Reason = "the budget is used up";
      return Result;
    }
    StageInstrumentation Instrumentation;
    StageTimer Timer(Stages->context(), Result.Costs);
    Timer.attachTo(Instrumentation);
    StagePrinter Printer(Request.Shown, Request.ShowsScript, Result.Printed);
    Printer.attachTo(Instrumentation);
    descend(*Stages, Driver(Region, Request.Wanted, Instrumentation),
            Stages->ladder(D, Left), Result);
    Spent = Result.Costs;
    nameMemories(Result);
    return Result;
  };
  RegionResult Result = Plan(Decided);
  if (User && Result.Transformed)
    handOver(*User, Decided, Plan, Result);
  return Result;
}

std::string
stevedore::printedText(const std::map<Stage, std::string> &Printed) {
  std::string Result;
  for (const auto &[P, Text] : Printed) {
    if (Printed.size() > 1 && P != Stage::None)
      Result += ("# " + stageName(P) + "\n").str();
    Result += Text;
  }
  return Result;
}

void stevedore::regenerateCode(RegionResult &R, const EmitOptions &Code) {
  if (R.Loops.empty())
    return;
  auto Tree = R.Printed.find(Stage::Tree), Ast = R.Printed.find(Stage::Ast);
  LoweredRegion Region{
      R.Plan.Program, R.Loops, Code, {}, R.Plan.Decided.TileSizes.values()};
  Region.Code.Source = withAdditions(Code.Source, *Region.Program);
  if (Tree != R.Printed.end())
    Tree->second = treeText(Region);
  if (R.Text.empty())
    return;
  R.Text = printRegion(R.Loops, *Region.Program, Region.Code);
  if (Ast != R.Printed.end())
    Ast->second = R.Text;
}

BudgetLimits stevedore::budgetLeft(const RegionResult &R, BudgetLimits Limits) {
  double Spent = 0;
  for (const StageCost &C : R.Costs)
    Spent += C.Milliseconds / 1000;
  Limits.Seconds = std::max(Limits.Seconds - Spent,
                            Limits.Seconds * limits::EvaluationShare);
  return Limits;
}
