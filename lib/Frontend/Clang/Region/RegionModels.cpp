//===- RegionModels.cpp - Walks over a region until it has a model -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/Definitions.h"
#include "Facts/VariableFacts.h"
#include "Normalize/CallInliner.h"
#include "Region/RegionBuilder.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace stevedore;

/// Models \p Calls in place of the region's statements.
static void take(RegionState &R, const InlinedCalls &Calls) {
  R.HasBodies = true;
  R.Region = Calls.Statements;
  R.InRegion = VariableFacts();
  for (const Stmt *S : R.Region)
    R.InRegion.scanStatement(S);
  for (auto [Old, New] : Calls.Renamed)
    R.InFunction.rename(Old, New);
  for (const VarDecl *New : Calls.Declared)
    R.InFunction.adopt(New, R.InRegion);
  for (const FunctionDecl *Callee : Calls.Callees)
    R.believe(FactReason::SeenBody, {Callee->getNameAsString()},
              Callee->getLocation());
}

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

/// Models the region with \p Calls.
static RegionModel modelWith(const InlinedCalls &Calls, const RegionCode &Code,
                             const SourceRegion &At,
                             const ExtractOptions &Options, isl::ctx Ctx) {
  WalkDecisions Made;
  std::optional<Rejection> First;
  for (;;) {
    RegionState State(Code.AST, Ctx, Code.Function, Code.Facts,
                      Code.Statements);
    if (!Calls.Statements.empty())
      take(State, Calls);
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

/// C statements that mention the functions of \p Calls that a compiler may
/// miss.
static std::string functionMentions(const InlinedCalls &Calls) {
  std::string Result;
  for (const FunctionDecl *Callee : Calls.Callees)
    if (Callee->getStorageClass() == SC_Static && !Callee->isInlined() &&
        !isa<CXXMethodDecl>(Callee))
      Result += (Result.empty() ? "(void)" : " (void)") +
                Callee->getNameAsString() + ";";
  return Result;
}

RegionModel stevedore::modelRegion(const RegionCode &Code,
                                   const SourceRegion &At,
                                   const ExtractOptions &Options,
                                   isl::ctx Ctx) {
  InlinedCalls Calls =
      inlineCalls(Code.AST, homeOf(Code.Function), Code.Facts, Code.Statements);
  RegionModel Result = modelWith(Calls, Code, At, Options, Ctx);
  bool IsAnother = Result.Why && Calls.IsChoice && !Calls.Statements.empty();
  if (IsAnother) {
    RegionModel Other = modelWith(InlinedCalls(), Code, At, Options, Ctx);
    return Other.Why ? std::move(Result) : std::move(Other);
  }
  if (Result.Why)
    for (const auto &[Call, Note] : Calls.Kept)
      if (Code.AST.getSourceManager().isPointWithin(
              Result.Why->Location, Call.getBegin(), Call.getEnd()))
        Result.Why->Notes.push_back(Note);
  if (!Calls.Statements.empty() && !Result.Why)
    Result.Mentions +=
        (Result.Mentions.empty() ? "" : " ") + functionMentions(Calls);
  return Result;
}
