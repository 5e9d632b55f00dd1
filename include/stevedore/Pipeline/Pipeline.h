//===- stevedore/Pipeline/Pipeline.h - The stages in order ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on RegionResult: the plan of a region, proved, with its text and
/// costs. Runs the stages on one region under its budget, with the ladder of
/// coarser answers, verification, printing and the data of the report.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_PIPELINE_H
#define STEVEDORE_PIPELINE_PIPELINE_H

#include "stevedore/Counting/SizeChooser.h"
#include "stevedore/Emit/C.h"
#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Lower/Banks.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Pipeline/Options.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Scop/Text.h"
#include "stevedore/Script/Script.h"
#include <map>
#include <optional>
#include <variant>

namespace stevedore {

/// A proof obligation that does not hold: a mistake of Stevedore, never of the
/// user.
class ProofError : public llvm::ErrorInfo<ProofError> {
public:
  static char ID;
  explicit ProofError(std::string Message) : Message(std::move(Message)) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

/// Processor time and isl operations of one stage.
struct StageCost {
  std::string Name;
  double Milliseconds = 0;
  unsigned long IslOperations = 0;
};

/// Cells that no mapping of an array does without at the values of
/// `--evaluate=`.
struct ArrayBound {
  /// The largest number of elements found that are live together; none where
  /// they could not be counted.
  std::optional<int64_t> Live;
  /// What modular mappings of the whole array need.
  int64_t Modular = 0;
};

/// What a user is told of an answer that is not quite what was asked for.
struct Remark {
  /// A mistake of ours, not a limit of what can be done.
  bool Internal = false;
  std::string Message;
  /// What the user is to be warned of.
  bool IsWarning = false;
};

/// Why a region is left alone.
enum class LeftFor { Inability, UnmetLimit, NoGain };

/// What became of one region.
struct RegionResult {
  /// False: the region is left alone, for Reason. Internal tells a failed
  /// proof, a mistake of ours, from a limit of what can be done.
  bool Transformed = false;
  bool Internal = false;
  /// Whether the reason is that a limit which the user sets does not hold, or
  /// that tiles do not pay.
  LeftFor Cause = LeftFor::Inability;
  /// The reason is an error of the user's script.
  bool ScriptFailed = false;
  std::string Reason;
  /// Which coarser answers were taken, and why.
  std::vector<Remark> Remarks;
  RegionPlan Plan;
  /// The loops of the plan, where there is a text.
  looptree::Block Loops;
  /// The banks of its buffers, where they were to have some.
  std::vector<BufferBanks> Banks;
  /// What was executed of them; none where they were not to be.
  std::optional<ReplaySummary> Replay;
  /// The bounds of the arrays of each band by their index, or those of
  /// RegionPlan::RegionArrays by their place, where `--evaluate=` asked for
  /// them.
  std::vector<std::map<unsigned, ArrayBound>> Bounds;
  /// What tiles move in closed form, where it was asked for.
  std::optional<RegionCounts> Counts;
  /// By which the new code chooses its tile sizes; none: they are parameters or
  /// constants.
  std::optional<SizeChooser> Chooser;
  /// The C text that replaces the region, when transformed and no stage was
  /// to be printed or evaluated.
  std::string Text;
  std::vector<StageCost> Costs;
  /// What --print= asked for; under Stage::None what --emit-script did.
  std::map<Stage, std::string> Printed;
};

/// The steps of the stages, in the order in which they run.
enum class Step {
  Program,
  Dependences,
  Representation,
  Schedule,
  Tiling,
  Transfers,
  Conflicts,
  Plan,
  Loops,
  Text
};

/// What the stages of a region lead to.
struct Goal {
  /// The last step that is taken.
  Step Last = Step::Plan;
  /// The matrices of the program are found, also where no script asks for them.
  bool HasRepresentation = false;
  /// What tiles move is counted in closed form.
  bool HasCounts = false;
  /// The cells are counted that arrays cannot do without, at these values of
  /// parameters and tile sizes.
  bool HasBounds = false;
  std::vector<std::pair<std::string, int64_t>> BoundsAt;
};

/// What a run of the stages is asked for, beside what is decided and for which
/// machine.
struct PipelineRequest {
  Goal Wanted;
  /// The stages whose values are printed.
  StageSet Shown;
  /// A script that leads to the plan is printed.
  bool ShowsScript = false;
  /// What all of it may spend.
  BudgetLimits Limits = {limits::BudgetSeconds, 0};
  /// Loops are executed on small instances.
  bool Replays = true;
  UserFacts User;
};

/// What \p O asks for.
PipelineRequest requestOf(const Options &O);

/// What text input may fix instead of leaving it to a stage.
struct ScheduleInput {
  /// A band and its schedule { S[i] -> [o, b, r] }, instead of the scheduler.
  bool HasBand = false;
  isl::union_map Theta;
  unsigned Outer = 0;
  unsigned Size = 0;
  /// How the band is tiled; in boxes where nothing is given.
  TextTiling Tiling;
  /// Dimensions of the schedule that are parallel loops and carry no
  /// dependence (see whyNotTiled()). Those outside of the band run in sequence.
  std::vector<unsigned> Parallel;
  /// A parameter set, assumed of parameters and tile sizes; may be null.
  isl::set Assumptions;
};

/// A region to be tiled.
struct TiledInput {
  TiledInput(const Scop &Program, ScheduleInput Given = {})
      : Program(std::make_shared<const Scop>(Program)),
        Given(std::move(Given)) {}

  std::shared_ptr<const Scop> Program;
  ScheduleInput Given;
  /// The user asked for this region; others are left alone where they do not
  /// pay (Decisions::Profitable).
  bool IsMarked = true;
  /// What a script is told of the region.
  ScriptRegion Place;
};

/// A region that is not tiled, with the order of the text and how conflicts are
/// found in it.
struct TextOrderInput {
  const TextInput &Text;
  LivenessMethod Method;
};

/// An array of which nothing but the conflicts are known.
struct ConflictInput {
  const TextConflicts &Text;
};

/// The plan of \p In for \p M as \p D says. No budget but that of the caller is
/// kept, and no coarser plan is made where it is exceeded. Errors: there is no
/// plan, a ProofError, or budget.
llvm::Expected<RegionPlan> plan(const TiledInput &In, const Decisions &D,
                                const Machine &M);

/// What the stages start from.
using PipelineInput = std::variant<TiledInput, TextOrderInput, ConflictInput>;

/// Who makes something else than C text of a plan, and may need a coarser one.
class PlanUser {
public:
  virtual ~PlanUser() = default;
  /// Takes the plan of \p Result, which it may complete. Errors: it cannot be
  /// used.
  virtual llvm::Error take(RegionResult &Result) = 0;
  /// The decisions to try instead of \p Last, for whose plan take() said \p
  /// Why, as a whole; none: there are none. What they do without is put into \p
  /// Coarser, "no reuse between tiles"; empty: the plan is the same.
  virtual std::optional<Decisions> coarserThan(const Decisions &Last,
                                               const llvm::Error &Why,
                                               std::string &Coarser) = 0;
};

/// Runs the stages on \p In as far as \p Request says: those up to the C text
/// on a region that is tiled, conflicts and allocation on others. \p Code
/// carries what only the front end knows (function, original text, ...); null:
/// there is no C, and the plan is the last step. Never fails on user input:
/// what cannot be done comes back with its reason. A region that is not tiled,
/// but whose arrays were allocated, counts as transformed. \p User is given the
/// plan; null: there is none. What it cannot use is planned more coarsely
/// within the same limits, with a remark; where nothing helps, its first error
/// is the reason, and the plan the first one.
RegionResult runPipeline(const PipelineInput &In, const Decisions &D,
                         const Machine &M, const PipelineRequest &Request,
                         const EmitOptions *Code = nullptr,
                         PlanUser *User = nullptr);

/// The same as \p O says.
inline RegionResult runPipeline(const PipelineInput &In, const Options &O,
                                const EmitOptions *Code = nullptr) {
  return runPipeline(In, O.Decided, O.Target, requestOf(O), Code);
}

/// What the analysis of \p R has left of \p Limits, a tenth at least, for what
/// is computed from its plan.
BudgetLimits budgetLeft(const RegionResult &R, BudgetLimits Limits);

/// Prints the loops of \p R once more for another \p Code, also where they are
/// part of what was to be printed.
void regenerateCode(RegionResult &R, const EmitOptions &Code);

/// What was printed of a region, in the order of the stages; each under its
/// name, as "# schedule", where there are several.
std::string printedText(const std::map<Stage, std::string> &Printed);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_PIPELINE_H
