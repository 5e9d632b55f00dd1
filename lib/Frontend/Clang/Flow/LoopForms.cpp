//===- LoopForms.cpp - Headers of loops -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Flow/Loops.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

/// Whether there is a step by one at or below \p S.
static bool hasStep(const Stmt *S) {
  return S && (stepIn(S) || llvm::any_of(S->children(), hasStep));
}

const UnaryOperator *stevedore::firstStep(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const UnaryOperator *Step = stepIn(E))
    return Step;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return firstStep(Unary->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return firstStep(Choice->getCond());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return nullptr;
  const UnaryOperator *Found = firstStep(Binary->getLHS());
  bool IsSequence = Binary->isLogicalOp() || Binary->isCommaOp();
  return Found || IsSequence ? Found : firstStep(Binary->getRHS());
}

/// The first mention of \p Var below \p S.
static const DeclRefExpr *mentionOf(const Stmt *S, const VarDecl *Var) {
  if (!S)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == Var ? Ref : nullptr;
  for (const Stmt *Child : S->children())
    if (const DeclRefExpr *Found = mentionOf(Child, Var))
      return Found;
  return nullptr;
}

const VarDecl *stevedore::changedBy(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const Expr *Changed = E ? changedLvalue(E->IgnoreParens()) : nullptr;
  return Changed ? variableOf(Changed) : nullptr;
}

namespace {

/// Condition and body of a `while` or `do` loop; null for anything else.
struct WhileParts {
  const Expr *Cond = nullptr;
  const Stmt *Body = nullptr;
  /// Of the body, if that is a compound statement.
  const Stmt *Last = nullptr;
  /// What the statement before the last one changes; null if it is none.
  const VarDecl *Other = nullptr;
};

} // namespace

static WhileParts partsOfWhile(const Stmt *S) {
  WhileParts Parts;
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Parts.Cond = While->getConditionVariable() ? nullptr : While->getCond();
    Parts.Body = While->getBody();
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Parts.Cond = Do->getCond();
    Parts.Body = Do->getBody();
  }
  const auto *Compound = dyn_cast_or_null<CompoundStmt>(Parts.Body);
  if (Compound && !Compound->body_empty())
    Parts.Last = Compound->body_back();
  if (Compound && Compound->size() > 1)
    Parts.Other = changedBy(*std::prev(Compound->body_end(), 2));
  return Parts;
}

const VarDecl *stevedore::whileIterator(const Stmt *S) {
  WhileParts Parts = partsOfWhile(S);
  if (!Parts.Cond)
    return nullptr;
  if (const UnaryOperator *Step = firstStep(Parts.Cond))
    return variableOf(Step->getSubExpr());
  if (hasStep(Parts.Cond))
    return nullptr;
  const VarDecl *Var = changedBy(Parts.Last);
  bool Counts = Var && (mentionOf(Parts.Cond, Var) ||
                        (Parts.Other && mentionOf(Parts.Cond, Parts.Other)));
  return Counts ? Var : nullptr;
}

void stevedore::collectIterators(RegionState &R, const Stmt *S) {
  if (!S || R.Made.isOpaque(S))
    return;
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    const Expr *Target = nullptr;
    if (const auto *Init = dyn_cast_or_null<BinaryOperator>(Loop->getInit()))
      Target = Init->getOpcode() == BO_Assign ? Init->getLHS() : nullptr;
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(Loop->getInit()))
      if (Init->isSingleDecl())
        if (const auto *Var = dyn_cast<VarDecl>(Init->getSingleDecl()))
          R.Form.AllIterators.push_back(Var);
    if (const VarDecl *Var = Target ? variableOf(Target) : nullptr)
      R.Form.AllIterators.push_back(Var);
  }
  if (const VarDecl *Var = whileIterator(S))
    R.Form.AllIterators.push_back(Var);
  for (const Stmt *Child : partsOf(S))
    collectIterators(R, Child);
}

static llvm::Error rejectForm(RegionState &R, SourceLocation Loc,
                              const std::string &What) {
  return R.reject(RejectReason::LoopForm, Loc, {What});
}

/// `int i = e`, `i = e`.
static llvm::Error parseInit(RegionState &R, const ForStmt *Loop,
                             LoopHeader &H) {
  const Stmt *Init = Loop->getInit();
  SourceLocation Loc = Loop->getForLoc();
  if (!Init)
    return rejectForm(R, Loc, "loop without an initial value");
  if (const auto *Declaration = dyn_cast<DeclStmt>(Init)) {
    if (!Declaration->isSingleDecl())
      return rejectForm(R, Loc, "loop with several variables");
    H.Iterator = dyn_cast<VarDecl>(Declaration->getSingleDecl());
    H.Init = H.Iterator ? H.Iterator->getInit() : nullptr;
    H.Declares = true;
  } else if (const auto *Assignment = dyn_cast<BinaryOperator>(Init)) {
    if (Assignment->getOpcode() == BO_Comma)
      return rejectForm(R, Loc, "loop with several variables");
    if (Assignment->getOpcode() == BO_Assign) {
      H.Iterator = variableOf(Assignment->getLHS());
      H.Init = Assignment->getRHS();
    }
  }
  if (!H.Iterator || !H.Init)
    return rejectForm(
        R, Loc,
        "loop whose initialization is not an assignment to its iterator");
  return llvm::Error::success();
}

int64_t stevedore::constantStep(RegionState &R, const Expr *Inc,
                                const VarDecl *Iterator) {
  Inc = Inc->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Inc)) {
    if (!Unary->isIncrementDecrementOp() ||
        variableOf(Unary->getSubExpr()) != Iterator)
      return 0;
    return Unary->isIncrementOp() ? 1 : -1;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(Inc);
  if (!Binary || !Binary->isAssignmentOp() ||
      variableOf(Binary->getLHS()) != Iterator)
    return 0;
  const Expr *Amount = Binary->getRHS();
  bool IsMinus = Binary->getOpcode() == BO_SubAssign;
  if (Binary->getOpcode() == BO_Assign) {
    const auto *Sum = dyn_cast<BinaryOperator>(Amount->IgnoreParenImpCasts());
    if (!Sum || !Sum->isAdditiveOp())
      return 0;
    IsMinus = Sum->getOpcode() == BO_Sub;
    bool IsLeft = variableOf(Sum->getLHS()) == Iterator;
    if (!IsLeft && (IsMinus || variableOf(Sum->getRHS()) != Iterator))
      return 0;
    Amount = IsLeft ? Sum->getRHS() : Sum->getLHS();
  } else if (!IsMinus && Binary->getOpcode() != BO_AddAssign) {
    return 0;
  }
  std::optional<llvm::APSInt> Constant = numberOf(R, Amount, true);
  if (!Constant)
    return 0;
  bool WrapsToNegative = Constant->isUnsigned() && Constant->isSignBitSet();
  if (!Constant->isRepresentableByInt64() && !WrapsToNegative)
    return 0;
  int64_t Value =
      Constant->getBitWidth() <= 64 && WrapsToNegative
          ? static_cast<const llvm::APInt &>(*Constant).getSExtValue()
          : Constant->getExtValue();
  return IsMinus ? -Value : Value;
}

/// An integer of the function that only the loop changes.
static llvm::Error checkIterator(RegionState &R, const VarDecl *Var,
                                 SourceLocation Loc) {
  std::string Name = Var->getNameAsString();
  QualType Type = Var->getType();
  if (Type.isVolatileQualified())
    return R.reject(RejectReason::Volatile, Loc, {Name});
  if (Type->isAtomicType())
    return R.reject(RejectReason::Atomic, Loc, {Name});
  if (Type->isReferenceType() || !Type->isIntegerType() ||
      Type->isBooleanType() || Type->isEnumeralType())
    return R.reject(RejectReason::FloatIterator, Loc, {Name});
  if (R.Form.inFunction().isAddressTaken(Var))
    return R.reject(RejectReason::AddressTaken, Loc, {Name});
  if (!Var->hasLocalStorage())
    return rejectForm(R, Loc,
                      "loop iterator '" + Name + "' is not a local variable");
  return llvm::Error::success();
}

/// Takes the step of \p H from its condition; false if it has none there.
static bool takeStepInCond(LoopHeader &H) {
  const UnaryOperator *Step = H.Cond ? firstStep(H.Cond) : nullptr;
  if (!Step || variableOf(Step->getSubExpr()) != H.Iterator)
    return false;
  H.StepInCond = Step;
  H.Step = Step->isIncrementOp() ? 1 : -1;
  return true;
}

/// The increments of \p Inc from left to right.
static void collectIncrements(const Expr *Inc,
                              llvm::SmallVectorImpl<const Expr *> &Result) {
  const auto *Comma = dyn_cast<BinaryOperator>(Inc->IgnoreParens());
  if (!Comma || Comma->getOpcode() != BO_Comma) {
    Result.push_back(Inc);
    return;
  }
  collectIncrements(Comma->getLHS(), Result);
  collectIncrements(Comma->getRHS(), Result);
}

/// The step of \p Loop; further increments are statements at the end of its
/// body.
static llvm::Error parseIncrement(RegionState &R, const ForStmt *Loop,
                                  LoopHeader &H) {
  SourceLocation Loc = Loop->getForLoc();
  if (!Loop->getInc() && R.directives().empty() && takeStepInCond(H))
    return llvm::Error::success();
  if (!Loop->getInc())
    return rejectForm(R, Loc, "loop without an increment");
  llvm::SmallVector<const Expr *, 2> Increments;
  collectIncrements(Loop->getInc(), Increments);
  if (Increments.size() > 1 && !R.directives().empty())
    return rejectForm(R, Loc, "loop with several increments");
  for (const Expr *Inc : Increments) {
    bool IsOwn = changedBy(Inc) == H.Iterator;
    if (IsOwn && H.Step != 0)
      return rejectForm(R, Loc, "loop with several increments");
    if (IsOwn)
      H.Step = constantStep(R, Inc, H.Iterator);
    else
      H.Body.push_back(Inc);
  }
  if (Increments.size() > 1)
    R.Notes.hideFinalValues(Loop, "a loop with several increments");
  if (H.Step == 0)
    return R.reject(RejectReason::LoopStep, Loc,
                    {H.Iterator->getNameAsString()});
  return llvm::Error::success();
}

static llvm::Expected<LoopHeader> parseFor(RegionState &R,
                                           const ForStmt *Loop) {
  LoopHeader H;
  H.Loop = Loop;
  H.Body.push_back(Loop->getBody());
  H.MayContinue = true;
  SourceLocation Loc = Loop->getForLoc();
  if (llvm::Error Why = parseInit(R, Loop, H))
    return std::move(Why);
  if (llvm::Error Why = checkIterator(R, H.Iterator, Loc))
    return std::move(Why);
  H.Cond = Loop->getCond();
  if (!H.Cond || Loop->getConditionVariable())
    return rejectForm(R, Loc, "loop without a condition on its iterator");
  if (llvm::Error Why = parseIncrement(R, Loop, H))
    return std::move(Why);
  return H;
}

/// The text of the loop's header cannot give iterators their final values: it
/// does not say where it starts.
static llvm::Expected<LoopHeader> parseWhile(RegionState &R, const Stmt *Loop) {
  LoopHeader H;
  WhileParts Parts = partsOfWhile(Loop);
  H.Loop = Loop;
  H.Iterator = whileIterator(Loop);
  H.Cond = Parts.Cond;
  H.TestsLast = isa<DoStmt>(Loop);
  auto Known = R.Point.IndexValues.find(H.Iterator);
  if (!H.Iterator || Known == R.Point.IndexValues.end() ||
      Known->second.Value.is_null()) {
    if (H.Iterator && Known == R.Point.IndexValues.end())
      R.takeFromEntry(H.Iterator);
    return R.rejectStatement(Loop);
  }
  if (llvm::Error Why = checkIterator(R, H.Iterator, Loop->getBeginLoc()))
    return std::move(Why);
  H.Init = mentionOf(H.Cond, H.Iterator);
  if (!H.Init)
    H.Init = mentionOf(Parts.Last, H.Iterator);
  H.MayContinue = takeStepInCond(H);
  if (H.MayContinue) {
    H.Body.push_back(Parts.Body);
  } else {
    llvm::append_range(H.Body, cast<CompoundStmt>(Parts.Body)->body());
    H.Body.pop_back();
    H.Step = constantStep(R, cast<Expr>(Parts.Last), H.Iterator);
  }
  if (H.Step == 0)
    return R.reject(RejectReason::LoopStep, Loop->getBeginLoc(),
                    {H.Iterator->getNameAsString()});
  if (H.Body.empty())
    return R.rejectStatement(Loop);
  R.Notes.hideFinalValues(Loop,
                          isa<DoStmt>(Loop) ? "a 'do' loop" : "a 'while' loop");
  return H;
}

llvm::Expected<LoopHeader> stevedore::parseLoop(RegionState &R,
                                                const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return parseFor(R, For);
  return parseWhile(R, Loop);
}
