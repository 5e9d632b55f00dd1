//===- DataControl.cpp - Conditions on data around statements -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow that data decide. An `if` or `switch` without loops, and a loop,
// is one statement of the model (OpaqueStatements.cpp). Of an `if` around loops
// the condition is a statement that assigns its truth value to a variable of
// the iteration, which guards each statement in the branches; so does
// `continue` for the rest of an iteration.
//
//===----------------------------------------------------------------------===//

#include "Expression/Ranges.h"
#include "Flow/IndexVariables.h"
#include "Region/RegionBuilder.h"
#include "Region/RegionWalk.h"
#include "Syntax/TreeMaker.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

/// \p S has no model as it is, for the reason \p Why. That data decide about it
/// is found out too late: earlier statements have been modelled. A loop that is
/// a statement of its own has to be in another one.
llvm::Error RegionBuilder::unknown(const Stmt *S, const Nest &N,
                                   llvm::Error Why) {
  bool IsLoop = !isa<IfStmt, SwitchStmt>(S);
  if (!IsLoop || (R.Code.MayHoldLoops && N.depth() > 0))
    (IsLoop ? R.Made.Loops : R.Made.Branches).insert(S->getBeginLoc());
  return Why;
}

llvm::Error RegionBuilder::checkSize(SourceLocation Loc) const {
  if (R.Model.Program.Statements.size() < limits::RegionStatements)
    return llvm::Error::success();
  return R.reject(RejectReason::TooLong, Loc,
                  {std::to_string(limits::RegionStatements)});
}

/// \p S as one statement.
llvm::Error RegionBuilder::opaque(const Stmt *S, const Nest &N) {
  forgetWritten(R, S);
  Statement Whole = newStatement(N, S->getBeginLoc());
  if (llvm::Error Why = checkSize(S->getBeginLoc()))
    return Why;
  if (isNeverExecuted(N))
    return llvm::Error::success();
  if (llvm::Error Why = modelOpaque(R, Arrays, N, S,
                                    R.Model.Program.Statements.size(), Whole))
    return Why;
  add(std::move(Whole));
  return llvm::Error::success();
}

/// A name that means nothing in the function, like \p Wanted.
static std::string freeName(const RegionState &R, llvm::StringRef Wanted) {
  auto isTaken = [&](const std::string &Name) {
    IdentifierInfo &Id = R.AST.Idents.get(Name);
    return Id.hasMacroDefinition() ||
           !R.Form.inFunction().mentioned(Name).empty() ||
           !R.AST.getTranslationUnitDecl()->lookup(&Id).empty();
  };
  std::string Name = Wanted.str();
  for (unsigned I = 2; isTaken(Name); ++I)
    Name = Wanted.str() + std::to_string(I);
  return Name;
}

/// A variable for the truth of a condition on data in each iteration of \p N.
llvm::Expected<const VarDecl *> RegionBuilder::truthValue(llvm::StringRef Name,
                                                          const Nest &N,
                                                          SourceLocation Loc) {
  TreeMaker Make(R.AST, R.Code.Function, Loc);
  const VarDecl *Var = Make.variable(freeName(R, Name), R.AST.IntTy);
  if (llvm::Error Why = Arrays.declare(R, Var, N))
    return std::move(Why);
  return Var;
}

/// `Var = Value`
llvm::Error RegionBuilder::assign(const VarDecl *Var, const Expr *Value,
                                  const Nest &N, SourceLocation Loc) {
  Statement S = newStatement(N, Loc);
  if (llvm::Error Why = checkSize(Loc))
    return Why;
  if (isNeverExecuted(N))
    return llvm::Error::success();
  if (llvm::Error Why = modelCondition(R, Arrays, N, Var, Value,
                                       R.Model.Program.Statements.size(), S))
    return Why;
  add(std::move(S));
  return llvm::Error::success();
}

/// The branch \p S, taken where \p Guard and so \p Condition has its value.
llvm::Error RegionBuilder::guarded(const Stmt *S, const DataGuard &Guard,
                                   const Expr *Condition, const Nest &N) {
  if (!S)
    return llvm::Error::success();
  Nest Side = N;
  Side.Domain = sideOf(R, N, Condition, Guard.Holds);
  GuardScope Guards(R);
  FactScope Facts(R);
  R.Point.Guards.push_back(Guard);
  addFacts(R, N, Condition, Guard.Holds, S);
  return statement(S, Side);
}

llvm::Error RegionBuilder::guardedBranch(const IfStmt *S, const Nest &N) {
  if (!finalIteratorValues(R, llvm::ArrayRef<const Stmt *>(S)).empty())
    return R.reject(RejectReason::IteratorObserved, S->getIfLoc(),
                    {"a condition on data"});
  auto Var = truthValue("condition", N, S->getIfLoc());
  if (!Var)
    return Var.takeError();
  const Expr *Cond = S->getCond();
  if (llvm::Error Why = assign(*Var, Cond, N, Cond->getBeginLoc()))
    return Why;
  if (llvm::Error Why = guarded(S->getThen(), {*Var, true}, Cond, N))
    return Why;
  return guarded(S->getElse(), {*Var, false}, Cond, N);
}

/// Where data may end an iteration with the body \p Body, a variable tells
/// whether they have not.
llvm::Error RegionBuilder::startGoing(const Stmt *Body, const Nest &N) {
  EndOnData = {nullptr, unsigned(R.Point.Guards.size()), 0};
  if (!R.Made.endsOnData(Body))
    return llvm::Error::success();
  auto Goes = truthValue("goes_on", N, Body->getBeginLoc());
  if (!Goes)
    return Goes.takeError();
  EndOnData.Goes = *Goes;
  TreeMaker Make(R.AST, R.Code.Function, Body->getBeginLoc());
  return assign(EndOnData.Goes, Make.number(1, R.AST.IntTy), N,
                Body->getBeginLoc());
}

/// `continue` under a condition on data: what follows it in the iteration is
/// guarded (sequence()).
llvm::Error RegionBuilder::endOnData(const ContinueStmt *S, const Nest &N) {
  if (!EndOnData.Goes)
    return R.rejectStatement(S);
  R.Notes.hideFinalValues(S, "a 'continue'");
  ++EndOnData.NumEnds;
  TreeMaker Make(R.AST, R.Code.Function, S->getBeginLoc());
  return assign(EndOnData.Goes, Make.number(0, R.AST.IntTy), N,
                S->getBeginLoc());
}
