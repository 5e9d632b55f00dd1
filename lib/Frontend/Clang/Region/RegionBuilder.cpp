//===- RegionBuilder.cpp - Statements and order of a region ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Region/RegionBuilder.h"
#include "Expression/Places.h"
#include "Expression/Ranges.h"
#include "Flow/IndexFlow.h"
#include "Flow/IndexVariables.h"
#include "Normalize/BlockLoops.h"
#include "Normalize/MovingPointers.h"
#include "Normalize/PlainForms.h"
#include "Normalize/PointerTurns.h"
#include "OpenMP/LoopHints.h"
#include "Region/EntryFacts.h"
#include "Region/Expansion.h"
#include "Region/RegionWalk.h"
#include "State/Memory.h"
#include "State/Unseen.h"
#include "Statements/Statements.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace stevedore;

isl::schedule RegionBuilder::append(isl::schedule First, isl::schedule Second) {
  if (First.is_null())
    return Second;
  if (Second.is_null())
    return First;
  return First.sequence(Second);
}

llvm::Error RegionBuilder::sequence(llvm::ArrayRef<const Stmt *> Statements,
                                    const Nest &N, isl::schedule &Order) {
  FactScope Facts(R);
  GuardScope Guards(R);
  unsigned NumEnds = EndOnData.NumEnds;
  for (const Stmt *S : Statements) {
    isl::schedule Next;
    if (llvm::Error Why = statement(S, Ended.rest(N), Next))
      return Why;
    Order = append(Order, Next);
    bool MayHaveEnded = EndOnData.NumEnds > NumEnds;
    NumEnds = EndOnData.NumEnds;
    if (MayHaveEnded &&
        (R.Point.Guards.empty() || R.Point.Guards.back().Var != EndOnData.Goes))
      R.Point.Guards.push_back({EndOnData.Goes, true});
    Statements = Statements.drop_front();
    if (StatedCondition Stated = statedBy(S); Stated.Condition)
      addFacts(R, N, Stated.Condition, Stated.Holds, Statements);
  }
  return llvm::Error::success();
}

/// One iteration of the loop \p H.
llvm::Error RegionBuilder::iteration(const LoopHeader &H, const Nest &N,
                                     isl::schedule &Order) {
  EndedIterations Outer = std::move(Ended);
  Ended = EndedIterations(H.MayContinue);
  DataEnd OuterEnd = EndOnData;
  if (llvm::Error Why = startGoing(H.Body.front(), N, Order))
    return Why;
  isl::schedule First;
  if (llvm::Error Why = statement(H.Body.front(), N, First))
    return Why;
  Order = append(Order, First);
  EndOnData = OuterEnd;
  Ended.join(R, N);
  Ended = EndedIterations();
  isl::schedule Rest;
  if (llvm::Error Why = sequence(llvm::ArrayRef(H.Body).drop_front(), N, Rest))
    return Why;
  Order = append(Order, Rest);
  Ended = std::move(Outer);
  return llvm::Error::success();
}

/// The text of conditions does not say to what gives iterators their final
/// values which iterations have ended.
llvm::Error RegionBuilder::end(const ContinueStmt *S, const Nest &N,
                               isl::schedule &Order) {
  if (!Ended.isAllowed())
    return R.rejectStatement(S);
  if (R.Point.Guards.size() > EndOnData.NumGuards)
    return endOnData(S, N, Order);
  R.Notes.hideFinalValues(S, "a 'continue'");
  Ended.add(R, N);
  return llvm::Error::success();
}

llvm::Error RegionBuilder::plainStatement(const Stmt *S, const Nest &N,
                                          isl::schedule &Order) {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return statement(Attributed->getSubStmt(), N, Order);
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return sequence(llvm::SmallVector<const Stmt *, 8>(Compound->body()), N,
                    Order);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return loop(S, N, Order);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If, N, Order);
  if (isa<SwitchStmt>(S))
    return R.Made.isOpaque(S) ? opaque(S, N, Order)
                              : onData(S, N, R.rejectStatement(S));
  if (const auto *Continue = dyn_cast<ContinueStmt>(S))
    return end(Continue, N, Order);
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration, N, Order);
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E, N, Order);
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    if (!R.Form.inFunction().hasJumps())
      return statement(Label->getSubStmt(), N, Order);
  if (isa<NullStmt>(S))
    return llvm::Error::success();
  if (isa<OMPExecutableDirective>(S))
    if (llvm::Error Why = checkDirectives())
      return Why;
  return R.rejectStatement(S);
}

bool RegionBuilder::isNeverExecuted(const Nest &N) const {
  return N.Domain.intersect_params(R.Model.Program.Context)
      .is_empty()
      .is_true();
}

/// Remembers \p S if its header or condition has used the value of an index
/// variable, after the first \p Uses.
void RegionBuilder::noteControl(const Stmt *S, unsigned Uses) {
  if (R.Notes.NumIndexUses != Uses)
    R.Notes.hideFinalValues(S, "a variable that the region modifies");
}

/// The loop \p S; with \p Inside, the loop directly below it is under that
/// directive.
llvm::Error RegionBuilder::loop(const Stmt *S, const Nest &N,
                                isl::schedule &Order,
                                const LoopDirective *Inside) {
  if (R.Made.isOpaque(S))
    return opaque(S, N, Order);
  IndexMap Before = R.Point.IndexValues;
  unsigned Uses = R.Notes.NumIndexUses;
  llvm::Expected<LoopHeader> H = parseLoop(R, S);
  if (!H)
    return onData(S, N, H.takeError());
  if (llvm::is_contained(N.Iterators, H->Iterator))
    return R.reject(RejectReason::IteratorWritten, S->getBeginLoc(),
                    {H->Iterator->getNameAsString()});
  llvm::Expected<Nest> Inner = enterLoop(R, N, *H, S->getBeginLoc());
  if (!Inner)
    return onData(S, N, Inner.takeError());
  noteControl(S, Uses);
  if (Inner->depth() > limits::NestedLoops)
    return R.reject(
        RejectReason::TooComplex, S->getBeginLoc(),
        {"more than " + std::to_string(limits::NestedLoops) + " nested loops"});
  if (!isa<ForStmt>(S))
    R.Notes.Forwarded.insert(H->Iterator);
  LoopIndices Values = loopIndices(R, *H, N, *Inner, Before);
  R.Point.IndexValues = std::move(Values.Start);
  isl::schedule Body;
  if (llvm::Error Why = Inside ? parallelLoop(loopBelow(H->Body.front()),
                                              *Inside, *Inner, Body)
                               : iteration(*H, *Inner, Body))
    return Why;
  R.Point.IndexValues = std::move(Values.After);
  Order = insertBand(Body, *H, N.depth());
  return llvm::Error::success();
}

llvm::Error RegionBuilder::branch(const IfStmt *S, const Nest &N,
                                  isl::schedule &Order) {
  StatedCondition Stated = statedBy(S);
  if (Stated.Condition && !Stated.Otherwise)
    return llvm::Error::success();
  if (R.Made.isOpaque(S) || Stated.Condition)
    return opaque(S, N, Order);
  if (R.Made.isOnData(S))
    return guardedBranch(S, N, Order);
  if (S->getInit() || S->getConditionVariable())
    return R.reject(RejectReason::UnsupportedStatement, S->getIfLoc(),
                    {"'if' with a declaration"});
  unsigned Uses = R.Notes.NumIndexUses;
  AffineBuilder Builder(R, N, "condition", S->getCond());
  llvm::Expected<isl::set> Holds = Builder.condition(S->getCond());
  if (!Holds)
    return onData(S, N, Holds.takeError());
  if (llvm::Error Why = Builder.discharge(N.Domain))
    return onData(S, N, std::move(Why));
  noteControl(S, Uses);
  Nest Then = N, Else = N;
  Then.Domain = coalesced(N.Domain.intersect(*Holds));
  Else.Domain = coalesced(N.Domain.subtract(*Holds));
  isl::schedule First, Second;
  IndexMap Before = R.Point.IndexValues;
  if (llvm::Error Why = statement(S->getThen(), Then, First))
    return Why;
  IndexMap AfterThen = std::move(R.Point.IndexValues);
  R.Point.IndexValues = std::move(Before);
  if (S->getElse())
    if (llvm::Error Why = statement(S->getElse(), Else, Second))
      return Why;
  joinBranches(R, AfterThen, Ended.rest(Then), IndexMap(R.Point.IndexValues),
               Ended.rest(Else));
  Order = append(First, Second);
  return llvm::Error::success();
}

/// An integer with an affine value that never changes needs no memory; its text
/// stands for it, and must not mention what does change.
bool RegionBuilder::isDerived(const VarDecl *Var, const Nest &N) {
  QualType Type = Var->getType();
  const Expr *Init = R.Form.initOf(Var);
  if (!Init || !Type->isIntegerType() || Type->isBooleanType() ||
      Type.isVolatileQualified() || Type->isAtomicType() ||
      !R.Form.inFunction().isFixed(Var))
    return false;
  unsigned Uses = R.Notes.NumIndexUses;
  std::optional<isl::pw_aff> Value = valueIfAffine(R, N, Init);
  if (!Value || R.Notes.NumIndexUses != Uses)
    return false;
  R.Notes.Derived[Var] = {*Value, Init};
  return true;
}

llvm::Error RegionBuilder::variable(const VarDecl *Var, const Nest &N,
                                    isl::schedule &Order) {
  if (R.isMentionedOutside(Var))
    return R.reject(RejectReason::UsedOutside, Var->getLocation(),
                    {Var->getNameAsString()});
  const Expr *Object = R.Form.referent(Var);
  if (isDerived(Var, N) ||
      (Object && (Var->isCXXForRangeDecl() || isOnePlaceIn(R, Object, N))))
    return llvm::Error::success();
  if (llvm::Error Why = Arrays.declare(R, Var, N))
    return Why;
  const Expr *Init = R.Form.initOf(Var);
  bool HasValue =
      Init && !(isa<CXXConstructExpr>(Init) && Init->children().empty());
  if (!HasValue)
    return llvm::Error::success();
  forgetWritten(R, Init);
  std::optional<IndexValue> Value = indexValue(R, Var, Init, N);
  if (Value)
    R.Point.IndexValues[Var] = *Value;
  if (Value && R.Form.IndexOnly.contains(Var))
    return llvm::Error::success();
  Statement S = newStatement(N, Var->getLocation());
  if (isNeverExecuted(N))
    return llvm::Error::success();
  if (llvm::Error Why = modelInitialization(
          R, Arrays, N, Var, R.Model.Program.Statements.size(), S))
    return Why;
  if (Var->getType()->isIntegralOrEnumerationType() &&
      R.Form.inFunction().isFixed(Var))
    R.Notes.Ranges[Var] = rangeOf(R, N, Init);
  Order = append(Order, leaf(S));
  R.Model.Program.Statements.push_back(std::move(S));
  return llvm::Error::success();
}

llvm::Error RegionBuilder::declaration(const DeclStmt *S, const Nest &N,
                                       isl::schedule &Order) {
  for (const Decl *D : S->decls()) {
    if (isa<StaticAssertDecl, EmptyDecl>(D))
      continue;
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || isa<DecompositionDecl>(Var))
      return R.reject(RejectReason::UnsupportedStatement, S->getBeginLoc(),
                      {std::string(D->getDeclKindName()) + " declaration"});
    if (llvm::Error Why = variable(Var, N, Order))
      return Why;
  }
  return llvm::Error::success();
}

/// \p Domain with its dimensions named like the iterators, unless a parameter
/// has that name.
static isl::set named(RegionState &R, const Nest &N, isl::set Domain) {
  for (unsigned I = 0; I < N.depth(); ++I) {
    std::string Name = N.Iterators[I]->getNameAsString();
    if (R.reserveDimensionName(Name))
      Domain = isl::manage(
          isl_set_set_dim_name(Domain.release(), isl_dim_set, I, Name.c_str()));
  }
  return Domain;
}

Statement RegionBuilder::newStatement(const Nest &N, SourceLocation Loc) {
  Statement S;
  S.Name = "S" + std::to_string(NextName++);
  S.Domain = isl::manage(
      isl_set_set_tuple_name(named(R, N, N.Domain).release(), S.Name.c_str()));
  S.Line = R.AST.getSourceManager().getExpansionLineNumber(Loc);
  return S;
}

isl::schedule RegionBuilder::leaf(const Statement &S) const {
  return isl::schedule::from_domain(isl::union_set(S.Domain));
}

llvm::Error RegionBuilder::expression(const Expr *E, const Nest &N,
                                      isl::schedule &Order) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return expression(Full->getSubExpr(), N, Order);
  const auto *Cast = dyn_cast<CastExpr>(E);
  bool IsNothing = Cast && Cast->getCastKind() == CK_ToVoid &&
                   !Cast->getSubExpr()->HasSideEffects(R.AST);
  StatedCondition Stated = statedBy(E);
  if (IsNothing || (Stated.Condition && !Stated.Otherwise))
    return llvm::Error::success();
  if (Stated.Condition)
    return opaque(E, N, Order);
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma) {
    if (llvm::Error Why = expression(Comma->getLHS(), N, Order))
      return Why;
    isl::schedule Second;
    llvm::Error Why = expression(Comma->getRHS(), N, Second);
    Order = append(Order, Second);
    return Why;
  }
  IndexEffect Effect = indexEffect(R, E, N);
  const VarDecl *Index =
      Effect.IsWhole ? Effect.Changes.front().first : nullptr;
  if (Index && Effect.Changes.front().second &&
      R.Form.IndexOnly.contains(Index)) {
    applyEffect(R, Effect);
    R.Notes.Forwarded.insert(Index);
    return llvm::Error::success();
  }
  forgetChanged(R, Effect);
  Statement S = newStatement(N, E->getExprLoc());
  if (llvm::Error Why = checkSize(E->getExprLoc()))
    return Why;
  if (isNeverExecuted(N)) {
    applyEffect(R, Effect);
    return llvm::Error::success();
  }
  R.Notes.Steps.insert(Effect.Steps.begin(), Effect.Steps.end());
  if (llvm::Error Why = checkRows(R, E, N))
    return Why;
  if (llvm::Error Why = modelExpression(R, Arrays, N, E,
                                        R.Model.Program.Statements.size(), S))
    return Why;
  applyEffect(R, Effect);
  for (const Expr *Step : Effect.Steps)
    R.Notes.Forwarded.insert(
        variableOf(cast<UnaryOperator>(Step)->getSubExpr()));
  Order = leaf(S);
  R.Model.Program.Statements.push_back(std::move(S));
  return llvm::Error::success();
}

/// Restricts domains, accesses and order to the parameter values that are
/// possible, so that they agree with each other in every later phase.
void RegionBuilder::applyContext() {
  Scop &P = R.Model.Program;
  for (Statement &S : P.Statements) {
    S.Domain = isl::manage(isl_set_remove_redundancies(
        S.Domain.intersect_params(P.Context).release()));
    for (Access &A : S.Accesses)
      A.Relation = isl::manage(isl_map_remove_redundancies(
          A.Relation.intersect_params(P.Context).release()));
  }
  P.Order = isl::manage(
      isl_schedule_intersect_domain(P.Order.release(), P.domain().release()));
}

llvm::Error RegionBuilder::build() {
  if (llvm::Error Why = endsNoLives(R))
    return Why;
  usePlainForms(R);
  for (const Stmt *S : R.Form.Statements)
    collectIterators(R, S);
  for (const VarDecl *Iterator : R.Form.AllIterators)
    R.reserveDimensionName(Iterator->getNameAsString());
  if (llvm::Error Why = findIndexVariables(R))
    return Why;
  assumeEntryFacts(R);
  assumeElements(R, Options.Assumptions);
  R.Notes.EntryContext = R.Model.Program.Context;
  collectLoopHints(R);
  isl::schedule Order;
  if (llvm::Error Why = sequence(R.Form.Statements, outermostNest(R), Order))
    return Why;
  if (llvm::Error Why = checkDirectives())
    return Why;
  SourceLocation Loc = R.Form.Statements.front()->getBeginLoc();
  if (Order.is_null() || R.Model.Program.Statements.empty())
    return R.reject(RejectReason::NoStatement, Loc);
  if (llvm::Error Why = settleEarlyReads(R))
    return Why;
  if (llvm::Error Why = finishArrays(R, Arrays, Options))
    return Why;
  if (llvm::Error Why = finishPointerTurns(R))
    return Why;
  if (llvm::Error Why = finishMoved(R))
    return Why;
  R.Point.IndexValues.clear();
  R.Model.Program.Order = Order;
  applyContext();
  if (R.Model.Program.domain().is_null() || R.Model.Program.reads().is_null() ||
      R.Model.Program.mustWrites().is_null())
    return R.reject(RejectReason::TooComplex, Loc,
                    {"isl could not represent its sets"});
  return llvm::Error::success();
}

/// Adds to the model of \p R, which is whole, what stands around the new loops.
static llvm::Error finishModel(RegionState &R) {
  RegionModel &Model = R.Model;
  llvm::ArrayRef<const Stmt *> Region = R.Form.Statements;
  for (const std::string &Unused :
       {iteratorMentions(R, Region), expandScalars(R), indexMentions(R)})
    if (!Unused.empty())
      Model.Mentions += (Model.Mentions.empty() ? "" : " ") + Unused;
  Model.Epilogue = finalIteratorValues(R, Region) + Model.Epilogue;
  Model.Facts = R.believed();
  if (llvm::Error Why = checkControl(R))
    return Why;
  return checkRegisters(R);
}

llvm::Expected<RegionModel>
stevedore::buildRegion(RegionState &R, const ExtractOptions &Options) {
  Budget Limit(R.Ctx, Options.Limits);
  llvm::Error Why = RegionBuilder(R, Options).build();
  if (!Why)
    Why = finishModel(R);
  if (Limit.exhausted() && !Why.isA<WalkAgain>()) {
    llvm::consumeError(std::move(Why));
    Why = R.reject(RejectReason::TooComplex,
                   R.Form.Statements.front()->getBeginLoc(),
                   {"computing its sets went over the budget"});
  }
  if (Why)
    return std::move(Why);
  return std::move(R.Model);
}
