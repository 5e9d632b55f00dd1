//===- Switches.cpp - Branches in place of switch statements --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Normalize/Switches.h"
#include "Facts/VariableFacts.h"
#include "Syntax/CallValues.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "Syntax/TreeMaker.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

namespace {

/// What follows some labels, up to the next ones.
struct Section {
  llvm::SmallVector<const CaseStmt *, 2> Cases;
  bool IsDefault = false;
  llvm::SmallVector<const Stmt *, 4> Body;
  /// Whether it ends with `break`.
  bool Ends = false;
};

/// Takes one statement apart.
class Sections {
public:
  Sections(ASTContext &AST, const FunctionDecl *Caller, const SwitchStmt *S)
      : AST(AST), Caller(Caller), S(S) {}
  const Stmt *branches();

private:
  bool collect();
  bool add(const Stmt *Part);
  bool isFixed(const Expr *E) const;
  const Expr *test(llvm::ArrayRef<const Section *> Of) const;
  const Stmt *chain() const;
  const Stmt *separate() const;

  ASTContext &AST;
  const FunctionDecl *Caller;
  const SwitchStmt *S;
  std::vector<Section> All;
};

} // namespace

/// Adds a statement of the body. A `break` ends a section at its end only,
/// which may be that of a block.
bool Sections::add(const Stmt *Part) {
  if (const auto *Label = dyn_cast<SwitchCase>(Part)) {
    if (All.empty() || !All.back().Body.empty() || All.back().Ends)
      All.emplace_back();
    const auto *Case = dyn_cast<CaseStmt>(Label);
    if (Case && Case->caseStmtIsGNURange())
      return false;
    if (Case)
      All.back().Cases.push_back(Case);
    else
      All.back().IsDefault = true;
    return add(Label->getSubStmt());
  }
  if (All.empty() || All.back().Ends || isa<DeclStmt>(Part))
    return false;
  if (isa<BreakStmt>(Part)) {
    All.back().Ends = true;
    return true;
  }
  const auto *Block = dyn_cast<CompoundStmt>(Part);
  if (Block && !Block->body_empty() && isa<BreakStmt>(Block->body_back())) {
    All.back().Ends = true;
    Part = TreeMaker(AST, Caller, Block->getSourceRange())
               .compound(llvm::SmallVector<const Stmt *, 8>(
                   llvm::drop_end(Block->body())));
  }
  All.back().Body.push_back(Part);
  return !mayBreak(Part);
}

/// Whether all labels of the statement begin sections.
bool Sections::collect() {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body || S->getInit() || S->getConditionVariable() ||
      S->getCond()->HasSideEffects(AST))
    return false;
  for (const Stmt *Part : Body->body())
    if (!add(Part))
      return false;
  size_t Labels = 0, Known = 0;
  for (const SwitchCase *L = S->getSwitchCaseList(); L;
       L = L->getNextSwitchCase())
    ++Labels;
  for (const Section &Part : All)
    Known += Part.Cases.size() + Part.IsDefault;
  return Labels == Known && !All.empty();
}

/// Whether nothing in the statement changes what \p E is built of.
bool Sections::isFixed(const Expr *E) const {
  VariableFacts Facts;
  Facts.scan(S->getBody());
  return isBuiltOf(E, [&](const VarDecl *Var) {
    return Var->getType()->isIntegerType() && Var->hasLocalStorage() &&
           !Facts.isWritten(Var) && !Facts.isAddressTaken(Var);
  });
}

/// Whether control enters the switch by a label of \p Of; null: in any case,
/// but for the labels of others where one of them is `default`.
const Expr *Sections::test(llvm::ArrayRef<const Section *> Of) const {
  TreeMaker Make(AST, Caller, S->getCond()->getSourceRange());
  bool HasDefault =
      llvm::any_of(Of, [](const Section *Part) { return Part->IsDefault; });
  QualType Truth = AST.getLangOpts().CPlusPlus ? AST.BoolTy : AST.IntTy;
  const Expr *Value = grouped(AST, const_cast<Expr *>(S->getCond()));
  const Expr *Result = nullptr;
  for (const Section &Part : All) {
    if (llvm::is_contained(Of, &Part) == HasDefault)
      continue;
    for (const CaseStmt *Case : Part.Cases) {
      const Expr *Own =
          Make.binary(HasDefault ? BO_NE : BO_EQ, Value, Case->getLHS(), Truth);
      Result = Result ? Make.binary(HasDefault ? BO_LAnd : BO_LOr, Result, Own,
                                    Truth)
                      : Own;
    }
  }
  return Result;
}

/// `if (e == 0) ... else if (e == 1) ... else ...`, where each section ends
/// with `break`.
const Stmt *Sections::chain() const {
  TreeMaker Make(AST, Caller, S->getSourceRange());
  const CompoundStmt *Rest = Make.compound({});
  for (const Section &Part : All)
    if (Part.IsDefault)
      Rest = Make.compound(Part.Body);
  for (const Section &Part : llvm::reverse(All))
    if (!Part.IsDefault)
      Rest = Make.compound(
          {Make.branch(test(&Part), Make.compound(Part.Body), Rest)});
  return Rest;
}

/// `if (e == 0) ... if (e == 0 || e == 1) ...`, where sections are entered from
/// those before them.
const Stmt *Sections::separate() const {
  TreeMaker Make(AST, Caller, S->getSourceRange());
  llvm::SmallVector<const Stmt *, 4> Result;
  llvm::SmallVector<const Section *, 4> Entered;
  for (const Section &Part : All) {
    Entered.push_back(&Part);
    const Expr *Cond = test(Entered);
    const Stmt *Body = Make.compound(Part.Body);
    Result.push_back(Cond ? Make.branch(Cond, Body, Make.compound({})) : Body);
    if (Part.Ends)
      Entered.clear();
  }
  return Make.compound(Result);
}

const Stmt *Sections::branches() {
  bool IsOfIntegers = isFixed(S->getCond());
  if ((!IsOfIntegers && !hasLoop(S)) || !collect())
    return nullptr;
  bool AllEnd = llvm::all_of(llvm::drop_end(All),
                             [](const Section &Part) { return Part.Ends; });
  if (AllEnd)
    return chain();
  return IsOfIntegers ? separate() : nullptr;
}

const Stmt *stevedore::asBranches(ASTContext &AST, const FunctionDecl *Caller,
                                  const SwitchStmt *S) {
  return Sections(AST, Caller, S).branches();
}
