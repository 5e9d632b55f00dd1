//===- RegionMessages.cpp - What is said of regions -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionMessages.h"
#include "stevedore/Pipeline/Overlap.h"
#include "stevedore/Plan/Growth.h"
#include "stevedore/Report/Summary.h"
#include <set>
#include <utility>

using namespace clang;
using namespace stevedore;

void RegionMessages::warnOrRemark(bool IsWarning, SourceLocation Loc,
                                  llvm::StringRef Message) {
  if (IsWarning)
    Say.warning(Loc, Message);
  else
    Say.remark(RemarkKind::Missed, Loc, Message);
}

bool RegionMessages::problem(bool IsMarked, LeftFor Cause, SourceLocation Loc,
                             llvm::StringRef Message) {
  std::pair<SourceLocation, std::string> Problem(Loc, Message.str());
  if (std::exchange(Last, Problem) == Problem)
    return false;
  bool IsError =
      Cause == LeftFor::UnmetLimit || (IsStrict && Cause == LeftFor::Inability);
  if (IsMarked && IsError)
    Say.error(Loc, (Message + " [-Wstevedore]").str());
  else
    warnOrRemark(IsMarked, Loc, Message);
  return true;
}

SourceLocation RegionMessages::locationOf(unsigned Offset) const {
  return SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
}

/// The beginning of line \p Number of the main file.
SourceLocation RegionMessages::line(unsigned Number) const {
  return SM.translateLineCol(SM.getMainFileID(), Number, 1);
}

void RegionMessages::coarserAnswers(const SourceRegion &Region,
                                    const RegionResult &R) {
  for (const Remark &Said : R.Remarks)
    warnOrRemark(Said.Internal || Said.IsWarning,
                 locationOf(Region.BeginOffset),
                 (Said.Internal ? "internal error: " : "") + Said.Message);
}

/// A parallel loop with dependences runs in sequence in the new loops; in the
/// original it is a race between threads.
void RegionMessages::dependentLoops(const SourceRegion &Region,
                                    const RegionResult &R) {
  for (const DependentLoop &D : R.Plan.DependentLoops) {
    SourceLocation Loc = line(R.Plan.Program->ParallelLoops[D.Loop].Line);
    std::string Message = "iterations of this parallel loop depend on each "
                          "other through '" +
                          D.Array + "': the new loops run them in sequence";
    warnOrRemark(Region.Marked, Loc, Message);
    Say.note(Loc, "remove the directive, or make the iterations independent");
  }
}

/// Why no new loop has \p Hint.
static llvm::StringRef whyLeftOut(const LoopHint &Hint) {
  switch (Hint.Kind) {
  case LoopHint::Advice:
    return "none of them runs through iterations of this loop alone";
  case LoopHint::Independent:
    return "none of them runs through iterations of this loop alone, with a "
           "cell for each element";
  case LoopHint::OfSource:
    return "it is about the loop of the source";
  }
  llvm_unreachable("a kind of hint");
}

/// Says which hints the new loops do not have.
void RegionMessages::hints(const SourceRegion &Region, const RegionResult &R) {
  std::set<unsigned> Kept;
  looptree::walk(R.Loops, [&](const looptree::Node &N) {
    if (const auto *F = llvm::dyn_cast<looptree::ForNode>(&N))
      Kept.insert(F->Hints.begin(), F->Hints.end());
  });
  const std::vector<LoopHint> &Hints = Region.Source->Hints;
  for (unsigned I = 0; I < Hints.size(); ++I)
    if (!Kept.count(I))
      Say.remark(RemarkKind::Missed, line(Hints[I].Line),
                 ("'#pragma " + Hints[I].Text +
                  "' is left out of the new loops: " + whyLeftOut(Hints[I]))
                     .str());
}

void RegionMessages::describe(const SourceRegion &Region, const RegionResult &R,
                              const EmitOptions &Code) {
  coarserAnswers(Region, R);
  dependentLoops(Region, R);
  SourceLocation Loc = locationOf(Region.BeginOffset);
  if (Say.levels().ShowsDone) {
    for (const std::string &Band : describeBands(R, Code))
      Say.remark(RemarkKind::Done, Loc, Band);
    std::string Overlap =
        describeOverlap(R.Plan, R.Counts ? &*R.Counts : nullptr);
    if (!Overlap.empty())
      Say.remark(RemarkKind::Done, Loc, Overlap);
  }
  if (Say.levels().ShowsMissedLoops) {
    hints(Region, R);
    for (const std::string &Buffer : growingBuffers(R.Plan))
      Say.remark(RemarkKind::Missed, Loc, Buffer);
  }
  if (Say.levels().ShowsAnalysis)
    for (const std::string &Array : describeArrays(R))
      Say.remark(RemarkKind::Analysis, Loc, Array);
}

void RegionMessages::compare(const SourceRegion &Region, const Opinion &Other) {
  SourceLocation Loc = locationOf(Region.BeginOffset);
  for (const std::string &Difference : Other.Differences)
    Say.warning(Loc, "LLVM IR and the source disagree: " + Difference);
  for (const std::string &Why : Other.NotCompared)
    Say.remark(RemarkKind::Missed, Loc, "not compared with LLVM IR: " + Why);
  Say.remark(RemarkKind::Analysis, Loc,
             ("LLVM IR agrees about " + llvm::Twine(Other.NumAgreed) + " of " +
              llvm::Twine(Other.NumAccesses) + " accesses to arrays")
                 .str());
}

void RegionMessages::weakened(const SourceRegion &Region,
                              llvm::ArrayRef<std::string> Untested) {
  for (const std::string &What : Untested)
    Say.remark(RemarkKind::Analysis, locationOf(Region.BeginOffset),
               "no test in front of the loops, as LLVM IR shows: " + What);
}
