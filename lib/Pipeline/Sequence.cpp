//===- Sequence.cpp - What each input goes through ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequence.h"
#include "ConflictAllocation.h"
#include "Remarks.h"
#include "Tiled.h"
#include "stevedore/Emit/LoweredRegion.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Support/Limits.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// All stages, up to the C text.
class TiledSequence : public StageSequence {
public:
  TiledSequence(const TiledInput &In, const Machine &M,
                const PipelineRequest &Request, const EmitOptions *Code)
      : In(In), M(M), Request(Request), Code(Code) {}

  isl::ctx context() const override { return In.Program->Context.ctx(); }
  std::shared_ptr<const Scop> program() const override { return In.Program; }
  void print(raw_ostream &OS) const override {
    stevedore::print(OS, *In.Program,
                     (Code ? *Code->Source : SourceText())
                         .directives(*In.Program));
  }
  std::vector<Attempt> ladder(const Decisions &D,
                              BudgetLimits Limits) const override {
    return coarserAttempts(D, Limits, shareOfStatements(*In.Program));
  }
  Error run(const Driver &D, const Attempt &A,
            RegionResult &Result) const override;

private:
  const TiledInput &In;
  const Machine &M;
  const PipelineRequest &Request;
  /// Null where there is no C.
  const EmitOptions *Code;

  isl::set assumptions(const ConstantSizes &TileSizes) const;
  Error place(const Driver &D, RegionResult &Result) const;
  bool goesWrong(const Scop &S, const Attempt &A,
                 const ReplayRequest &Execution) const;
  Error execute(const Driver &D, const Attempt &A, const looptree::Block &Loops,
                RegionResult &Result) const;
  Error generate(const Driver &D, const Attempt &A, RegionResult &Result) const;
  Error planAndGenerate(const Driver &D, const Attempt &A,
                        RegionResult &Result) const;
};

/// All that \p E says, in one message.
Error inOneMessage(Error E) {
  return E ? createStringError(toString(std::move(E))) : Error::success();
}

/// Conflicts and allocation under the order of the text, or allocation alone
/// where nothing but conflicts is known.
template <typename Input> class AllocationSequence : public StageSequence {
public:
  explicit AllocationSequence(const Input &In)
      : In(In), Program(programOf(In)) {}

  isl::ctx context() const override { return contextOf(In); }
  std::shared_ptr<const Scop> program() const override { return Program; }
  void print(raw_ostream &OS) const override { printInput(OS, In); }
  std::vector<Attempt> ladder(const Decisions &D,
                              BudgetLimits Limits) const override {
    return onlyAttempt(D, Limits);
  }
  Error run(const Driver &D, const Attempt &A,
            RegionResult &Result) const override {
    Budget Limit(context(), A.Limits);
    return inOneMessage(allocateArrays(
        D, AllocationRequest(A.Decided, D.goal()), In, Limit, Result));
  }

private:
  const Input &In;
  std::shared_ptr<const Scop> Program;
};

} // namespace

/// What may be assumed of parameters and run-time tile sizes in a replay.
isl::set TiledSequence::assumptions(const ConstantSizes &TileSizes) const {
  const isl::set &Given = In.Given.Assumptions;
  if (Given.is_null())
    return Given;
  return FixedSizes(TileSizes, rolesInText(Given.get_space())).in(Given);
}

namespace {

/// The steps that execution may take, for what the analysis has.
unsigned long stepsFor(const RegionResult &R) {
  unsigned long Operations = 0;
  for (const StageCost &C : R.Costs)
    Operations += C.IslOperations;
  return std::clamp(Operations / limits::ReplayOperationsPerStep,
                    limits::ReplayLeastSteps, limits::ReplaySteps);
}

} // namespace

/// Whether the loops of \p S, the region with smaller constants, go wrong when
/// the same stages make them: in its own loops constants were replaced by a
/// guess.
bool TiledSequence::goesWrong(const Scop &S, const Attempt &A,
                              const ReplayRequest &Execution) const {
  if (!In.Given.Theta.is_null())
    return false;
  TiledInput Smaller(S, In.Given);
  Smaller.IsMarked = In.IsMarked;
  Smaller.Place = In.Place;
  PipelineRequest ToLoops;
  ToLoops.Wanted.Last = Step::Loops;
  ToLoops.Limits = Request.Limits;
  ToLoops.Replays = false;
  ToLoops.User = Request.User;
  RegionResult Other = runPipeline(Smaller, A.Decided, M, ToLoops, Code);
  if (!Other.Transformed)
    return false;
  Error Failed =
      replayLoops(Other.Loops, *Other.Plan.Program, Execution).takeError();
  bool IsWrong = Failed && !Failed.isA<IslError>();
  consumeError(std::move(Failed));
  return IsWrong;
}

/// Executes \p Loops, those of the result; that this takes too much is no error.
Error TiledSequence::execute(const Driver &D, const Attempt &A,
                             const looptree::Block &Loops,
                             RegionResult &Result) const {
  if (!Request.Replays)
    return Error::success();
  const ConstantSizes &TileSizes = Result.Plan.Decided.TileSizes;
  ReplayRequest Execution = {assumptions(TileSizes), stepsFor(Result),
                             TileSizes.values()};
  ReplaySummary TooLong;
  TooLong.WhyNot = "the loops of the original take isl too long";
  auto Summary = valueOr(
      D.run(ReplayStage, Loops, *Result.Plan.Program, Execution), TooLong);
  if (!Summary)
    return Summary.takeError();
  if (Summary->Doubted) {
    bool IsWrong = D.timed(
        "replay", [&] { return goesWrong(*Summary->Doubted, A, Execution); });
    if (IsWrong)
      return asProof(createStringError("executed with " + Summary->Doubt));
    Summary->WhyNot = "it has other loops with smaller constants";
  }
  Result.Replay = std::move(*Summary);
  return Error::success();
}

/// Proves the windows of the arrays of \p T, a level of band number \p Band.
/// Where those of an array cannot be proved, its positions wrap; an array that
/// is moved between sides has no others.
static Error placeAll(const Driver &D, Level &T, unsigned Band,
                      RegionResult &Result) {
  for (LocalArray &L : T.Arrays) {
    auto Proved = D.run(ArrayWindowsStage, Result.Plan, {&T, &L, Band});
    if (Proved)
      continue;
    if (L.Sides == SideKind::Moving)
      return Proved.takeError();
    L.Kept = {};
    L.Mapping.Packed.reset();
    L.Mapping.Strided.reset();
    for (RowWindow &W : L.Windows)
      W.IsStatic = W.IsAligned = false;
    const Array &A = Result.Plan.Program->Arrays[L.Transfers.Array];
    if (Error E = doWithout(
            Proved.takeError(),
            "positions in the buffer of '" + A.Name + "' may wrap", Result))
      return E;
  }
  return Error::success();
}

/// Finds the windows of arrays.
Error TiledSequence::place(const Driver &D, RegionResult &Result) const {
  auto Placed = D.run(WindowsStage, Result.Plan);
  if (!Placed)
    return Placed.takeError();
  Result.Plan = std::move(*Placed);
  Error Failed = Error::success();
  unsigned Band = 0;
  for (Level &Outermost : Result.Plan.Levels) {
    for (Level *T = &Outermost; T && !Failed;
         T = T->Inside.empty() ? nullptr : &T->Inside.front())
      Failed = placeAll(D, *T, Band, Result);
    if (Failed)
      return Failed;
    ++Band;
  }
  return Failed;
}

/// Keeps the banks \p B for the report, or says why there are none.
static void addBanks(BufferBanks B, RegionResult &Result) {
  if (!B.Conflict.empty())
    Result.Remarks.push_back(
        {false, "the buffer of '" + Result.Plan.Program->Arrays[B.Array].Name +
                    "' has no banks: " + B.Conflict});
  Result.Banks.push_back(std::move(B));
}

/// Generates the loops of the plan, where they are wanted or tell banks, and
/// their text, where there is C.
Error TiledSequence::generate(const Driver &D, const Attempt &A,
                              RegionResult &Result) const {
  bool HasText = D.takes(Step::Text) && Code;
  bool NeedsLoops = Result.Plan.Decided.Banks > 1 && D.takes(Step::Plan);
  bool IsTreeLast =
      (D.takes(Step::Loops) || NeedsLoops) && !D.takes(Step::Text);
  if (!HasText && !IsTreeLast)
    return Error::success();
  if (Error E = place(D, Result))
    return E;
  EmitOptions Printing = Code ? *Code : EmitOptions();
  Printing.Source = withAdditions(Printing.Source, *Result.Plan.Program);
  LoweringOptions Lowering = {*Printing.Source};
  Lowering.AssumesNoAlias = Request.User.AssumesNoAlias;
  Lowering.ChecksBeliefs = Request.User.Guards == GuardKind::Checked;
  Lowering.VectorRegisters = M.VectorRegisters;
  Lowering.Refused = [&](Error E) {
    consumeError(
        doWithout(std::move(E), "a loop is left in its simplest form", Result));
  };
  Result.Banks.clear();
  Lowering.Banked = [&](BufferBanks B) { addBanks(std::move(B), Result); };
  auto Loops = D.run(LoweringStage, Result.Plan, Lowering);
  if (!Loops)
    return Loops.takeError();
  if (!Result.Banks.empty())
    D.show(BanksStage, [&](raw_ostream &OS) {
      for (const BufferBanks &B : Result.Banks)
        stevedore::print(OS, B);
    });
  Result.Loops = std::move(*Loops);
  auto Legal =
      D.run(LegalizeStage, Result.Loops, *Result.Plan.Program, Printing);
  if (!Legal)
    return Legal.takeError();
  if (Error E = execute(D, A, *Legal, Result))
    return E;
  D.show(TreeStage, [&](raw_ostream &OS) {
    const ConstantSizes &Sizes = Result.Plan.Decided.TileSizes;
    OS << treeText({Result.Plan.Program, Result.Loops, Printing,
                    assumptions(Sizes), Sizes.values()});
  });
  if (!HasText)
    return Error::success();
  auto Text = D.run(CodeStage, Result.Loops, *Result.Plan.Program, Printing);
  if (!Text)
    return Text.takeError();
  Result.Text = std::move(*Text);
  return Error::success();
}

Error TiledSequence::run(const Driver &D, const Attempt &A,
                         RegionResult &Result) const {
  if (Error E = planAndGenerate(D, A, Result))
    return E;
  if (!D.goal().HasCounts)
    return Error::success();
  Budget Limit(context(), {A.Limits.Seconds * limits::CountShare, 0});
  Error Failed = D.run(CountsStage, Result.Plan).moveInto(Result.Counts);
  takeOverBudget(Failed);
  return Failed;
}

Error TiledSequence::planAndGenerate(const Driver &D, const Attempt &A,
                                     RegionResult &Result) const {
  Budget Limit(context(), A.Limits);
  TiledRegion Region(D, A.Decided, A.IsCoarser, M, In, Result);
  if (Error E = within(Limit, Region.run(), "the plan of a region"))
    return E;
  return within(Limit, generate(D, A, Result), "the text of a region");
}

std::unique_ptr<StageSequence>
stevedore::sequenceOf(const PipelineInput &In, const Machine &M,
                      const PipelineRequest &Request, const EmitOptions *Code) {
  if (const auto *Tiled = std::get_if<TiledInput>(&In))
    return std::make_unique<TiledSequence>(*Tiled, M, Request, Code);
  if (const auto *Ordered = std::get_if<TextOrderInput>(&In))
    return std::make_unique<AllocationSequence<TextOrderInput>>(*Ordered);
  return std::make_unique<AllocationSequence<ConflictInput>>(
      std::get<ConflictInput>(In));
}
