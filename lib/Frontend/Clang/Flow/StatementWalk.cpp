//===- StatementWalk.cpp - The walk over statements -----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/StatementWalk.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

llvm::Error StatementWalk::statement(const Stmt *S, const Nest &N) {
  if (!S)
    return llvm::Error::success();
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt(), N);
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    if (!R.Form.inFunction().hasJumps())
      return statement(Label->getSubStmt(), N);
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return sequence(llvm::SmallVector<const Stmt *, 8>(Compound->body()), N);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return loop(S, N);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If, N);
  if (const auto *Continue = dyn_cast<ContinueStmt>(S))
    if (Ended.isAllowed())
      return end(Continue, N);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration, N);
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E, N);
  return other(S, N);
}

llvm::Error StatementWalk::sequence(llvm::ArrayRef<const Stmt *> Statements,
                                    const Nest &N) {
  for (const Stmt *S : Statements)
    if (llvm::Error Why = statement(S, Ended.rest(N)))
      return Why;
  return llvm::Error::success();
}

llvm::Error StatementWalk::end(const ContinueStmt *S, const Nest &N) {
  Ended.add(R, N);
  return llvm::Error::success();
}

llvm::Error StatementWalk::iteration(const LoopHeader &H, const Nest &N) {
  EndedIterations Outer = std::move(Ended);
  Ended = EndedIterations(H.MayContinue);
  if (llvm::Error Why = firstPart(H.Body.front(), N))
    return Why;
  Ended.join(R, N);
  Ended = EndedIterations();
  if (llvm::Error Why = sequence(llvm::ArrayRef(H.Body).drop_front(), N))
    return Why;
  Ended = std::move(Outer);
  return llvm::Error::success();
}

llvm::Error StatementWalk::loop(const Stmt *S, const Nest &N) {
  IndexMap Before = R.Point.IndexValues;
  unsigned Uses = R.Notes.NumIndexUses;
  auto forget = [&](llvm::Error Why) {
    R.Point.IndexValues = Before;
    return Why;
  };
  llvm::Expected<LoopHeader> H = parseLoop(R, S);
  if (!H)
    return unknown(S, N, forget(H.takeError()));
  if (llvm::is_contained(N.Iterators, H->Iterator))
    return refused(
        S, N,
        forget(R.reject(RejectReason::IteratorWritten, S->getBeginLoc(),
                        {H->Iterator->getNameAsString()})));
  llvm::Expected<Nest> Inner = enterLoop(R, N, *H, S->getBeginLoc());
  if (!Inner)
    return unknown(S, N, forget(Inner.takeError()));
  if (Inner->depth() > limits::NestedLoops)
    return refused(
        S, N,
        forget(R.reject(RejectReason::TooComplex, S->getBeginLoc(),
                        {"more than " + std::to_string(limits::NestedLoops) +
                         " nested loops"})));
  known(S, Uses);
  LoopIndices Values = loopIndices(R, *H, N, *Inner, Before);
  R.Point.IndexValues = std::move(Values.Start);
  if (llvm::Error Why = inside(*H, N, *Inner))
    return Why;
  R.Point.IndexValues = std::move(Values.After);
  return llvm::Error::success();
}

llvm::Error StatementWalk::branch(const IfStmt *S, const Nest &N) {
  if (S->getInit() || S->getConditionVariable())
    return refused(S, N,
                   R.reject(RejectReason::UnsupportedStatement, S->getIfLoc(),
                            {"'if' with a declaration"}));
  unsigned Uses = R.Notes.NumIndexUses;
  AffineBuilder Builder(R, N, "condition", S->getCond());
  llvm::Expected<isl::set> Holds = Builder.condition(S->getCond());
  if (!Holds)
    return unknown(S, N, Holds.takeError());
  if (llvm::Error Why = Builder.discharge(N.Domain))
    return unknown(S, N, std::move(Why));
  known(S, Uses);
  Nest Then = N, Else = N;
  Then.Domain = coalesced(N.Domain.intersect(*Holds));
  Else.Domain = coalesced(N.Domain.subtract(*Holds));
  for (auto [Leaving, Left, Other] :
       {std::tuple(S->getThen(), Then.Domain, S->getElse()),
        std::tuple(S->getElse(), Else.Domain, S->getThen())})
    if (const Stmt *Return = N.depth() > 0 ? returnAtOnce(Leaving) : nullptr) {
      if (llvm::Error Why = leave(Return, Left, N))
        return Why;
      return statement(Other, N);
    }
  IndexMap Before = R.Point.IndexValues;
  if (llvm::Error Why = statement(S->getThen(), Then))
    return Why;
  IndexMap AfterThen = std::move(R.Point.IndexValues);
  R.Point.IndexValues = std::move(Before);
  if (llvm::Error Why = statement(S->getElse(), Else))
    return Why;
  joinBranches(R, AfterThen, Ended.rest(Then), IndexMap(R.Point.IndexValues),
               Ended.rest(Else));
  return llvm::Error::success();
}
