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
#include "Syntax/Control.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace clang;
using namespace stevedore;

/// Calls \p Visit for the variables that \p S declares.
static void forEachDeclared(const Stmt *S,
                            llvm::function_ref<void(const VarDecl *)> Visit) {
  if (!S || isa<Expr>(S))
    return;
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Visit(Var);
  for (const Stmt *Part : partsOf(S))
    forEachDeclared(Part, Visit);
}

/// Models \p Calls in place of the region's statements. Variables that the
/// parts of these declare are used nowhere else.
static void take(RegionState &R, const InlinedCalls &Calls) {
  R.Form.HasBodies = true;
  R.Form.take(Calls.Statements);
  for (auto [Old, New] : Calls.Renamed)
    R.Form.changeInFunction().rename(Old, New);
  for (const VarDecl *New : Calls.Declared)
    R.Form.changeInFunction().adopt(New, R.Form.InRegion);
  for (const Stmt *S : Calls.Statements)
    if (!isa<DeclStmt>(S))
      forEachDeclared(S, [&](const VarDecl *Var) {
        R.Form.changeInFunction().adoptAddress(Var, R.Form.InRegion);
      });
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
static llvm::Expected<RegionModel> modelWith(const InlinedCalls &Calls,
                                             const RegionCode &Code,
                                             const ExtractOptions &Options,
                                             isl::ctx Ctx) {
  WalkDecisions Made;
  std::optional<Rejection> First;
  for (;;) {
    RegionState State(Code, Ctx);
    if (!Calls.Statements.empty())
      take(State, Calls);
    State.Made = Made;
    llvm::Expected<RegionModel> Model = buildRegion(State, Options);
    bool HasDecided = State.Made.count() > Made.count();
    if (Model && !HasDecided)
      return Model;
    llvm::Error Why = Model ? llvm::Error::success() : Model.takeError();
    bool IsAgain = Why.isA<WalkAgain>();
    if (!HasDecided && !IsAgain && !First)
      return std::move(Why);
    if (!HasDecided && !IsAgain)
      return rejected(joined(std::move(*First), takeRejection(std::move(Why)),
                             !Made.Loops.empty()));
    if (Why.isA<RejectionError>() && !First)
      First = takeRejection(std::move(Why));
    else
      llvm::consumeError(std::move(Why));
    Made = std::move(State.Made);
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

llvm::Expected<RegionModel>
stevedore::modelRegion(const RegionCode &Code, const ExtractOptions &Options,
                       isl::ctx Ctx) {
  InlinedCalls Calls =
      inlineCalls(Code.AST, homeOf(Code.Function), Code.Facts, Code.Statements);
  bool HasBodies = !Calls.Statements.empty();
  llvm::Expected<RegionModel> Result = modelWith(Calls, Code, Options, Ctx);
  if (Result) {
    if (HasBodies) {
      Result->Mentions +=
          (Result->Mentions.empty() ? "" : " ") + functionMentions(Calls);
      Result->Granted = Calls.Granted;
    }
    return Result;
  }
  Rejection Why = takeRejection(Result.takeError());
  if (Calls.IsChoice && HasBodies) {
    llvm::Expected<RegionModel> Other =
        modelWith(InlinedCalls(), Code, Options, Ctx);
    if (Other)
      return Other;
    llvm::consumeError(Other.takeError());
    return rejected(std::move(Why));
  }
  for (const auto &[Call, Note] : Calls.Kept)
    if (Code.AST.getSourceManager().isPointWithin(Why.Location, Call.getBegin(),
                                                  Call.getEnd()))
      Why.Notes.push_back(Note);
  return rejected(std::move(Why));
}
