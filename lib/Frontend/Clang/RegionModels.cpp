//===- RegionModels.cpp - Walks over a region until it has a model -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionBuilder.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace stevedore;

/// The reason of a region that has no model as it is for the reason \p First,
/// and for \p Last with statements of their own that data decide about.
static Rejection joined(Rejection First, Rejection Last, bool HasLoop) {
  bool IsOnData = llvm::is_contained({wordsOf(RejectReason::DataDependent),
                                      wordsOf(RejectReason::FloatingBound),
                                      wordsOf(RejectReason::ModifiedParameter)},
                                     First.Reason);
  bool IsMissing =
      llvm::is_contained({wordsOf(RejectReason::DataDependent),
                          wordsOf(RejectReason::ChosenElement),
                          wordsOf(RejectReason::ConditionalAccess)},
                         Last.Reason);
  if (First.Reason == wordsOf(RejectReason::IndexUnknown) ||
      (HasLoop ? IsMissing : IsOnData))
    return Last;
  if (First.Location == Last.Location) {
    First.Notes.push_back(Last.Notes.back());
  } else if (First.Message != Last.Message) {
    First.Notes.push_back(
        {Last.Location,
         "nor is it a statement of its own that may access any element: " +
             Last.Message});
    llvm::append_range(First.Notes, Last.Notes);
  }
  return First;
}

RegionModel stevedore::modelRegion(const RegionCode &Code,
                                   const SourceRegion &At,
                                   const ExtractOptions &Options,
                                   isl::ctx Ctx) {
  WalkDecisions Made;
  std::optional<Rejection> First;
  for (;;) {
    RegionState State(Code.AST, Ctx, Code.Function, Code.Facts,
                      Code.Statements);
    State.LoopsAround.assign(Code.LoopsAround.begin(), Code.LoopsAround.end());
    State.Pragmas = &Code.Pragmas;
    State.BeginOffset = At.BeginOffset;
    State.EndOffset = At.EndOffset;
    State.MayHoldLoops = At.Marked;
    State.OnlyAffine = Options.OnlyAffine;
    State.Made = Made;
    RegionModel Model = buildRegion(State, Options);
    if (State.BeginsAnew) {
      Made = State.Made;
      continue;
    }
    if (!State.HasDecided) {
      if (Model.Why && First)
        Model.Why = joined(std::move(*First), std::move(*Model.Why),
                           !Made.Loops.empty());
      return Model;
    }
    if (!First)
      First = std::move(Model.Why);
    Made = State.Made;
  }
}
