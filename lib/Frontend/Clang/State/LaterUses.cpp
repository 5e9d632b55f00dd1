//===- LaterUses.cpp - What the function reads behind a region ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters and pointers of C have one life after the other. From the end of a
// region all ways through the function are followed, statement by statement:
// behind the region in its block, behind the statements around it, and once
// more through the loops around it. The answer on one way is that the variable
// is read first, that it is written first or the function ends, or neither.
//
//===----------------------------------------------------------------------===//

#include "State/Unseen.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// What happens to a variable first.
enum class FirstUse { None, Read, Written };

/// Looks for what happens to one variable in statements.
class UseFinder {
public:
  explicit UseFinder(const VarDecl *Var) : Var(Var) {}
  FirstUse in(const Stmt *S);
  FirstUse inSequence(llvm::ArrayRef<const Stmt *> Statements);
  /// `break` or `continue` has gone to what is not among the statements.
  bool MayLeave = false;

private:
  FirstUse expression(const Expr *E) const;
  FirstUse branch(const IfStmt *S);
  FirstUse loop(const Stmt *S);
  FirstUse mentioned(const Stmt *S) const;

  const VarDecl *Var;
};

} // namespace

FirstUse UseFinder::mentioned(const Stmt *S) const {
  return mentions(S, Var) ? FirstUse::Read : FirstUse::None;
}

FirstUse UseFinder::inSequence(llvm::ArrayRef<const Stmt *> Statements) {
  for (const Stmt *S : Statements)
    if (FirstUse Use = in(S); Use != FirstUse::None)
      return Use;
  return FirstUse::None;
}

FirstUse UseFinder::expression(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return expression(Full->getSubExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->getOpcode() == BO_Comma) {
    FirstUse Left = expression(Binary->getLHS());
    return Left == FirstUse::None ? expression(Binary->getRHS()) : Left;
  }
  if (Binary && Binary->getOpcode() == BO_Assign) {
    const auto *To = dyn_cast<DeclRefExpr>(Binary->getLHS()->IgnoreParens());
    FirstUse Value = expression(Binary->getRHS());
    if (To && To->getDecl() == Var && Value == FirstUse::None)
      return FirstUse::Written;
  }
  return mentioned(E);
}

FirstUse UseFinder::branch(const IfStmt *S) {
  FirstUse Head = inSequence(
      {S->getInit(), S->getConditionVariableDeclStmt(), S->getCond()});
  if (Head != FirstUse::None)
    return Head;
  FirstUse Then = in(S->getThen()), Else = in(S->getElse());
  if (Then == FirstUse::Read || Else == FirstUse::Read)
    return FirstUse::Read;
  return Then == Else ? Then : FirstUse::None;
}

/// A body that begins to be executed may end early; of a `for` or `while` loop
/// it may not be executed at all.
FirstUse UseFinder::loop(const Stmt *S) {
  UseFinder Inside(Var);
  const auto *For = dyn_cast<ForStmt>(S);
  if (For)
    if (FirstUse Init = in(For->getInit()); Init != FirstUse::None)
      return Init;
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    FirstUse Body = Inside.in(Do->getBody());
    if (Body == FirstUse::Read ||
        (Body == FirstUse::Written && !Inside.MayLeave))
      return Body;
    return mentioned(Do->getCond());
  }
  const auto *While = dyn_cast<WhileStmt>(S);
  if (For ? For->getConditionVariable() : While->getConditionVariable())
    return mentioned(S);
  const Expr *Cond = For ? For->getCond() : While->getCond();
  if (FirstUse Test = Cond ? in(Cond) : FirstUse::None; Test != FirstUse::None)
    return Test;
  FirstUse Body = Inside.in(For ? For->getBody() : While->getBody());
  bool IsPassed = Body == FirstUse::None || Inside.MayLeave;
  if (Body == FirstUse::Read ||
      (For && IsPassed && mentions(For->getInc(), Var)))
    return FirstUse::Read;
  return FirstUse::None;
}

/// Whether `break` or `continue` in \p S is for a loop or `switch` around it.
static bool mayGoOut(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return false;
  return isa<BreakStmt, ContinueStmt>(S) ||
         llvm::any_of(S->children(), mayGoOut);
}

FirstUse UseFinder::in(const Stmt *S) {
  MayLeave |= mayGoOut(S);
  if (!S)
    return FirstUse::None;
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E);
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return inSequence(llvm::SmallVector<const Stmt *, 8>(Block->body()));
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(If);
  if (isa<ForStmt, WhileStmt, DoStmt>(S))
    return loop(S);
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return in(Attributed->getSubStmt());
  FirstUse Any = mentioned(S);
  bool GoesAway = isa<ReturnStmt, BreakStmt, ContinueStmt>(S);
  return GoesAway && Any == FirstUse::None ? FirstUse::Written : Any;
}

/// Whether \p Declared is a statement that declares \p Var.
static bool isDeclarationOf(const Stmt *Declared, const VarDecl *Var) {
  const auto *Declaration = dyn_cast<DeclStmt>(Declared);
  return Declaration && llvm::is_contained(Declaration->decls(), Var);
}

/// What happens to \p Var first behind the \p Length statements of one block
/// that begin with the last one of \p Way; nothing if neither on the ways
/// through the first one of \p Way, which are left then.
static FirstUse behind(llvm::SmallVectorImpl<const Stmt *> &Way, size_t Length,
                       const VarDecl *Var) {
  bool Leaves = false;
  for (; Way.size() > 1; Length = 1) {
    const Stmt *Inner = Way.pop_back_val(), *Around = Way.back();
    UseFinder Finder(Var);
    FirstUse Use = FirstUse::None;
    bool IsAnew = false;
    if (const auto *Block = dyn_cast<CompoundStmt>(Around)) {
      llvm::SmallVector<const Stmt *, 16> Rest(Block->body());
      auto At = llvm::find(Rest, Inner);
      IsAnew = std::any_of(Rest.begin(), At, [&](const Stmt *Before) {
        return isDeclarationOf(Before, Var);
      });
      size_t Passed = At - Rest.begin() + Length;
      Use = Finder.inSequence(llvm::ArrayRef(Rest).drop_front(Passed));
    } else if (isa<ForStmt, WhileStmt, DoStmt>(Around)) {
      const auto *For = dyn_cast<ForStmt>(Around);
      llvm::SmallVector<const Stmt *, 3> Again;
      if (For)
        Again = {For->getInc(), For->getCond(), For->getBody()};
      else if (const auto *While = dyn_cast<WhileStmt>(Around))
        Again = {While->getCond(), While->getBody()};
      else
        Again = {cast<DoStmt>(Around)->getCond(),
                 cast<DoStmt>(Around)->getBody()};
      if (Finder.inSequence(Again) == FirstUse::Read)
        return FirstUse::Read;
      Leaves = Finder.MayLeave = false;
      IsAnew = For && For->getInit() && isDeclarationOf(For->getInit(), Var);
    } else if (!isa<IfStmt, AttributedStmt>(Around)) {
      return FirstUse::Read;
    }
    if (Use == FirstUse::Read)
      return Use;
    Leaves |= Finder.MayLeave;
    if (IsAnew || (Use == FirstUse::Written && !Leaves))
      return FirstUse::Written;
  }
  return FirstUse::None;
}

/// Whether what handles exceptions around the last statement of \p Way knows
/// \p Var: it is not declared behind a `try` on the way.
static bool isKnownToHandlers(llvm::ArrayRef<const Stmt *> Way,
                              const VarDecl *Var) {
  bool IsInside = false;
  for (const Stmt *S : Way) {
    IsInside |= isa<CXXTryStmt, SEHTryStmt>(S);
    if (IsInside && llvm::any_of(S->children(), [&](const Stmt *Part) {
          return Part && isDeclarationOf(Part, Var);
        }))
      return false;
  }
  return IsInside;
}

bool stevedore::isWrittenFirstAfter(const RegionState &R, const VarDecl *Var) {
  llvm::SmallVector<const Stmt *, 16> Way;
  llvm::ArrayRef<const Stmt *> Region = R.Code.Statements;
  return findPath(R.Code.Function->getBody(), Region.front(), Way) &&
         !isKnownToHandlers(Way, Var) &&
         behind(Way, Region.size(), Var) != FirstUse::Read;
}

/// Whether \p Var, which the region changes, may be read behind it.
static bool isReadBehindRegion(const RegionState &R, const VarDecl *Var) {
  const MovedVariable *Moved = R.Form.movedBy(Var);
  return Moved
             ? !R.isDeclaredInRegion(Moved->Var) && !isDeadAfter(R, Moved->Var)
             : !R.Form.IndexOnly.contains(Var) ||
                   llvm::any_of(R.Form.Turns, [&](const PointerTurn &Turn) {
                     return Turn.Counter == Var;
                   });
}

/// Whether \p Var may be read behind \p Loop before it is written.
static bool isReadBehind(const RegionState &R, const Stmt *Loop,
                         const VarDecl *Var) {
  llvm::ArrayRef<const Stmt *> Rest = R.Form.Statements;
  llvm::SmallVector<const Stmt *, 16> Way;
  while (!Rest.empty() && !findPath(Rest.front(), Loop, Way))
    Rest = Rest.drop_front();
  if (Rest.empty())
    return true;
  UseFinder Finder(Var);
  FirstUse Use = behind(Way, 1, Var);
  if (Use == FirstUse::None)
    Use = Finder.inSequence(Rest.drop_front());
  return Use == FirstUse::None ? isReadBehindRegion(R, Var)
                               : Use == FirstUse::Read;
}

CarriedUse stevedore::carriedUse(const RegionState &R, const Stmt *Loop,
                                 llvm::ArrayRef<const Stmt *> Body,
                                 const VarDecl *Var) {
  UseFinder Finder(Var);
  FirstUse First = Finder.inSequence(Body);
  bool MayPass = First == FirstUse::None || Finder.MayLeave;
  if (MayPass && First != FirstUse::Read &&
      llvm::any_of(Loop->children(), [&](const Stmt *Part) {
        return isa_and_nonnull<Expr>(Part) && mentions(Part, Var);
      }))
    First = FirstUse::Read;
  CarriedUse Result;
  Result.IsReadBehind = isReadBehind(R, Loop, Var);
  Result.IsReadAtStart =
      First == FirstUse::Read || (MayPass && Result.IsReadBehind);
  return Result;
}
