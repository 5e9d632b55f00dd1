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

bool RegionBuilder::sequence(llvm::ArrayRef<const Stmt *> Statements,
                             const Nest &N, isl::schedule &Order) {
  FactScope Facts(R);
  GuardScope Guards(R);
  unsigned NumEnds = EndOnData.NumEnds;
  for (const Stmt *S : Statements) {
    isl::schedule Next;
    if (!statement(S, Ended.rest(N), Next))
      return false;
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
  return true;
}

/// One iteration of the loop \p H.
bool RegionBuilder::iteration(const LoopHeader &H, const Nest &N,
                              isl::schedule &Order) {
  EndedIterations Outer = std::move(Ended);
  Ended = EndedIterations(H.MayContinue);
  DataEnd OuterEnd = EndOnData;
  if (!startGoing(H.Body.front(), N, Order))
    return false;
  isl::schedule First;
  if (!statement(H.Body.front(), N, First))
    return false;
  Order = append(Order, First);
  EndOnData = OuterEnd;
  Ended.join(R, N);
  Ended = EndedIterations();
  isl::schedule Rest;
  if (!sequence(llvm::ArrayRef(H.Body).drop_front(), N, Rest))
    return false;
  Order = append(Order, Rest);
  Ended = std::move(Outer);
  return true;
}

/// The text of conditions does not say to what gives iterators their final
/// values which iterations have ended.
bool RegionBuilder::end(const ContinueStmt *S, const Nest &N,
                        isl::schedule &Order) {
  if (!Ended.isAllowed())
    return R.rejectStatement(S);
  if (R.Point.Guards.size() > EndOnData.NumGuards)
    return endOnData(S, N, Order);
  R.Notes.hideFinalValues(S, "a 'continue'");
  Ended.add(R, N);
  return true;
}

bool RegionBuilder::plainStatement(const Stmt *S, const Nest &N,
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
                              : R.rejectStatement(S) || onData(S, N);
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
    return true;
  if (isa<OMPExecutableDirective>(S) && !checkDirectives())
    return false;
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
bool RegionBuilder::loop(const Stmt *S, const Nest &N, isl::schedule &Order,
                         const LoopDirective *Inside) {
  if (R.Made.isOpaque(S))
    return opaque(S, N, Order);
  IndexMap Before = R.Point.IndexValues;
  unsigned Uses = R.Notes.NumIndexUses;
  std::optional<LoopHeader> H = parseLoop(R, S);
  if (!H)
    return onData(S, N);
  if (llvm::is_contained(N.Iterators, H->Iterator))
    return R.reject(RejectReason::IteratorWritten, S->getBeginLoc(),
                    {H->Iterator->getNameAsString()});
  std::optional<Nest> Inner = enterLoop(R, N, *H, S->getBeginLoc());
  if (!Inner)
    return onData(S, N);
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
  bool IsModelled =
      Inside ? parallelLoop(loopBelow(H->Body.front()), *Inside, *Inner, Body)
             : iteration(*H, *Inner, Body);
  if (!IsModelled)
    return false;
  R.Point.IndexValues = std::move(Values.After);
  Order = insertBand(Body, *H, N.depth());
  return true;
}

bool RegionBuilder::branch(const IfStmt *S, const Nest &N,
                           isl::schedule &Order) {
  StatedCondition Stated = statedBy(S);
  if (Stated.Condition && !Stated.Otherwise)
    return true;
  if (R.Made.isOpaque(S) || Stated.Condition)
    return opaque(S, N, Order);
  if (R.Made.isOnData(S))
    return guardedBranch(S, N, Order);
  if (S->getInit() || S->getConditionVariable())
    return R.reject(RejectReason::UnsupportedStatement, S->getIfLoc(),
                    {"'if' with a declaration"});
  unsigned Uses = R.Notes.NumIndexUses;
  AffineBuilder Builder(R, N, "condition", S->getCond());
  std::optional<isl::set> Holds = Builder.condition(S->getCond());
  if (!Holds || !Builder.discharge(N.Domain))
    return onData(S, N);
  noteControl(S, Uses);
  Nest Then = N, Else = N;
  Then.Domain = coalesced(N.Domain.intersect(*Holds));
  Else.Domain = coalesced(N.Domain.subtract(*Holds));
  isl::schedule First, Second;
  IndexMap Before = R.Point.IndexValues;
  if (!statement(S->getThen(), Then, First))
    return false;
  IndexMap AfterThen = std::move(R.Point.IndexValues);
  R.Point.IndexValues = std::move(Before);
  if (S->getElse() && !statement(S->getElse(), Else, Second))
    return false;
  joinBranches(R, AfterThen, Ended.rest(Then), IndexMap(R.Point.IndexValues),
               Ended.rest(Else));
  Order = append(First, Second);
  return true;
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

bool RegionBuilder::variable(const VarDecl *Var, const Nest &N,
                             isl::schedule &Order) {
  if (R.isMentionedOutside(Var))
    return R.reject(RejectReason::UsedOutside, Var->getLocation(),
                    {Var->getNameAsString()});
  const Expr *Object = R.Form.referent(Var);
  if (isDerived(Var, N) ||
      (Object && (Var->isCXXForRangeDecl() || isOnePlaceIn(R, Object, N))))
    return true;
  if (!Arrays.declare(R, Var, N))
    return false;
  const Expr *Init = R.Form.initOf(Var);
  bool HasValue =
      Init && !(isa<CXXConstructExpr>(Init) && Init->children().empty());
  if (!HasValue)
    return true;
  forgetWritten(R, Init);
  std::optional<IndexValue> Value = indexValue(R, Var, Init, N);
  if (Value)
    R.Point.IndexValues[Var] = *Value;
  if (Value && R.Form.IndexOnly.contains(Var))
    return true;
  Statement S = newStatement(N, Var->getLocation());
  if (isNeverExecuted(N))
    return true;
  if (!modelInitialization(R, Arrays, N, Var, R.Model.Program.Statements.size(),
                           S))
    return false;
  if (Var->getType()->isIntegralOrEnumerationType() &&
      R.Form.inFunction().isFixed(Var))
    R.Notes.Ranges[Var] = rangeOf(R, N, Init);
  Order = append(Order, leaf(S));
  R.Model.Program.Statements.push_back(std::move(S));
  return true;
}

bool RegionBuilder::declaration(const DeclStmt *S, const Nest &N,
                                isl::schedule &Order) {
  for (const Decl *D : S->decls()) {
    if (isa<StaticAssertDecl, EmptyDecl>(D))
      continue;
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || isa<DecompositionDecl>(Var))
      return R.reject(RejectReason::UnsupportedStatement, S->getBeginLoc(),
                      {std::string(D->getDeclKindName()) + " declaration"});
    if (!variable(Var, N, Order))
      return false;
  }
  return true;
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

bool RegionBuilder::expression(const Expr *E, const Nest &N,
                               isl::schedule &Order) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return expression(Full->getSubExpr(), N, Order);
  const auto *Cast = dyn_cast<CastExpr>(E);
  bool IsNothing = Cast && Cast->getCastKind() == CK_ToVoid &&
                   !Cast->getSubExpr()->HasSideEffects(R.AST);
  StatedCondition Stated = statedBy(E);
  if (IsNothing || (Stated.Condition && !Stated.Otherwise))
    return true;
  if (Stated.Condition)
    return opaque(E, N, Order);
  if (const auto *Assignment = dyn_cast<BinaryOperator>(E)) {
    if (Assignment->getOpcode() == BO_Comma)
      return expression(Assignment->getLHS(), N, Order) && [&] {
        isl::schedule Second;
        bool IsModelled = expression(Assignment->getRHS(), N, Second);
        Order = append(Order, Second);
        return IsModelled;
      }();
  }
  IndexEffect Effect = indexEffect(R, E, N);
  const VarDecl *Index =
      Effect.IsWhole ? Effect.Changes.front().first : nullptr;
  if (Index && Effect.Changes.front().second &&
      R.Form.IndexOnly.contains(Index)) {
    applyEffect(R, Effect);
    R.Notes.Forwarded.insert(Index);
    return true;
  }
  forgetChanged(R, Effect);
  Statement S = newStatement(N, E->getExprLoc());
  if (isFull(E->getExprLoc()))
    return false;
  if (isNeverExecuted(N)) {
    applyEffect(R, Effect);
    return true;
  }
  R.Notes.Steps.insert(Effect.Steps.begin(), Effect.Steps.end());
  if (!checkRows(R, E, N) ||
      !modelExpression(R, Arrays, N, E, R.Model.Program.Statements.size(), S))
    return false;
  applyEffect(R, Effect);
  for (const Expr *Step : Effect.Steps)
    R.Notes.Forwarded.insert(
        variableOf(cast<UnaryOperator>(Step)->getSubExpr()));
  Order = leaf(S);
  R.Model.Program.Statements.push_back(std::move(S));
  return true;
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

bool RegionBuilder::build() {
  if (!endsNoLives(R))
    return false;
  usePlainForms(R);
  for (const Stmt *S : R.Form.Statements)
    collectIterators(R, S);
  for (const VarDecl *Iterator : R.Form.AllIterators)
    R.reserveDimensionName(Iterator->getNameAsString());
  findIndexVariables(R);
  assumeEntryFacts(R);
  assumeElements(R, Options.Assumptions);
  R.Notes.EntryContext = R.Model.Program.Context;
  collectLoopHints(R);
  isl::schedule Order;
  if (!sequence(R.Form.Statements, outermostNest(R), Order) ||
      !checkDirectives())
    return false;
  SourceLocation Loc = R.Form.Statements.front()->getBeginLoc();
  if (Order.is_null() || R.Model.Program.Statements.empty())
    return R.reject(RejectReason::NoStatement, Loc);
  if (!settleEarlyReads(R) || !finishArrays(R, Arrays, Options) ||
      !finishPointerTurns(R) || !finishMoved(R))
    return false;
  R.Point.IndexValues.clear();
  R.Model.Program.Order = Order;
  applyContext();
  if (R.Model.Program.domain().is_null() || R.Model.Program.reads().is_null() ||
      R.Model.Program.mustWrites().is_null())
    return R.reject(RejectReason::TooComplex, Loc,
                    {"isl could not represent its sets"});
  return true;
}

/// Adds to the model of \p R, which is whole, what stands around the new loops.
static void finishModel(RegionState &R) {
  RegionModel &Model = R.Model;
  llvm::ArrayRef<const Stmt *> Region = R.Form.Statements;
  for (const std::string &Unused :
       {iteratorMentions(R, Region), expandScalars(R), indexMentions(R)})
    if (!Unused.empty())
      Model.Mentions += (Model.Mentions.empty() ? "" : " ") + Unused;
  Model.Epilogue = finalIteratorValues(R, Region) + Model.Epilogue;
  Model.Facts = R.believed();
}

llvm::Expected<RegionModel>
stevedore::buildRegion(RegionState &R, const ExtractOptions &Options) {
  Budget Limit(R.Ctx, Options.Limits);
  bool IsModelled = RegionBuilder(R, Options).build() && !R.Why;
  if (IsModelled) {
    finishModel(R);
    IsModelled = checkControl(R) && checkRegisters(R);
  }
  bool IsOver = Limit.exhausted();
  if (IsModelled && !IsOver)
    return std::move(R.Model);
  if (IsOver)
    R.Why.reset();
  if (!R.Why)
    R.reject(RejectReason::TooComplex, R.Form.Statements.front()->getBeginLoc(),
             {IsOver ? "computing its sets went over the budget"
                     : "its sets could not be computed"});
  return llvm::make_error<RejectionError>(std::move(*R.Why));
}
