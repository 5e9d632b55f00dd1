//===- Accesses.cpp - The elements that a statement accesses -------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Ranges.h"
#include "Facts/VariableFacts.h"
#include "Flow/IndexVariables.h"
#include "Normalize/BlockChecks.h"
#include "Statements/StatementBuilder.h"
#include "stevedore/Support/AffineForm.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace stevedore;

llvm::Error StatementBuilder::subscripts(const Place &P, PendingAccess &A,
                                         const Evaluation &At) {
  unsigned First = P.numSelecting();
  for (const Expr *Index : P.Subscripts) {
    bool IsTurn = First && A.Subscripts.empty();
    bool IsLinear = P.Subscripts.size() == First + 1 && !IsTurn;
    if (A.GivenFrom && A.Subscripts.size() >= *A.GivenFrom) {
      if (llvm::Error Why = givenSubscript(Index, A, At))
        return Why;
      continue;
    }
    if (!Index) {
      isl::set Everywhere = isl::set::universe(N.Domain.space());
      isl::pw_aff Zero = isl::pw_aff(Everywhere, isl::val(R.Ctx, 0));
      A.Subscripts.push_back({{{{}, Zero}}, R.AST.IntTy});
      continue;
    }
    AffineBuilder Builder(R, N, "subscript", Index);
    auto S = readSubscript(Builder, Index, IsLinear, R.Notes.Factors);
    if (!S && IsTurn && P.Turn) {
      llvm::consumeError(S.takeError());
      return R.reject(RejectReason::PointerModified, P.Element->getExprLoc(),
                      {P.Turn->Pointers.front()->getNameAsString()});
    }
    llvm::Error Why =
        S ? Builder.discharge(N.Domain.intersect(At.Guard)) : S.takeError();
    if (!Why)
      A.Subscripts.push_back(std::move(*S));
    else if (IsTurn)
      return Why;
    else if (llvm::Error Last =
                 chosen(Index, A, At, takeRejection(std::move(Why))))
      return Last;
  }
  return llvm::Error::success();
}

/// The subscript \p Index is not affine for the reason \p Why: data choose it.
/// The new text may have it several times, so that it must not change anything.
llvm::Error StatementBuilder::chosen(const Expr *Index, PendingAccess &A,
                                     const Evaluation &At, Rejection Why) {
  if (Index->HasSideEffects(R.AST, false) ||
      isFor(Why, RejectReason::TooComplex) ||
      llvm::errorToBool(value(Index, At)))
    return rejected(std::move(Why));
  Subscript S;
  S.Type = Index->getType();
  S.Chosen = Index;
  S.Range = rangeOf(R, N, Index);
  S.Stated = rangeOf(R, N, Index, true);
  VariableFacts Uses;
  Uses.scan(Index);
  bool UsesOwn = llvm::any_of(R.Notes.Own, [&](const VarDecl *Var) {
    return !Uses.use(Var).Mentions.empty();
  });
  if (!UsesOwn && (S.Stated.Low.is_null() || S.Stated.High.is_null()))
    A.WhyChosen = std::move(Why);
  A.Subscripts.push_back(std::move(S));
  return llvm::Error::success();
}

/// What belongs to one instance of the statement has no place in the model, but
/// its subscripts may be read from memory.
llvm::Error StatementBuilder::own(const Place &P, const Evaluation &At) {
  for (const Expr *Index :
       llvm::concat<const Expr *const>(P.Subscripts, P.Inner))
    if (Index)
      if (llvm::Error Why = value(Index, At))
        return Why;
  return llvm::Error::success();
}

/// What the index variable \p Var holds, over the iterators, stands for \p E.
llvm::Error StatementBuilder::index(const DeclRefExpr *E, const VarDecl *Var) {
  std::optional<isl::pw_aff> Value;
  if (!IsOpaque && R.Point.Guards.empty())
    Value = valueIfAffine(R, N, E);
  if (Value)
    *Value = Value->gist(N.Domain);
  if (!Value || !Value->isa_aff().is_true())
    return R.decide(Var);
  isl::aff A = Value->as_aff();
  unsigned NumParameters = countOf(isl_aff_dim(A.get(), isl_dim_param)),
           NumTerms = N.depth() + NumParameters;
  auto Form = toRationalForm(
      A, {{isl_dim_in, N.depth()},
          {isl_dim_param, NumParameters},
          {isl_dim_div, countOf(isl_aff_dim(A.get(), isl_dim_div))}});
  bool IsSum = Form && Form->Denominator == 1 &&
               llvm::all_of(llvm::drop_begin(Form->Coefficients, NumTerms),
                            [](int64_t Of) { return Of == 0; });
  if (!IsSum)
    return R.decide(Var);
  R.useEntryValues(*Value);
  std::vector<int64_t> Row = std::move(Form->Coefficients);
  Row.resize(NumTerms);
  Row.push_back(Form->Constant);
  std::vector<std::string> Parameters;
  for (unsigned K = 0; K < NumParameters; ++K)
    Parameters.push_back(R.Model.Source.parameter(
        {isl_aff_get_dim_name(A.get(), isl_dim_param, K)}));
  appendForm(Map.Values[E], R.typeText(Var->getType().getUnqualifiedType()),
             Row, Parameters);
  return llvm::Error::success();
}

/// An error if what \p E denotes, \p P, is no element that may be accessed so.
llvm::Error StatementBuilder::checkPlace(const Place &P, const Expr *E,
                                         bool Reads, bool Writes,
                                         const GivenPointer *To) {
  const auto *Var = dyn_cast_or_null<VarDecl>(P.Root);
  if (Var && Writes && llvm::is_contained(R.Form.AllIterators, Var) &&
      P.Subscripts.empty())
    return R.reject(llvm::is_contained(N.Iterators, Var)
                        ? RejectReason::IteratorWritten
                        : RejectReason::IteratorOutside,
                    E->getExprLoc(), {Var->getNameAsString()});
  if (P.ElementType->isArrayType() || P.ElementType->isFunctionType())
    return R.reject(RejectReason::AddressTaken, E->getExprLoc(), {R.textOf(E)});
  auto Turn = llvm::find_if(R.Form.Turns, [&](const PointerTurn &Turn) {
    return Turn.Counter == Var;
  });
  if (Var && Turn != R.Form.Turns.end())
    return R.reject(RejectReason::PointerModified, E->getExprLoc(),
                    {Turn->Pointers.front()->getNameAsString()});
  if (Var && R.Form.IndexOnly.contains(Var))
    if (Reads || IsOpaque || !R.Point.Guards.empty())
      return R.decide(Var);
  if (To && P.numSelecting())
    return R.reject(RejectReason::CallPointer, E->getExprLoc(), {To->Callee});
  return llvm::Error::success();
}

/// An error if \p E, found through a pointer to a row, may be beyond it.
llvm::Error StatementBuilder::checkRow(const Expr *E, const Evaluation &At) {
  const Expr *Part = E;
  while (Part && !R.Form.ElementChecks.contains(Part))
    Part = Part->children().empty()
               ? nullptr
               : dyn_cast_or_null<Expr>(*Part->child_begin());
  if (!Part)
    return llvm::Error::success();
  const RowCheck &Check = R.Form.ElementChecks.at(Part);
  llvm::Expected<bool> Stays =
      staysInRow(R, Check, N, N.Domain.intersect(At.Guard));
  if (!Stays)
    return Stays.takeError();
  return *Stays ? llvm::Error::success()
                : R.reject(RejectReason::RowBounds, Check.Index->getBeginLoc(),
                           {R.textOf(Check.Index)});
}

static bool readsPointer(const Stmt *S) {
  const auto *Member = dyn_cast<MemberExpr>(S);
  return (Member && Member->getType()->isPointerType()) ||
         llvm::any_of(S->children(),
                      [](const Stmt *Sub) { return Sub && readsPointer(Sub); });
}

/// The condition \p E. Where it is affine, and asks whether members of structs
/// are null, these are parameters, which may be the bases of arrays, too.
llvm::Error StatementBuilder::condition(const Expr *E, const Evaluation &At) {
  llvm::SaveAndRestore Known(IsKnown, readsPointer(E) && whereAffine(R, N, E));
  return value(E, At);
}

/// The pointer \p E, which the region does not change, as it stands in the
/// text.
llvm::Error StatementBuilder::knownPointer(const MemberExpr *E,
                                           const Evaluation &At) {
  if (E->isArrow())
    return value(E->getBase(), At);
  const Expr *Base = E->getBase()->IgnoreParens();
  if (const auto *Outer = dyn_cast<MemberExpr>(Base))
    return knownPointer(Outer, At);
  return isa<DeclRefExpr>(Base) ? llvm::Error::success()
                                : access(E, true, false, At);
}

llvm::Error StatementBuilder::access(const Expr *E, bool Reads, bool Writes,
                                     const Evaluation &At,
                                     const GivenPointer *To) {
  llvm::SaveAndRestore Where(R.Point.Reached, At.Guard);
  llvm::SaveAndRestore Guess(R.Point.IsGuess,
                             R.Point.IsGuess || At.Conditional);
  SourceLocation By = std::exchange(Operator, {});
  llvm::Expected<Place> P = locate(R, E);
  if (!P)
    return P.takeError();
  const auto *Var = dyn_cast_or_null<VarDecl>(P->Root);
  if (Var && R.Notes.Own.contains(Var))
    return own(*P, At);
  if (llvm::Error Why = checkPlace(*P, E, Reads, Writes, To))
    return Why;
  if (llvm::Error Why = checkRow(E, At))
    return Why;
  llvm::Expected<unsigned> Number = Arrays.find(R, *P);
  if (!Number)
    return Number.takeError();
  PendingAccess A;
  A.E = E;
  A.Site = By.isValid() ? By : E->getExprLoc();
  A.Domain = N.Domain.intersect(At.Guard);
  A.Reads = Reads || P->Partial;
  A.Writes = Writes;
  A.Conditional = At.Conditional;
  if (At.Conditional && !At.MayBeLeft)
    A.Sides = At.Sides;
  if (To && givenFrom(*P, *To) < P->Subscripts.size()) {
    A.GivenFrom = givenFrom(*P, *To);
    A.WhyChosen =
        makeRejection(RejectReason::GivenArray, E->getExprLoc(),
                      {To->Callee, P->Base, R.typeText(P->ElementType)});
  }
  if (llvm::Error Why = subscripts(*P, A, At))
    return Why;
  TextPiece &Hole = Map.Holes[P->Element];
  Hole = {TextPiece::AccessRef, "", NextPosition};
  for (const Subscript &S : A.Subscripts)
    if (S.Chosen)
      Hole.Subscripts.push_back(text(S.Chosen));
  addAccess(*Number, std::move(A));
  for (const Expr *Inner : P->Inner)
    if (llvm::Error Why = value(Inner, At))
      return Why;
  return llvm::Error::success();
}
