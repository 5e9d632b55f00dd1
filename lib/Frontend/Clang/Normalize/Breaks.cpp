//===- Breaks.cpp - Loops without break -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Breaks.h"
#include "Flow/Loops.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

/// What decides about the ends of iterations of a loop: its iterator and
/// integers that do not change in its body, or are declared there as such
/// values.
class Deciders {
public:
  Deciders(const RegionState &R, const VarDecl *Iterator, const Stmt *Body)
      : R(R), Iterator(Iterator), Body(Body) {
    InBody.scan(Body);
  }

  bool isOne(const VarDecl *Var) const;
  /// What \p Var, one of them, is declared as in the body; null if it is not.
  const Expr *valueIn(const VarDecl *Var) const {
    return isDeclaredIn(Body, Var) ? R.Form.initOf(Var) : nullptr;
  }
  bool areAllOf(const Expr *E) const {
    return isBuiltOf(E, [this](const VarDecl *Var) { return isOne(Var); });
  }

private:
  static bool isDeclaredIn(const Stmt *S, const VarDecl *Var);

  const RegionState &R;
  const VarDecl *Iterator;
  const Stmt *Body;
  VariableFacts InBody;
};

/// What a condition says of the iteration before.
class OneStepBefore : public TreeRewriter {
public:
  OneStepBefore(RegionState &R, const Deciders &Known, const VarDecl *Iterator,
                int64_t Step)
      : TreeRewriter(R.AST), R(R), Known(Known), Iterator(Iterator),
        Step(Step) {}

protected:
  bool isReplaced(const ValueDecl *D) const override {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && (Var == Iterator || Known.valueIn(Var));
  }
  Expr *replaced(const Expr *E) override;

private:
  RegionState &R;
  const Deciders &Known;
  const VarDecl *Iterator;
  int64_t Step;
};

} // namespace

bool Deciders::isDeclaredIn(const Stmt *S, const VarDecl *Var) {
  const auto *Declared = dyn_cast_or_null<DeclStmt>(S);
  return (Declared && llvm::is_contained(Declared->decls(), Var)) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Part) {
            return isDeclaredIn(Part, Var);
          }));
}

bool Deciders::isOne(const VarDecl *Var) const {
  if (!Var->getType()->isIntegerType() || !Var->hasLocalStorage() ||
      InBody.isWritten(Var) || R.Form.inFunction().isAddressTaken(Var))
    return false;
  if (Var == Iterator || !isDeclaredIn(Body, Var))
    return true;
  const Expr *Value = valueIn(Var);
  return Value && R.Form.inFunction().isFixed(Var) &&
         isBuiltOf(Value, [&](const VarDecl *Part) {
           return Part != Var && isOne(Part);
         });
}

Expr *OneStepBefore::replaced(const Expr *E) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  const VarDecl *Var = Cast && Cast->getCastKind() == CK_LValueToRValue
                           ? variableOf(Cast->getSubExpr())
                           : nullptr;
  const Expr *Value = Var ? Known.valueIn(Var) : nullptr;
  if (!Value && (!Var || Var != Iterator))
    return isa<DeclRefExpr>(E) ? fail(E) : nullptr;
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  QualType T = E->getType();
  Expr *Before = Value ? expression(Value)
                       : Make.binary(Step > 0 ? BO_Sub : BO_Add, E,
                                     Make.number(uint64_t(std::abs(Step)),
                                                 T.getCanonicalType()),
                                     T);
  return new (R.AST) ParenExpr(E->getBeginLoc(), E->getEndLoc(), Before);
}

/// The statement \p S if it is `if (...) { ...; break; }` without an `else`;
/// null for others.
static const IfStmt *breakingBranch(const Stmt *S) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() ||
      If->isConsteval())
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->body_empty() ? nullptr : Block->body_back();
  return isa_and_nonnull<BreakStmt>(Then) ? If : nullptr;
}

/// What the branch \p If does before it leaves the loop.
static llvm::ArrayRef<Stmt *> beforeBreak(const IfStmt *If) {
  const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
  return Block ? llvm::ArrayRef(Block->body_begin(), Block->size() - 1)
               : llvm::ArrayRef<Stmt *>();
}

namespace {

/// Where a loop's body ends an iteration early, by known conditions. A null
/// condition never holds.
class EarlyEnds {
public:
  EarlyEnds(const TreeMaker &Make, QualType Truth, const Deciders &Known)
      : Make(Make), Known(Known), Truth(Truth), Always(Make.number(1, Truth)) {}

  struct Conditions {
    /// By `break` or `continue`.
    const Expr *Ends = nullptr;
    /// By `break`.
    const Expr *Leaves = nullptr;
  };
  /// Of \p S; none if other things decide about them.
  std::optional<Conditions> of(const Stmt *S) const;

private:
  std::optional<Conditions> ofBranch(const IfStmt *If) const;
  const Expr *both(const Expr *A, const Expr *B) const;
  const Expr *either(const Expr *A, const Expr *B) const;
  const Expr *negated(const Expr *E) const;

  const TreeMaker &Make;
  const Deciders &Known;
  QualType Truth;
  const Expr *Always;
};

} // namespace

const Expr *EarlyEnds::both(const Expr *A, const Expr *B) const {
  if (!A || !B)
    return nullptr;
  return A == Always ? B : B == Always ? A : Make.both(A, B);
}

const Expr *EarlyEnds::either(const Expr *A, const Expr *B) const {
  if (!A || !B)
    return A ? A : B;
  return A == Always || B == Always ? Always : Make.binary(BO_LOr, A, B, Truth);
}

const Expr *EarlyEnds::negated(const Expr *E) const {
  return !E ? Always : E == Always ? nullptr : Make.negation(E);
}

std::optional<EarlyEnds::Conditions>
EarlyEnds::ofBranch(const IfStmt *If) const {
  auto Then = of(If->getThen()), Else = of(If->getElse());
  if (!Then || !Else || !Known.areAllOf(If->getCond()) || If->getInit() ||
      If->getConditionVariable() || If->isConsteval())
    return std::nullopt;
  auto Chosen = [&](const Expr *A, const Expr *B) {
    return either(both(If->getCond(), A), both(negated(If->getCond()), B));
  };
  return Conditions{Chosen(Then->Ends, Else->Ends),
                    Chosen(Then->Leaves, Else->Leaves)};
}

std::optional<EarlyEnds::Conditions> EarlyEnds::of(const Stmt *S) const {
  if (!mayLeave(S))
    return Conditions();
  if (isa<BreakStmt, ContinueStmt>(S))
    return Conditions{Always, isa<BreakStmt>(S) ? Always : nullptr};
  if (const auto *If = dyn_cast<IfStmt>(S))
    return ofBranch(If);
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block)
    return std::nullopt;
  Conditions Result;
  for (const Stmt *Child : Block->body()) {
    auto Next = of(Child);
    if (!Next)
      return std::nullopt;
    Result.Leaves =
        either(Result.Leaves, both(negated(Result.Ends), Next->Leaves));
    Result.Ends = either(Result.Ends, Next->Ends);
  }
  return Result;
}

/// \p S, which ends the iteration where it left the loop.
static const Stmt *withContinue(RegionState &R, const TreeMaker &Make,
                                const Stmt *S) {
  if (!S || !mayBreak(S))
    return S;
  llvm::SmallVector<const Stmt *, 8> Parts;
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getElse())
      Parts.push_back(withContinue(R, Make, If->getElse()));
    return Make.branch(If->getCond(), withContinue(R, Make, If->getThen()),
                       Make.compound(Parts));
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      Parts.push_back(withContinue(R, Make, Child));
    return Make.compound(Parts);
  }
  return new (R.AST) ContinueStmt(S->getBeginLoc());
}

/// The loop's body \p Body that ends the iteration where it left the loop: by
/// an `else` where a branch of it does nothing more.
static CompoundStmt *endingIterations(RegionState &R, const TreeMaker &Make,
                                      llvm::ArrayRef<Stmt *> Body) {
  llvm::SmallVector<const Stmt *, 8> All;
  for (auto [Number, S] : llvm::enumerate(Body)) {
    const IfStmt *If = breakingBranch(S);
    if (!If || llvm::any_of(beforeBreak(If), mayLeave)) {
      All.push_back(withContinue(R, Make, S));
      continue;
    }
    llvm::SmallVector<const Stmt *, 8> Then(beforeBreak(If));
    All.push_back(
        Make.branch(If->getCond(), Make.compound(Then),
                    endingIterations(R, Make, Body.drop_front(Number + 1))));
    break;
  }
  return Make.compound(All);
}

/// The loop \p For, which is left in the middle of its body. That the
/// iteration before was the last one is known from the conditions: only the
/// iterator changes in them.
static const Stmt *leftInTheMiddle(RegionState &R, const ForStmt *For) {
  const auto *Declared = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *Iterator = Declared && Declared->isSingleDecl()
                             ? dyn_cast<VarDecl>(Declared->getSingleDecl())
                             : nullptr;
  QualType T = Iterator ? Iterator->getType() : QualType();
  bool IsCounter = Iterator && Iterator->getInit() && T->isIntegerType() &&
                   !T->isEnumeralType() &&
                   R.AST.getIntWidth(T) >= R.AST.getIntWidth(R.AST.IntTy);
  int64_t Step = IsCounter && For->getInc() && For->getCond()
                     ? constantStep(R, For->getInc(), Iterator)
                     : 0;
  const auto *Block = cast<CompoundStmt>(For->getBody());
  llvm::ArrayRef<Stmt *> Body(Block->body_begin(), Block->size());
  Deciders Known(R, Iterator, Block);
  if (Step == 0 || !Known.areAllOf(Iterator->getInit()))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, For->getSourceRange());
  QualType Truth = R.AST.getLangOpts().CPlusPlus ? R.AST.BoolTy : R.AST.IntTy;
  auto Early = EarlyEnds(Make, Truth, Known).of(Block);
  if (!Early || !Early->Leaves)
    return nullptr;
  const Expr *IsLater =
      Make.binary(Step > 0 ? BO_GT : BO_LT, Make.value(Iterator),
                  Iterator->getInit(), Truth);
  OneStepBefore Before(R, Known, Iterator, Step);
  const Expr *HasEnded = Make.both(IsLater, Before.expression(Early->Leaves));
  if (Before.hasFailed())
    return nullptr;
  return new (R.AST) ForStmt(R.AST, const_cast<Stmt *>(For->getInit()),
                             Make.both(For->getCond(), Make.negation(HasEnded)),
                             nullptr, const_cast<Expr *>(For->getInc()),
                             endingIterations(R, Make, Body), For->getForLoc(),
                             For->getLParenLoc(), For->getRParenLoc());
}

/// The loop \p Loop, the body of which begins with `if (Break) break;`.
static const Stmt *leftAtStart(RegionState &R, const Stmt *Loop,
                               const Expr *Break) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *While = dyn_cast<WhileStmt>(Loop);
  const auto *Body =
      cast<CompoundStmt>(For ? For->getBody() : While->getBody());
  auto IsInteger = [](const VarDecl *Var) {
    return Var->getType()->isIntegerType();
  };
  if (!isBuiltOf(Break, IsInteger))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, Loop->getSourceRange());
  Expr *Cond =
      Make.both(For ? For->getCond() : While->getCond(), Make.negation(Break));
  Stmt *Rest = Make.compound(
      llvm::SmallVector<const Stmt *, 8>(llvm::drop_begin(Body->body())));
  bool HidesIterator = For && isa_and_nonnull<DeclStmt>(For->getInit());
  if (!HidesIterator)
    R.Notes.hideFinalValues(Loop, "a 'break'");
  if (While)
    return WhileStmt::Create(R.AST, nullptr, Cond, Rest, While->getWhileLoc(),
                             While->getLParenLoc(), While->getRParenLoc());
  return new (R.AST)
      ForStmt(R.AST, const_cast<Stmt *>(For->getInit()), Cond, nullptr,
              const_cast<Expr *>(For->getInc()), Rest, For->getForLoc(),
              For->getLParenLoc(), For->getRParenLoc());
}

const Stmt *stevedore::withoutBreak(RegionState &R, const Stmt *Loop) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *While = dyn_cast<WhileStmt>(Loop);
  if (!(For || While) || (While && While->getConditionVariable()))
    return nullptr;
  const auto *Body =
      dyn_cast<CompoundStmt>(For ? For->getBody() : While->getBody());
  if (!Body)
    return nullptr;
  const IfStmt *First =
      Body->body_empty() ? nullptr : breakingBranch(Body->body_front());
  if (First && beforeBreak(First).empty())
    return leftAtStart(R, Loop, First->getCond());
  return For && mayBreak(Body) ? leftInTheMiddle(R, For) : nullptr;
}
