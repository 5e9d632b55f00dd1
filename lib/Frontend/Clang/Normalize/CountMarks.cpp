//===- CountMarks.cpp - Whether something has been counted ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/CountMarks.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "Syntax/TreeRewriter.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Finds the variables that count.
class CountSearch {
public:
  explicit CountSearch(const ASTContext &AST) : AST(AST) {}
  void statement(const Stmt *S);
  /// Whether \p Var counts in a way that has no affine value, and is compared
  /// with zero.
  bool isMarked(const VarDecl *Var) const;
  bool hasMarked() const {
    return llvm::any_of(Counts,
                        [&](const auto &C) { return isMarked(C.first); });
  }

private:
  struct Count {
    /// The loops and conditions around its declaration.
    unsigned NumLoops = 0;
    size_t NumConditions = 0;
    bool IsAsked = false, IsProduct = false, IsOther = false;
  };
  void declaration(const DeclStmt *S);
  void step(const VarDecl *Var);
  void expression(const Stmt *S);

  const ASTContext &AST;
  unsigned NumLoops = 0;
  llvm::SmallVector<const Expr *, 4> Conditions;
  llvm::MapVector<const VarDecl *, Count> Counts;
};

/// Puts questions to marks in the place of comparisons.
class MarkWriter : public TreeRewriter {
public:
  MarkWriter(RegionState &R, const CountSearch &Counts,
             llvm::SmallVectorImpl<const VarDecl *> &Marks)
      : TreeRewriter(R.AST), R(R), Counts(Counts), Marks(Marks) {}
  std::vector<const Stmt *>
  sequence(llvm::ArrayRef<const Stmt *> Statements) override;

protected:
  bool isKept(const Stmt *S) const override;
  Expr *replaced(const Expr *E) override;
  const Stmt *discarded(const Expr *E) override;

private:
  VarDecl *mark(const VarDecl *Var);

  RegionState &R;
  const CountSearch &Counts;
  llvm::SmallVectorImpl<const VarDecl *> &Marks;
};

} // namespace

static bool isNumber(const ASTContext &AST, const Expr *E, bool IsZero) {
  auto Value = E ? constantValue(AST, E) : std::nullopt;
  return Value && (IsZero ? Value->isZero() : Value->isStrictlyPositive());
}

/// The variable that \p E makes larger, as a statement; null for others.
static const VarDecl *grown(const ASTContext &AST, const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementOp() ? variableOf(Unary->getSubExpr()) : nullptr;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && Binary->getOpcode() == BO_AddAssign &&
                 isNumber(AST, Binary->getRHS(), /*IsZero=*/false)
             ? variableOf(Binary->getLHS())
             : nullptr;
}

/// The variable that \p E sets to zero, as a statement; null for others.
static const VarDecl *cleared(const ASTContext &AST, const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary && Binary->getOpcode() == BO_Assign &&
                 isNumber(AST, Binary->getRHS(), /*IsZero=*/true)
             ? variableOf(Binary->getLHS())
             : nullptr;
}

/// The variable that \p E compares with zero, in one of the ways that say
/// whether it is zero if it is not negative; null for others.
static const VarDecl *asked(const ASTContext &AST, const Stmt *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary &&
      llvm::is_contained({BO_EQ, BO_NE, BO_GT}, Binary->getOpcode()) &&
      isNumber(AST, Binary->getRHS(), /*IsZero=*/true))
    return variableOf(Binary->getLHS()->IgnoreParenImpCasts());
  return nullptr;
}

void CountSearch::declaration(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    QualType T = Var->getType();
    bool IsCount = Var->hasLocalStorage() && T->isSignedIntegerType() &&
                   !T.isVolatileQualified() &&
                   AST.getIntWidth(T) >= AST.getIntWidth(AST.IntTy) &&
                   isNumber(AST, Var->getInit(), /*IsZero=*/true);
    if (IsCount)
      Counts[Var] = {NumLoops, Conditions.size()};
    expression(Var->getInit());
  }
}

/// What is counted under a condition that asks for the count, or that data
/// decide about, is followed in another way, or not at all.
void CountSearch::step(const VarDecl *Var) {
  auto Found = Counts.find(Var);
  if (Found == Counts.end())
    return;
  Count &C = Found->second;
  auto IsIndex = [&](const VarDecl *Of) {
    return Of != Var && Of->getType()->isIntegerType();
  };
  auto Inside = llvm::ArrayRef(Conditions).drop_front(C.NumConditions);
  C.IsOther |= !llvm::all_of(
      Inside, [&](const Expr *Cond) { return isBuiltOf(Cond, IsIndex); });
  unsigned Factors = NumLoops - C.NumLoops + (Inside.empty() ? 0 : 1);
  C.IsProduct |= NumLoops > C.NumLoops && Factors > 1;
}

void CountSearch::expression(const Stmt *S) {
  if (!S)
    return;
  if (const VarDecl *Var = asked(AST, S)) {
    if (auto Found = Counts.find(Var); Found != Counts.end())
      Found->second.IsAsked = true;
    return;
  }
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue &&
      isa<DeclRefExpr>(Cast->getSubExpr()))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      if (auto Found = Counts.find(Var); Found != Counts.end())
        Found->second.IsOther = true;
  for (const Stmt *Child : S->children())
    expression(Child);
}

void CountSearch::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    const Expr *Plain = withoutWrappers(E);
    if (const VarDecl *Var = grown(AST, Plain))
      return step(Var);
    return cleared(AST, Plain) ? void() : expression(E);
  }
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    return declaration(Declaration);
  if (isa<CompoundStmt>(S)) {
    for (const Stmt *Part : S->children())
      statement(Part);
    return;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  llvm::SmallVector<const Stmt *, 2> Bodies;
  if (If)
    Bodies = {If->getThen(), If->getElse()};
  else if (const auto *For = dyn_cast<ForStmt>(S))
    Bodies = {For->getBody()};
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    Bodies = {While->getBody()};
  else if (const auto *Do = dyn_cast<DoStmt>(S))
    Bodies = {Do->getBody()};
  NumLoops += !If && !Bodies.empty();
  if (If)
    Conditions.push_back(If->getCond());
  for (const Stmt *Part : S->children())
    llvm::is_contained(Bodies, Part) ? statement(Part) : expression(Part);
  if (If)
    Conditions.pop_back();
  NumLoops -= !If && !Bodies.empty();
}

bool CountSearch::isMarked(const VarDecl *Var) const {
  auto Found = Counts.find(Var);
  return Found != Counts.end() && Found->second.IsAsked &&
         Found->second.IsProduct && !Found->second.IsOther;
}

/// Values of a count stay.
bool MarkWriter::isKept(const Stmt *S) const {
  if (!S)
    return true;
  const auto *E = dyn_cast<Expr>(S);
  for (const VarDecl *Var : {asked(R.AST, S), E ? grown(R.AST, E) : nullptr,
                             E ? cleared(R.AST, E) : nullptr})
    if (Var && Counts.isMarked(Var))
      return false;
  const auto *Declaration = dyn_cast<DeclStmt>(S);
  bool Declares =
      Declaration && llvm::any_of(Declaration->decls(), [&](const Decl *D) {
        const auto *Var = dyn_cast<VarDecl>(D);
        return Var && Counts.isMarked(Var);
      });
  return !Declares && llvm::all_of(S->children(), [&](const Stmt *Part) {
    return isKept(Part);
  });
}

VarDecl *MarkWriter::mark(const VarDecl *Var) {
  return R.standIn(Var, Var->getNameAsString() + "_any", R.AST.IntTy);
}

Expr *MarkWriter::replaced(const Expr *E) {
  const VarDecl *Var = asked(R.AST, E);
  if (!Var || !Counts.isMarked(Var))
    return nullptr;
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  return Make.binary(cast<BinaryOperator>(E)->getOpcode(),
                     Make.value(mark(Var)), Make.number(0, R.AST.IntTy),
                     E->getType());
}

const Stmt *MarkWriter::discarded(const Expr *E) {
  const Expr *Plain = withoutWrappers(E);
  const VarDecl *Grown = grown(R.AST, Plain);
  const VarDecl *Var = Grown ? Grown : cleared(R.AST, Plain);
  if (!Var || !Counts.isMarked(Var))
    return TreeRewriter::discarded(E);
  TreeMaker Make(R.AST, R.Code.Function, E->getSourceRange());
  const VarDecl *Mark = mark(Var);
  return Make.compound(
      {E, Make.binary(BO_Assign, Make.lvalue(Mark),
                      Make.number(Grown ? 1 : 0, R.AST.IntTy), R.AST.IntTy)});
}

std::vector<const Stmt *>
MarkWriter::sequence(llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<const Stmt *> Result;
  for (const Stmt *S : Statements) {
    Result.push_back(statement(S));
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    if (!Declaration)
      continue;
    for (const Decl *D : Declaration->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !Counts.isMarked(Var))
        continue;
      TreeMaker Make(R.AST, R.Code.Function, Var->getSourceRange());
      mark(Var)->setInit(Make.number(0, R.AST.IntTy));
      Marks.push_back(mark(Var));
      Result.push_back(Make.declaration(mark(Var)));
    }
  }
  return Result;
}

std::vector<const Stmt *>
stevedore::withMarks(RegionState &R, std::vector<const Stmt *> Statements,
                     llvm::SmallVectorImpl<const VarDecl *> &Marks) {
  CountSearch Counts(R.AST);
  for (const Stmt *S : Statements)
    Counts.statement(S);
  if (!Counts.hasMarked())
    return Statements;
  MarkWriter Writer(R, Counts, Marks);
  std::vector<const Stmt *> Result = Writer.sequence(Statements);
  if (!Writer.hasFailed())
    return Result;
  Marks.clear();
  return Statements;
}
