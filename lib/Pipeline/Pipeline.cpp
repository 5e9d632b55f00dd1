//===- Pipeline.cpp - The driver ------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Pipeline.h"
#include "Assumptions.h"
#include "Phases.h"
#include "Sequence.h"
#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/Support/Limits.h"
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
        Result.Unmet = true;
        Result.Reason = M.message();
      },
      [&](const ErrorInfoBase &Other) { Result.Reason = Other.message(); });
  return OverBudget || Result.Internal;
}

/// Goes down the ladder of \p Phases until one rung holds.
static void descend(const PhaseSequence &Phases, const Driver &D,
                    const Options &O, RegionResult &Result) {
  Result.Plan.Program = Phases.program();
  if (Error E = Phases.check(O)) {
    explain(std::move(E), Result);
    return;
  }
  D.show(ScopPhase, [&](raw_ostream &OS) { Phases.print(OS); });
  Result.Transformed = !D.needs(DependencesPhase.Info);
  if (Result.Transformed)
    return;
  std::vector<Remark> Said;
  std::vector<Rung> Ladder = Phases.ladder(O);
  for (const Rung &Step : Ladder) {
    D.restart();
    Result.Remarks = Said;
    Result.Internal = false;
    Result.Reason.clear();
    Error Failed = Phases.run(D, Step, Result);
    Result.Transformed = !Failed;
    if (!Failed || !explain(std::move(Failed), Result))
      return;
    Said.push_back({Result.Internal, std::string("a coarser answer is taken, ") +
                                         Step.Otherwise + ": " +
                                         Result.Reason});
    Result.Plan.Program = Phases.program();
  }
}

/// \p In under the assumptions of the user.
static PipelineInput assuming(const PipelineInput &In, const Options &O) {
  const auto *Tiled = std::get_if<TiledInput>(&In);
  if (!Tiled || O.Assumptions.empty())
    return In;
  isl::set Assumed = assumedOf(*Tiled->Program, O.Assumptions);
  if (Assumed.is_null())
    return In;
  TiledInput Result = *Tiled;
  Scop Program = restricted(*Tiled->Program, Assumed);
  Program.Beliefs.push_back({Assumed, "what --assume= says is true"});
  Result.Program = std::make_shared<const Scop>(std::move(Program));
  return Result;
}

RegionResult stevedore::runPipeline(const PipelineInput &Given,
                                    const Options &O, const EmitOptions &Code) {
  RegionResult Result;
  const PipelineInput In = assuming(Given, O);
  std::unique_ptr<PhaseSequence> Phases = sequenceOf(In, Code);
  PhaseInstrumentation Instrumentation;
  PhaseTimer Timer(Phases->context(), Result.Costs);
  Timer.attachTo(Instrumentation);
  PhasePrinter Printer(OutputRequest(O), Result.Printed);
  Printer.attachTo(Instrumentation);
  descend(*Phases, Driver(Phases->context(), Instrumentation), O, Result);
  return Result;
}

void stevedore::regenerateCode(RegionResult &R, const Options &O,
                               const EmitOptions &Code) {
  if (O.Print == Phase::Tree && !R.Loops.empty()) {
    LoweredRegion Region{R.Plan.Program, R.Loops, Code, {},
                         R.Plan.TileSizes.values()};
    Region.Code.Source = withAdditions(Code.Source, *Region.Program);
    R.Printed = treeText(Region);
  }
  if (R.Text.empty())
    return;
  R.Text = printRegion(R.Loops, *R.Plan.Program, Code);
  if (O.Print == Phase::Ast)
    R.Printed = R.Text;
}

BudgetLimits stevedore::budgetLeft(const RegionResult &R, BudgetLimits Limits) {
  double Spent = 0;
  for (const PhaseCost &C : R.Costs)
    Spent += C.Milliseconds / 1000;
  Limits.Seconds = std::max(Limits.Seconds - Spent,
                            Limits.Seconds * limits::EvaluationShare);
  return Limits;
}
