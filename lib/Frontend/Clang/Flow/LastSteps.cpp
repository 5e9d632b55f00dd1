//===- LastSteps.cpp - Steps of loops behind their bodies -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts/VariableFacts.h"
#include "Flow/Loops.h"
#include "Syntax/CallValues.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Takes one step out of an expression.
class StepTaker : public TreeRewriter {
public:
  StepTaker(const RegionState &R, const UnaryOperator *Step)
      : TreeRewriter(R.AST), R(R), Step(Step) {}

protected:
  Expr *replaced(const Expr *E) override {
    return E == Step ? TreeMaker(AST, R.Code.Function, E->getSourceRange())
                           .value(Step->getSubExpr())
                     : nullptr;
  }
  bool isKept(const Stmt *S) const override {
    return !S || (S != Step && TreeRewriter::isKept(S));
  }

private:
  const RegionState &R;
  const UnaryOperator *Step;
};

/// Puts what a variable holds behind its step, which adds a constant, in the
/// place of what it holds before.
class StepAdder : public TreeRewriter {
public:
  StepAdder(const RegionState &R, const VarDecl *Var, int64_t Step)
      : TreeRewriter(R.AST), R(R), Var(Var), Step(Step) {}

protected:
  bool isReplaced(const ValueDecl *D) const override { return D == Var; }
  Expr *replaced(const Expr *E) override {
    return isa<DeclRefExpr>(E) ? sum(E) : nullptr;
  }
  /// An initial value that uses the variable would need another declaration.
  Decl *declared(Decl *D) override {
    const auto *Other = dyn_cast<VarDecl>(D);
    if (!Other || (Other->getInit() && !isKept(Other->getInit())))
      fail(nullptr);
    return D;
  }

private:
  Expr *sum(const Expr *E) const;

  const RegionState &R;
  const VarDecl *Var;
  const int64_t Step;
};

} // namespace

/// `(v - 1)`, or `((T)(v - 1))` where sums have a wider type than the variable.
Expr *StepAdder::sum(const Expr *E) const {
  TreeMaker Make(AST, R.Code.Function, E->getSourceRange());
  QualType T = Var->getType().getUnqualifiedType();
  bool IsNarrow = AST.getIntWidth(T) < AST.getIntWidth(AST.IntTy);
  QualType Wide = IsNarrow ? QualType(AST.IntTy) : T;
  Expr *More = Make.number(Step < 0 ? -uint64_t(Step) : Step, Wide);
  Expr *Sum = Make.binary(Step < 0 ? BO_Sub : BO_Add,
                          Make.converted(Make.value(Var), Wide), More, Wide);
  return grouped(AST, explicitly(AST, Make.converted(grouped(AST, Sum), T)));
}

/// The `while` or `do` loop \p Loop with \p Cond and \p Body in the place of
/// its own.
static const Stmt *loopOf(const RegionState &R, const Stmt *Loop, Expr *Cond,
                          llvm::ArrayRef<const Stmt *> Body) {
  TreeMaker Make(R.AST, R.Code.Function, Loop->getSourceRange());
  SourceLocation At = Loop->getBeginLoc();
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return new (R.AST) DoStmt(Make.compound(Body), Cond, At, Do->getWhileLoc(),
                              Do->getRParenLoc());
  return WhileStmt::Create(R.AST, nullptr, Cond, Make.compound(Body), At, At,
                           At);
}

/// The condition of \p Loop; null if it is no `while` or `do` loop, or declares
/// a variable there.
static const Expr *conditionOf(const Stmt *Loop) {
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return Do->getCond();
  const auto *While = dyn_cast<WhileStmt>(Loop);
  return While && !While->getConditionVariable() ? While->getCond() : nullptr;
}

static const Stmt *bodyOf(const Stmt *Loop) {
  const auto *Do = dyn_cast<DoStmt>(Loop);
  return Do ? Do->getBody() : cast<WhileStmt>(Loop)->getBody();
}

static const Stmt *withBody(const RegionState &R, const Stmt *Loop,
                            llvm::ArrayRef<const Stmt *> Body) {
  return loopOf(R, Loop, const_cast<Expr *>(conditionOf(Loop)), Body);
}

/// Whether \p Var is an integer of the function that only its own statements
/// change.
static bool isPlainInteger(const RegionState &R, const VarDecl *Var) {
  QualType T = Var->getType();
  return T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType() &&
         !T.isVolatileQualified() && Var->hasLocalStorage() &&
         !R.Form.inFunction().isAddressTaken(Var);
}

/// Whether \p Body changes \p Var in statement number \p Step alone.
static bool isSteppedOnce(const RegionState &R,
                          llvm::ArrayRef<const Stmt *> Body, size_t Step,
                          const VarDecl *Var) {
  VariableFacts Others;
  for (size_t I = 0; I < Body.size(); ++I)
    if (I != Step)
      Others.scan(Body[I]);
  return isPlainInteger(R, Var) && !Others.isWritten(Var);
}

/// `do { a[k - 1] = 0; k--; } while (C)` for `do { k--; a[k] = 0; } while (C)`,
/// where C tests k; null for other loops.
static const Stmt *withStepBehind(RegionState &R, const Stmt *Loop,
                                  const Expr *Cond, const Stmt *Whole) {
  const auto *Block = dyn_cast<CompoundStmt>(Whole);
  if (!Block || mayLeave(Block))
    return nullptr;
  llvm::SmallVector<const Stmt *, 8> Body(Block->body());
  VariableFacts Tested;
  Tested.scan(Cond);
  for (size_t I = 0; I + 1 < Body.size(); ++I) {
    const VarDecl *Var = changedBy(Body[I]);
    if (!Var || Tested.use(Var).Mentions.empty() ||
        !isSteppedOnce(R, Body, I, Var))
      continue;
    const auto *Step = cast<Expr>(Body[I]);
    int64_t Amount = constantStep(R, Step, Var);
    StepAdder Adder(R, Var, Amount);
    for (size_t K = I + 1; K < Body.size(); ++K)
      Body[K - 1] = Adder.statement(Body[K]);
    Body.back() = Step;
    bool IsMoved = Amount != 0 && !Adder.hasFailed();
    return IsMoved ? withBody(R, Loop, Body) : nullptr;
  }
  return nullptr;
}

/// A step `p++` in \p S, evaluated whenever that is, of a variable that \p Cond
/// tests and that \p Whole does not mention elsewhere; null if there is none.
static const UnaryOperator *lastStep(const RegionState &R, const Expr *Cond,
                                     const Expr *Whole, const Stmt *S) {
  if (!S || isa<ConditionalOperator, LambdaExpr, StmtExpr>(S))
    return nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(S);
  if (Binary && Binary->isLogicalOp())
    return nullptr;
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  if (Unary && Unary->isIncrementDecrementOp() && Unary->isPostfix()) {
    const VarDecl *Var = variableOf(Unary->getSubExpr());
    VariableFacts Uses, Tested;
    Uses.scan(Whole);
    Tested.scan(Cond);
    bool IsAlone = Var && Var->hasLocalStorage() &&
                   !R.Form.inFunction().isAddressTaken(Var) &&
                   Uses.use(Var).Mentions.size() == 1;
    return IsAlone && !Tested.use(Var).Mentions.empty() ? Unary : nullptr;
  }
  for (const Stmt *Child : S->children())
    if (const UnaryOperator *Found = lastStep(R, Cond, Whole, Child))
      return Found;
  return nullptr;
}

/// The statement of \p Body, behind which it is not mentioned, that alone steps
/// an integer up which \p Cond does not test; the number of all if there is
/// none.
static size_t stepUp(RegionState &R, const Expr *Cond,
                     llvm::ArrayRef<const Stmt *> Body) {
  VariableFacts Behind;
  Behind.scan(Cond);
  for (size_t I = Body.size(); I-- > 0; Behind.scan(Body[I])) {
    const VarDecl *Var = changedBy(Body[I]);
    auto IsDeclared = [&](const Stmt *S) { return isDeclaredIn(S, Var); };
    if (Var && llvm::none_of(Body, IsDeclared) &&
        Behind.use(Var).Mentions.empty() && isSteppedOnce(R, Body, I, Var) &&
        constantStep(R, cast<Expr>(Body[I]), Var) > 0)
      return I;
  }
  return Body.size();
}

/// What the condition \p Cond of a `while` loop does to what its step \p Last
/// changes as it fails: the step, or for an unsigned variable that counts down
/// to zero, of which nothing is known elsewhere, an assignment of what it wraps
/// around to; null if that is not known.
static const Stmt *stepAtEnd(const RegionState &R, const Expr *Cond,
                             const UnaryOperator *Last) {
  QualType T = Last->getType().getUnqualifiedType();
  bool IsNarrow = R.AST.getIntWidth(T) < R.AST.getIntWidth(R.AST.IntTy);
  if (T->isSignedIntegerType())
    return IsNarrow ? nullptr : Last;
  const Expr *Tested = Cond->IgnoreParenImpCasts();
  const auto *Compared = dyn_cast<BinaryOperator>(Tested);
  if (Compared &&
      (Compared->getOpcode() == BO_NE || Compared->getOpcode() == BO_GT)) {
    std::optional<llvm::APSInt> Other =
        Compared->getRHS()->getIntegerConstantExpr(R.AST);
    if (Other && *Other == 0)
      Tested = Compared->getLHS()->IgnoreParenImpCasts();
  }
  if (Tested != Last)
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, Last->getSourceRange());
  llvm::APInt Wrapped = llvm::APInt::getAllOnes(R.AST.getIntWidth(T));
  return Make.binary(BO_Assign, Last->getSubExpr(),
                     Make.number(llvm::APSInt(Wrapped, true), T), T);
}

/// `while (left > 0) { ...; left--; i++; }` for `while (left-- > 0) { ...; i++;
/// }` and for `while (left > 0) { ...; i++; left--; }`, where nothing else in
/// the body mentions left, and the same of `do` loops; null for other loops.
static const Stmt *countedUp(RegionState &R, const Stmt *Loop) {
  const Expr *Cond = conditionOf(Loop);
  const VarDecl *Left = Cond ? whileIterator(Loop) : nullptr;
  const auto *Block = Left ? dyn_cast<CompoundStmt>(bodyOf(Loop)) : nullptr;
  if (!Block || mayLeave(Block) || !isPlainInteger(R, Left))
    return nullptr;
  llvm::SmallVector<const Stmt *, 8> Body(Block->body());
  const UnaryOperator *InCond = firstStep(Cond);
  const Expr *Step = InCond ? InCond : dyn_cast<Expr>(Body.pop_back_val());
  size_t Up = stepUp(R, Cond, Body);
  int64_t Down = constantStep(R, Step, Left);
  VariableFacts Others;
  for (const Stmt *S : Body)
    Others.scan(S);
  bool IsDo = isa<DoStmt>(Loop),
       IsBehind = !InCond || InCond->isPostfix() != IsDo;
  if (Down >= 0 || Up == Body.size() || !IsBehind ||
      !Others.use(Left).Mentions.empty() ||
      Down % constantStep(R, cast<Expr>(Body[Up]), changedBy(Body[Up])) != 0)
    return nullptr;
  const Stmt *Other = Body[Up];
  Body.erase(Body.begin() + Up);
  Body.append({Step, Other});
  if (!InCond)
    return withBody(R, Loop, Body);
  const Stmt *AtEnd = IsDo ? Step : stepAtEnd(R, Cond, InCond);
  StepTaker Taker(R, InCond);
  Expr *Tested = Taker.expression(Cond);
  if (!AtEnd || Taker.hasFailed())
    return nullptr;
  const Stmt *Result = loopOf(R, Loop, Tested, Body);
  TreeMaker Make(R.AST, R.Code.Function, Loop->getSourceRange());
  return IsDo ? Result : Make.compound({Result, AtEnd});
}

const Stmt *stevedore::withLastStep(RegionState &R, const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (For && !For->getInit() && For->getCond() && For->getInc() &&
      !For->getConditionVariable() && !continuesOutside(For->getBody())) {
    TreeMaker Make(R.AST, R.Code.Function, Loop->getSourceRange());
    SourceLocation At = Loop->getBeginLoc();
    return WhileStmt::Create(R.AST, nullptr, const_cast<Expr *>(For->getCond()),
                             Make.compound({For->getBody(), For->getInc()}), At,
                             At, At);
  }
  if (const Stmt *Other = countedUp(R, Loop))
    return Other;
  const Expr *Cond = conditionOf(Loop);
  if (!Cond || whileIterator(Loop))
    return nullptr;
  bool IsDo = isa<DoStmt>(Loop);
  const Stmt *Whole = bodyOf(Loop);
  if (const Stmt *Moved = withStepBehind(R, Loop, Cond, Whole))
    return Moved;
  llvm::SmallVector<const Stmt *, 8> Body = {Whole};
  if (const auto *Block = dyn_cast<CompoundStmt>(Whole))
    Body.assign(Block->body_begin(), Block->body_end());
  const auto *Last =
      Body.empty() || IsDo ? nullptr : dyn_cast<Expr>(Body.back());
  const UnaryOperator *Step =
      Last && !changedBy(Last) ? lastStep(R, Cond, Last, Last) : nullptr;
  if (!Step)
    return nullptr;
  StepTaker Taker(R, Step);
  Body.back() = Taker.expression(Last);
  Body.push_back(Step);
  return Taker.hasFailed() ? nullptr : withBody(R, Loop, Body);
}
