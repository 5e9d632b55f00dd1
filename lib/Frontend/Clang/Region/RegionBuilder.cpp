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
#include "Normalize/BlockChecks.h"
#include "Normalize/MovingPointers.h"
#include "Normalize/PlainForms.h"
#include "Normalize/PointerTurns.h"
#include "OpenMP/LoopHints.h"
#include "Region/EntryFacts.h"
#include "Region/Expansion.h"
#include "Region/RegionWalk.h"
#include "State/Memory.h"
#include "State/OpenMacros.h"
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

static isl::schedule append(isl::schedule First, isl::schedule Second) {
  if (First.is_null())
    return Second;
  if (Second.is_null())
    return First;
  return First.sequence(Second);
}

/// Appends to the order that of what \p Walk finds.
llvm::Error RegionBuilder::appended(llvm::function_ref<llvm::Error()> Walk) {
  isl::schedule Before = std::exchange(Order, isl::schedule());
  llvm::Error Why = Walk();
  Order = append(Before, Order);
  return Why;
}

llvm::Error RegionBuilder::sequence(llvm::ArrayRef<const Stmt *> Statements,
                                    const Nest &N) {
  FactScope Facts(R);
  GuardScope Guards(R);
  return appended([&]() -> llvm::Error {
    unsigned NumEnds = EndOnData.NumEnds;
    for (const Stmt *S : Statements) {
      if (llvm::Error Why = statement(S, Ended.rest(N)))
        return Why;
      bool MayHaveEnded = EndOnData.NumEnds > NumEnds;
      NumEnds = EndOnData.NumEnds;
      if (MayHaveEnded && (R.Point.Guards.empty() ||
                           R.Point.Guards.back().Var != EndOnData.Goes))
        R.Point.Guards.push_back({EndOnData.Goes, true});
      Statements = Statements.drop_front();
      if (StatedCondition Stated = statedBy(S); Stated.Condition)
        addFacts(R, N, Stated.Condition, Stated.Holds, Statements);
    }
    return llvm::Error::success();
  });
}

llvm::Error RegionBuilder::firstPart(const Stmt *S, const Nest &N) {
  DataEnd Outer = EndOnData;
  if (llvm::Error Why = startGoing(S, N))
    return Why;
  llvm::Error Why = statement(S, N);
  EndOnData = Outer;
  return Why;
}

/// The text of conditions does not say to what gives iterators their final
/// values which iterations have ended.
llvm::Error RegionBuilder::end(const ContinueStmt *S, const Nest &N) {
  if (R.Point.Guards.size() > EndOnData.NumGuards)
    return endOnData(S, N);
  R.Notes.hideFinalValues(S, "a 'continue'");
  return StatementWalk::end(S, N);
}

/// Nobody returns from the new loops: where somebody does, the original ones
/// are executed.
llvm::Error RegionBuilder::leave(const Stmt *S, const isl::set &Left,
                                 const Nest &N) {
  bool IsNever =
      R.Point.Guards.empty() && R.exclude(Left, N.Domain, /*Assume=*/true);
  return IsNever ? llvm::Error::success()
                 : R.reject(RejectReason::Return, S->getBeginLoc());
}

llvm::Error RegionBuilder::other(const Stmt *S, const Nest &N) {
  if (isa<SwitchStmt>(S))
    return R.Made.isOpaque(S) ? opaque(S, N)
                              : unknown(S, N, R.rejectStatement(S));
  if (isa<NullStmt>(S) || isWait(S))
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
/// variable.
void RegionBuilder::known(const Stmt *S, unsigned Uses) {
  if (R.Notes.NumIndexUses != Uses)
    R.Notes.hideFinalValues(S, "a variable that the region modifies");
}

llvm::Error RegionBuilder::loop(const Stmt *S, const Nest &N) {
  if (isl_ctx_last_error(R.Ctx.get()) != isl_error_none)
    return R.reject(RejectReason::TooComplex, S->getBeginLoc(),
                    {"computing its sets went over the budget"});
  return R.Made.isOpaque(S) ? opaque(S, N) : StatementWalk::loop(S, N);
}

llvm::Error RegionBuilder::inside(const LoopHeader &H, const Nest &N,
                                  const Nest &Inner) {
  if (!isa<ForStmt>(H.Loop))
    R.Notes.Forwarded.insert(H.Iterator);
  const LoopDirective *Directive = std::exchange(Below, nullptr);
  if (llvm::Error Why =
          Directive ? parallelLoop(loopBelow(H.Body.front()), *Directive, Inner)
                    : iteration(H, Inner))
    return Why;
  Order = insertBand(Order, H, N.depth());
  return llvm::Error::success();
}

llvm::Error RegionBuilder::branch(const IfStmt *S, const Nest &N) {
  StatedCondition Stated = statedBy(S);
  if (Stated.Condition && !Stated.Otherwise)
    return llvm::Error::success();
  if (R.Made.isOpaque(S) || Stated.Condition)
    return opaque(S, N);
  return R.Made.isOnData(S) ? guardedBranch(S, N) : StatementWalk::branch(S, N);
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
  WantsOf Wants(R, Var);
  std::optional<isl::pw_aff> Value = valueIfAffine(R, N, Init);
  if (!Value || R.Notes.NumIndexUses != Uses)
    return false;
  R.Notes.Derived[Var] = {*Value, Init};
  return true;
}

llvm::Error RegionBuilder::variable(const VarDecl *Var, const Nest &N) {
  const MovedVariable *Moved = R.Form.movedBy(Var);
  if (R.isMentionedOutside(Moved ? Moved->Var : Var))
    return R.reject(RejectReason::UsedOutside, Var->getLocation(),
                    {Var->getNameAsString()});
  const Expr *Object = R.Form.referent(Var);
  if (isDerived(Var, N) ||
      (Object && (Var->isCXXForRangeDecl() || isOnePlaceIn(R, Object, N))))
    return llvm::Error::success();
  if (llvm::Error Why = Arrays.declare(R, Var, N))
    return Why;
  const Expr *Init = R.Form.initOf(Var);
  if (!Init || setsNothing(Init))
    return llvm::Error::success();
  IndexEffect Effect = indexEffect(R, Init, N, true);
  forgetChanged(R, Effect);
  std::optional<IndexValue> Value = indexValue(R, Var, Init, N);
  if (Value)
    R.Point.IndexValues[Var] = *Value;
  if (Value && R.Form.IndexOnly.contains(Var))
    return llvm::Error::success();
  Statement S = newStatement(N, Var->getLocation());
  if (isNeverExecuted(N)) {
    applyEffect(R, Effect);
    return llvm::Error::success();
  }
  R.Notes.Steps.insert(Effect.Steps.begin(), Effect.Steps.end());
  if (llvm::Error Why = modelInitialization(
          R, Arrays, N, Var, R.Model.Program.Statements.size(), S))
    return Why;
  pass(Effect);
  if (Var->getType()->isIntegralOrEnumerationType() &&
      R.Form.inFunction().isFixed(Var))
    noteRange(R, N, Var, Init);
  add(std::move(S));
  return llvm::Error::success();
}

llvm::Error RegionBuilder::declaration(const DeclStmt *S, const Nest &N) {
  for (const Decl *D : S->decls()) {
    if (isa<StaticAssertDecl, EmptyDecl>(D))
      continue;
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var || isa<DecompositionDecl>(Var))
      return R.reject(RejectReason::UnsupportedStatement, S->getBeginLoc(),
                      {std::string(D->getDeclKindName()) + " declaration"});
    if (llvm::Error Why = variable(Var, N))
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

/// Adds \p S to the model, as the last one in its order.
void RegionBuilder::add(Statement S) {
  Order = append(Order, isl::schedule::from_domain(isl::union_set(S.Domain)));
  R.Model.Program.Statements.push_back(std::move(S));
}

/// Goes on behind an expression that has \p Effect.
void RegionBuilder::pass(const IndexEffect &Effect) {
  applyEffect(R, Effect);
  for (const Expr *Step : Effect.Steps)
    R.Notes.Forwarded.insert(
        variableOf(cast<UnaryOperator>(Step)->getSubExpr()));
}

/// The name of what \p Var stands for.
static std::string nameInSource(const RegionState &R, const VarDecl *Var) {
  auto Moved = llvm::find_if(R.Form.Moved, [&](const MovedVariable &M) {
    return M.Offset == Var;
  });
  return (Moved == R.Form.Moved.end() ? Var : Moved->Var)->getNameAsString();
}

llvm::Error RegionBuilder::expression(const Expr *E, const Nest &N) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return expression(Full->getSubExpr(), N);
  const auto *Cast = dyn_cast<CastExpr>(E);
  bool IsNothing = Cast && Cast->getCastKind() == CK_ToVoid &&
                   !Cast->getSubExpr()->HasSideEffects(R.AST);
  const VarDecl *Discarded =
      IsNothing ? variableOf(Cast->getSubExpr()) : nullptr;
  if (Discarded)
    R.Notes.Forwarded.insert(Discarded);
  StatedCondition Stated = statedBy(E);
  if (IsNothing || (Stated.Condition && !Stated.Otherwise))
    return llvm::Error::success();
  if (Stated.Condition)
    return opaque(E, N);
  if (const auto *Comma = dyn_cast<BinaryOperator>(E);
      Comma && Comma->getOpcode() == BO_Comma) {
    if (llvm::Error Why = expression(Comma->getLHS(), N))
      return Why;
    return appended([&] { return expression(Comma->getRHS(), N); });
  }
  IndexEffect Effect = indexEffect(R, E, N);
  for (const auto &[Var, Value] : Effect.Changes)
    if (llvm::is_contained(N.Iterators, Var))
      return R.reject(RejectReason::IteratorWritten, E->getExprLoc(),
                      {nameInSource(R, Var)});
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
  if (llvm::Error Why = checkBlock(R, E, N))
    return Why;
  if (llvm::Error Why = modelExpression(R, Arrays, N, E,
                                        R.Model.Program.Statements.size(), S))
    return Why;
  pass(Effect);
  bool IsStep = !Effect.Changes.empty() || !E->HasSideEffects(R.AST);
  if (!IsStep || !S.Accesses.empty())
    add(std::move(S));
  return llvm::Error::success();
}

/// The parameters of \p P in one order, however its statements come to mention
/// them: those of \p Function as it has them, then others.
static isl::space orderedParameters(const Scop &P,
                                    const FunctionDecl *Function) {
  isl::space Mentioned = P.Context.space();
  for (const Statement &S : P.Statements) {
    Mentioned = Mentioned.align_params(S.Domain.space());
    for (const Access &A : S.Accesses)
      Mentioned = Mentioned.align_params(A.Relation.space());
  }
  isl::space Result = isl::space::unit(P.Context.ctx());
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    int At = isl_space_find_dim_by_name(Mentioned.get(), isl_dim_param,
                                        Parameter->getNameAsString().c_str());
    if (At >= 0)
      Result = Result.add_param(isl::manage(
          isl_space_get_dim_id(Mentioned.get(), isl_dim_param, At)));
  }
  return Mentioned.align_params(Result);
}

/// Restricts domains, accesses and order to the parameter values that are
/// possible, so that they agree with each other in every later stage.
void RegionBuilder::applyContext() {
  Scop &P = R.Model.Program;
  const isl::space Parameters = orderedParameters(P, R.Code.Function);
  P.Context = isl::manage(isl_set_drop_unused_params(
      isl_set_align_params(P.Context.release(), Parameters.copy())));
  for (Statement &S : P.Statements) {
    isl::set Domain = isl::manage(isl_set_drop_unused_params(
        isl_set_align_params(S.Domain.release(), Parameters.copy())));
    S.Domain = isl::manage(isl_set_remove_redundancies(
        Domain.intersect_params(P.Context).release()));
    for (Access &A : S.Accesses) {
      isl::map Relation = isl::manage(isl_map_drop_unused_params(
          isl_map_align_params(A.Relation.release(), Parameters.copy())));
      A.Relation = isl::manage(isl_map_remove_redundancies(
          Relation.intersect_params(P.Context).release()));
    }
  }
  P.Order = isl::manage(
      isl_schedule_intersect_domain(P.Order.release(), P.domain().release()));
}

/// What computes in another way than the model and the new loops do.
static llvm::Error checkArithmetic(const RegionState &R) {
  SourceLocation Loc = R.Form.Statements.front()->getBeginLoc();
  if (R.AST.getLangOpts().isSignedOverflowDefined())
    return R.reject(RejectReason::SignedWrap, Loc);
  if (llvm::any_of(R.Form.Statements, changesRounding))
    return R.reject(RejectReason::FloatingPointPragma, Loc);
  for (const Stmt *S : R.Form.Statements)
    if (SourceLocation Line = lineNumberIn(S, R.AST); Line.isValid())
      return R.reject(RejectReason::LineNumber, Line);
  return llvm::Error::success();
}

llvm::Error RegionBuilder::build() {
  if (llvm::Error Why = checkArithmetic(R))
    return Why;
  if (llvm::Error Why = endsNoLives(R))
    return Why;
  usePlainForms(R);
  for (const Stmt *S : R.Form.Statements)
    collectIterators(R, S);
  for (const VarDecl *Iterator : R.Form.AllIterators)
    R.reserveDimensionName(Iterator->getNameAsString());
  if (llvm::Error Why = findIndexVariables(R))
    return Why;
  requireMacros(R);
  assumeEntryFacts(R);
  assumeElements(R, Options.Assumptions);
  R.Notes.EntryContext = R.Model.Program.Context;
  collectLoopHints(R);
  if (llvm::Error Why = sequence(R.Form.Statements, Nest::outermost(R.Ctx)))
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
  if (!R.leaveRoom())
    return R.reject(RejectReason::TooComplex, Loc,
                    {"sums with its numbers may not fit in 'long'"});
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
