//===- References.cpp - Accesses to elements of arrays --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "File/References.h"
#include "Expression/Places.h"
#include "Expression/Subscripts.h"
#include "Flow/IndexVariables.h"
#include "Flow/StatementWalk.h"
#include "Syntax/Containers.h"
#include "Syntax/Control.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace stevedore;

namespace {

/// Visits references from the outside in.
class ReferenceFinder {
public:
  ReferenceFinder(const ASTContext &AST,
                  llvm::function_ref<void(const Expr *)> Visit,
                  llvm::function_ref<void(const CompoundStmt *)> Inner)
      : AST(AST), Visit(Visit), Inner(Inner) {}
  void search(const Stmt *S);

private:
  bool isElement(const Expr *E) const;
  void searchPlace(const Expr *E);
  void searchPointer(const Expr *E);

  const ASTContext &AST;
  llvm::function_ref<void(const Expr *)> Visit;
  llvm::function_ref<void(const CompoundStmt *)> Inner;
};

/// Looks for affine subscripts in one statement. Goes on where the model of a
/// region would be given up.
class ReferenceSurvey : public StatementWalk {
public:
  ReferenceSurvey(RegionState &R, ReferenceSet &Affine)
      : StatementWalk(R), Affine(Affine) {}
  llvm::Error statement(const Stmt *S, const Nest &N) override;

private:
  llvm::Error branch(const IfStmt *S, const Nest &N) override;
  llvm::Error declaration(const DeclStmt *S, const Nest &N) override;
  llvm::Error expression(const Expr *E, const Nest &N) override;
  llvm::Error other(const Stmt *S, const Nest &N) override;
  llvm::Error unknown(const Stmt *S, const Nest &N, llvm::Error Why) override;
  llvm::Error inside(const LoopHeader &H, const Nest &N,
                     const Nest &Inner) override;
  void references(const Stmt *S, const Nest &N);
  void pass(const Stmt *S, const Nest &N) { llvm::cantFail(statement(S, N)); }
  void parts(const Stmt *S, const Nest &N);
  bool isAffine(const Expr *E, const Nest &N);
  bool isLinear(const Subscript &S, const Nest &N);

  ReferenceSet &Affine;
};

} // namespace

/// An element of a container may be an array of its own.
static bool isContainerElement(const ASTContext &AST, const Expr *E) {
  auto Call = containerCall(AST, E);
  return Call && Call->K == ContainerCall::Element;
}

bool ReferenceFinder::isElement(const Expr *E) const {
  if (E->getType()->isArrayType() || E->getType()->isFunctionType())
    return false;
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return !Subscript->getBase()->getType()->isVectorType();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return (Unary && Unary->getOpcode() == UO_Deref) ||
         isContainerElement(AST, E);
}

void ReferenceFinder::search(const Stmt *S) {
  if (!S ||
      isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, LambdaExpr>(
          S))
    return;
  if (const auto *Block = dyn_cast<StmtExpr>(S))
    return Inner(Block->getSubStmt());
  const auto *E = dyn_cast<Expr>(S);
  if (E && isElement(E)) {
    Visit(E);
    return searchPlace(E);
  }
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  if (Unary && Unary->getOpcode() == UO_AddrOf)
    return searchPlace(Unary->getSubExpr());
  if (const Expr *Array = E ? decayedArray(E) : nullptr)
    return searchPlace(Array);
  for (const Stmt *Child : S->children())
    search(Child);
}

/// Searches an lvalue that is part of a reference, or not accessed at all.
void ReferenceFinder::searchPlace(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (Cast && Cast->isLValue())
    return searchPlace(Cast->getSubExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    searchPointer(Subscript->getBase());
    return search(Subscript->getIdx());
  }
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  if (Unary && Unary->getOpcode() == UO_Deref)
    return searchPointer(Unary->getSubExpr());
  if (isContainerElement(AST, E)) {
    auto Call = containerCall(AST, E);
    searchPlace(Call->Object);
    return search(Call->Index);
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (Member && !Member->isArrow())
    return searchPlace(Member->getBase());
  for (const Stmt *Child : E->children())
    search(Child);
}

void ReferenceFinder::searchPointer(const Expr *E) {
  if (const Expr *Array = decayedArray(E))
    return searchPlace(Array);
  search(E);
}

void stevedore::forEachReference(
    const ASTContext &AST, const Stmt *S,
    llvm::function_ref<void(const Expr *)> Visit,
    llvm::function_ref<void(const CompoundStmt *)> Inner) {
  ReferenceFinder(AST, Visit, Inner).search(S);
}

/// As delinearize() reads a region's accesses, for one of them.
bool ReferenceSurvey::isLinear(const Subscript &S, const Nest &N) {
  std::optional<LinearShape> Shape = findLinearShape({&S});
  if (!Shape)
    return false;
  std::map<std::string, isl::pw_aff> Sizes;
  for (const std::string &Key : Shape->Sizes)
    Sizes[Key] = sizeOver(R.Notes.Factors[Key], N.Domain);
  isl::set Domain = N.Domain.intersect_params(R.Model.Program.Context);
  return delinearize(
             S, *Shape, Domain, Sizes,
             [&](const isl::set &Bad) { return R.exclude(Bad, Domain, true); })
      .has_value();
}

bool ReferenceSurvey::isAffine(const Expr *E, const Nest &N) {
  auto P = llvm::expectedToOptional(locate(R, E));
  if (!P)
    return false;
  return llvm::all_of(P->Subscripts, [&](const Expr *Index) {
    if (!Index)
      return true;
    AffineBuilder Builder(R, N, "subscript", Index);
    auto S = llvm::expectedToOptional(readSubscript(
        Builder, Index, P->Subscripts.size() == 1, R.Notes.Factors));
    return S && !llvm::errorToBool(Builder.discharge(N.Domain)) &&
           (S->isAffine() || isLinear(*S, N));
  });
}

/// \p S, which is evaluated as a whole: the order of its parts is not known.
void ReferenceSurvey::references(const Stmt *S, const Nest &N) {
  forEachReference(
      R.AST, S,
      [&](const Expr *E) {
        if (!Affine.contains(E) && isAffine(E, N))
          Affine.insert(E);
      },
      [&](const CompoundStmt *Block) {
        forgetWritten(R, Block);
        pass(Block, N);
        forgetWritten(R, Block);
      });
}

/// The values of index variables are followed as in a region.
llvm::Error ReferenceSurvey::declaration(const DeclStmt *S, const Nest &N) {
  for (const Decl *D : S->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const Expr *Init = Var ? R.Form.initOf(Var) : nullptr;
    if (!Init)
      continue;
    references(Init, N);
    forgetWritten(R, Init);
    if (!R.Form.IndexVariables.contains(Var))
      continue;
    R.Point.IndexValues.erase(Var);
    if (std::optional<IndexValue> Value = indexValue(R, Var, Init, N))
      R.Point.IndexValues[Var] = *Value;
  }
  return llvm::Error::success();
}

/// A branch, whatever decides about it.
llvm::Error ReferenceSurvey::branch(const IfStmt *S, const Nest &N) {
  parts(S->getInit(), N);
  references(S->getCond(), N);
  forgetWritten(R, S);
  Nest Then = N, Else = N;
  AffineBuilder Builder(R, N, "condition", S->getCond());
  std::optional<isl::set> Holds;
  if (!S->getCond()->HasSideEffects(R.AST))
    Holds = llvm::expectedToOptional(Builder.condition(S->getCond()));
  if (Holds && !llvm::errorToBool(Builder.discharge(N.Domain))) {
    Then.Domain = coalesced(N.Domain.intersect(*Holds));
    Else.Domain = coalesced(N.Domain.subtract(*Holds));
  }
  IndexMap Before = R.Point.IndexValues;
  pass(S->getThen(), Then);
  R.Point.IndexValues = Before;
  pass(S->getElse(), Else);
  R.Point.IndexValues = std::move(Before);
  return llvm::Error::success();
}

/// A loop without a model changes variables in ways that are not known.
llvm::Error ReferenceSurvey::unknown(const Stmt *S, const Nest &N,
                                     llvm::Error Why) {
  llvm::consumeError(std::move(Why));
  forgetWritten(R, S);
  parts(S, N);
  forgetWritten(R, S);
  return llvm::Error::success();
}

llvm::Error ReferenceSurvey::inside(const LoopHeader &H, const Nest &N,
                                    const Nest &Inner) {
  if (const auto *For = dyn_cast<ForStmt>(H.Loop))
    parts(For->getInit(), N);
  references(H.Cond, Inner);
  for (const Stmt *Part : H.Body)
    pass(Part, Inner);
  return llvm::Error::success();
}

void ReferenceSurvey::parts(const Stmt *S, const Nest &N) {
  if (!S)
    return;
  if (isa<Expr, DeclStmt>(S))
    return pass(S, N);
  for (const Stmt *Part : partsOf(S))
    pass(Part, N);
}

llvm::Error ReferenceSurvey::expression(const Expr *E, const Nest &N) {
  IndexEffect Effect = indexEffect(R, E, N);
  forgetChanged(R, Effect);
  R.Notes.Steps.insert(Effect.Steps.begin(), Effect.Steps.end());
  references(E, N);
  applyEffect(R, Effect);
  return llvm::Error::success();
}

llvm::Error ReferenceSurvey::other(const Stmt *S, const Nest &N) {
  if (isa<SwitchCase, LabelStmt>(S))
    R.Point.IndexValues.clear();
  parts(S, N);
  return llvm::Error::success();
}

llvm::Error ReferenceSurvey::statement(const Stmt *S, const Nest &N) {
  if (!S)
    return llvm::Error::success();
  S = withoutAttributes(withoutDirectives(S));
  return isa<LabelStmt>(S) ? other(S, N) : StatementWalk::statement(S, N);
}

unsigned long stevedore::findAffineReferences(
    ASTContext &AST, const ScopPragmas &Pragmas, const FunctionDecl *F,
    const FunctionFacts &Facts, const Stmt *S, const BudgetLimits &Limits,
    ReferenceSet &Affine) {
  IslContext Ctx;
  const SourceManager &SM = AST.getSourceManager();
  RegionCode Code = {AST, F, Facts, S, {}, Pragmas};
  Code.BeginOffset = SM.getFileOffset(SM.getExpansionLoc(S->getBeginLoc()));
  Code.EndOffset = SM.getFileOffset(SM.getExpansionLoc(S->getEndLoc()));
  RegionState R(Code, Ctx);
  Budget Limit(R.Ctx, Limits);
  collectIterators(R, S);
  for (const VarDecl *Iterator : R.Form.AllIterators)
    R.reserveDimensionName(Iterator->getNameAsString());
  // Pointers and counters stay as they are.
  llvm::consumeError(findIndexVariables(R));
  ReferenceSet Found;
  llvm::cantFail(
      ReferenceSurvey(R, Found).statement(S, Nest::outermost(R.Ctx)));
  if (!Limit.exhausted())
    Affine.insert(Found.begin(), Found.end());
  return islOperations(R.Ctx.get());
}
