//===- ArrayExtents.cpp - Which elements there are ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ArrayFinisher.h"
#include "Expression/Lengths.h"
#include "Syntax/Expressions.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include <set>

using namespace clang;
using namespace stevedore;

bool stevedore::hasChosen(const PendingAccess &A) {
  return llvm::any_of(A.Subscripts,
                      [](const Subscript &S) { return S.Chosen != nullptr; });
}

isl::map stevedore::between(const ValueRange &Range, const isl::set &Domain) {
  isl::space Line = isl::manage(isl_space_set_alloc(Domain.ctx().get(), 0, 1));
  isl::map Result =
      isl::map::from_domain_and_range(Domain, isl::set::universe(Line));
  isl::map AtLeast = isl::map::lex_le(Line), AtMost = isl::map::lex_ge(Line);
  if (!Range.Low.is_null())
    Result =
        Result.intersect(isl::map::from_pw_aff(Range.Low).apply_range(AtLeast));
  if (!Range.High.is_null())
    Result =
        Result.intersect(isl::map::from_pw_aff(Range.High).apply_range(AtMost));
  return Result;
}

/// Refuses \p A, which has a subscript that data choose without limits.
llvm::Error ArrayFinisher::rejectChosen(const ArrayRecord &Record,
                                        const PendingAccess &A) {
  if (A.GivenFrom)
    return rejected(*A.WhyChosen);
  const Expr *Index = nullptr;
  for (const Subscript &S : A.Subscripts)
    if (S.Chosen && !Index)
      Index = S.Chosen;
  Rejection Why =
      makeRejection(RejectReason::ChosenElement, Index->getExprLoc(),
                    {isa<BinaryOperator>(Index->IgnoreImpCasts())
                         ? "(" + R.textOf(Index) + ")"
                         : R.textOf(Index),
                     Record.First.Base, R.typeText(Record.First.ElementType)});
  if (Index->HasSideEffects(R.AST))
    Why.Notes.front().Message = llvm::StringRef(Why.Notes.front().Message)
                                    .split(", or say")
                                    .first.str();
  if (A.WhyChosen) {
    std::vector<Rejection::Note> Advice = std::move(Why.Notes);
    Why = *A.WhyChosen;
    if (isFor(Why, RejectReason::DataDependent))
      Why.Notes.clear();
    llvm::append_range(Why.Notes, Advice);
  }
  return rejected(std::move(Why));
}

/// Limits the subscripts that data choose to the elements that there are. Where
/// that is not known, the program has to state what they lie between: it says
/// then that these elements exist.
llvm::Error ArrayFinisher::limitChosen(ArrayRecord &Record) {
  unsigned First = Record.Result.Expanded;
  for (unsigned I = 0; I < Record.Accesses.size(); ++I) {
    const PendingAccess &A = Record.Accesses[I];
    if (!hasChosen(A))
      continue;
    Relations[I] =
        coalesced(Relations[I].intersect_range(Record.Result.Extent));
    for (unsigned D = 0; D < A.Subscripts.size(); ++D) {
      const Subscript &S = A.Subscripts[D];
      if (!S.Chosen)
        continue;
      isl_set *Extent = Record.Result.Extent.get();
      bool IsDeclared = isl_set_dim_is_bounded(Extent, isl_dim_set,
                                               First + D) == isl_bool_true;
      bool IsStated = !S.Stated.Low.is_null() && !S.Stated.High.is_null();
      if (!IsDeclared && !IsStated)
        return rejectChosen(Record, A);
      if (!IsDeclared)
        Relations[I] = narrowed(Relations[I], First + D, S.Stated, A.Domain);
    }
  }
  return llvm::Error::success();
}

/// \p Relation with subscript number \p D between what \p Range says for
/// \p Domain.
isl::map ArrayFinisher::narrowed(const isl::map &Relation, unsigned D,
                                 const ValueRange &Range,
                                 const isl::set &Domain) const {
  unsigned Rank = countOf(Relation.range_tuple_dim());
  isl_map *Limits = between(Range, Domain).release();
  Limits = isl_map_insert_dims(Limits, isl_dim_out, 0, D);
  Limits = isl_map_add_dims(Limits, isl_dim_out, Rank - D - 1);
  for (isl_dim_type Side : {isl_dim_in, isl_dim_out})
    Limits = isl_map_set_tuple_id(Limits, Side,
                                  isl_map_get_tuple_id(Relation.get(), Side));
  return coalesced(Relation.intersect(isl::manage(Limits)));
}

/// The size of the first dimension of an array with products in its subscripts,
/// of which \p Shape, its declaration, says how many elements it has: what is
/// left of that product without the sizes of the others.
llvm::Expected<std::optional<isl::pw_aff>>
ArrayFinisher::linearLength(const ArrayType *Shape, AffineBuilder &Builder) {
  const auto *Variable = dyn_cast_or_null<VariableArrayType>(Shape);
  const Expr *Size = Variable ? Variable->getSizeExpr() : nullptr;
  auto isInvariant = [&](const VarDecl *Var) { return neverWritten(R, Var); };
  if (!Size || !isBuiltOf(Size, isInvariant))
    return std::nullopt;
  SizeFactors Known = R.Notes.Factors;
  auto Count = llvm::expectedToOptional(parseSubscript(Builder, Size, Known));
  if (!Count || Count->Terms.size() != 1)
    return std::nullopt;
  SubscriptTerm &Term = Count->Terms.front();
  std::vector<isl::pw_aff> Parts = {Term.Coefficient};
  for (const std::string &Key : Term.Factors)
    Parts.push_back(sizeOver(Known[Key], Builder.nest().Domain));
  Parts.push_back(Builder.constant(1));
  for (const std::string &Key : Linear->Sizes) {
    isl::pw_aff Inner = sizeOver(R.Notes.Factors[Key], Builder.nest().Domain);
    auto Found = llvm::find_if(Parts, [&](const isl::pw_aff &Part) {
      return Part.is_equal(Inner).is_true();
    });
    if (Found == Parts.end())
      return std::nullopt;
    Parts.erase(Found);
  }
  isl::pw_aff Result = Builder.constant(1);
  for (const isl::pw_aff &Part : Parts) {
    if (!Part.is_cst().is_true() && !Result.is_cst().is_true())
      return std::nullopt;
    Result = Result.mul(Part);
  }
  return Result;
}

/// The size of dimension \p I, by the declaration or, of an array with products
/// in its subscripts, as delinearize() took it; nothing for an outermost
/// dimension that is not declared.
llvm::Expected<std::optional<isl::pw_aff>>
ArrayFinisher::sizeOf(const ArrayRecord &Record, unsigned I,
                      AffineBuilder &Builder, bool OnData) {
  unsigned First = firstOf(Record);
  if (!Linear || I < First) {
    const ArrayType *Shape = Record.First.Shapes[I];
    return Record.Declared ? lengthInside(Shape, Builder)
                           : lengthOf(Shape, Builder, OnData);
  }
  if (I == First) {
    if (const ArrayType *Shape = OnData ? declaredShape(Record) : nullptr)
      return linearLength(Shape, Builder);
    if (OnData && I == 0 && Record.First.Shapes.size() == 1)
      return linearLength(Record.First.Shapes.front(), Builder);
    return std::nullopt;
  }
  return sizeOver(R.Notes.Factors[Linear->Sizes[I - First - 1]],
                  Builder.nest().Domain);
}

/// Whether data decide about an access to the array: then its declaration is
/// taken at its word.
static bool isOnData(const ArrayRecord &Record) {
  return llvm::any_of(Record.Accesses, [](const PendingAccess &A) {
    return A.Conditional || hasChosen(A);
  });
}

/// What a parameter `double a[n]` is declared as; null: nothing.
const ArrayType *ArrayFinisher::declaredShape(const ArrayRecord &Record) const {
  const auto *Var = dyn_cast_or_null<ParmVarDecl>(Record.First.Root);
  bool IsWhole = Var && !Record.First.Shapes.empty() &&
                 !Record.First.Shapes.front() && !Record.First.Turn &&
                 Record.First.Base == Var->getName();
  return IsWhole ? R.AST.getAsArrayType(Var->getOriginalType()) : nullptr;
}

/// How many of the last dimensions are those of a declared array.
static unsigned declaredDimensions(const ArrayRecord &Record) {
  unsigned Rank = Record.Result.Rank - Record.Result.Expanded, Inner = 0;
  while (Inner < Record.First.Shapes.size() &&
         Rank == Record.First.Shapes.size() &&
         Record.First.Shapes[Rank - 1 - Inner])
    ++Inner;
  return Inner;
}

llvm::Error ArrayFinisher::setExtent(ArrayRecord &Record) {
  const Array &A = Record.Result;
  unsigned First = A.Expanded;
  isl::space Space = isl::manage(isl_space_set_alloc(R.Ctx.get(), 0, A.Rank));
  Nest Elements;
  Elements.Domain = isl::set::universe(Space);
  bool IsDeclaredShape = A.Rank == First + Record.First.Shapes.size();
  bool OnData = isOnData(Record);
  const ArrayType *Outermost = OnData ? declaredShape(Record) : nullptr;
  IsExtentKnown = (IsDeclaredShape || (Linear && OnData)) &&
                  (!A.ThroughPointer || Outermost);
  if (IsDeclaredShape || Linear)
    for (unsigned I = 0; I < A.Rank - First; ++I) {
      const Expr *NoText = Record.First.Element;
      AffineBuilder Builder(R, Elements, "array size", NoText);
      bool IsOutermost = I == 0 && Outermost && !Linear;
      auto Found = IsOutermost ? lengthOf(Outermost, Builder, true)
                               : sizeOf(Record, I, Builder, OnData);
      if (!Found)
        return Found.takeError();
      std::optional<isl::pw_aff> Size = std::move(*Found);
      IsExtentKnown &= Size.has_value();
      isl::pw_aff Index = Builder.iterator(First + I);
      if (!Size)
        continue;
      Elements.Domain = Elements.Domain.intersect(
          Index.ge_set(Builder.constant(0L)).intersect(Index.lt_set(*Size)));
    }
  if (OnData && IsExtentKnown && !Record.Declared)
    R.believe(Outermost ? FactReason::DeclaredParameter
                        : FactReason::DeclaredLength,
              {A.Name},
              Record.First.Root ? Record.First.Root->getLocation()
                                : Record.First.Element->getExprLoc());
  Record.Result.DeclaredDimensions =
      IsExtentKnown ? A.Rank - First : declaredDimensions(Record);
  Record.Result.Extent = isl::manage(
      isl_set_set_tuple_name(Elements.Domain.release(), A.Name.c_str()));
  return llvm::Error::success();
}

/// { A[m, ...] }: what lies, in the first dimension, between two of \p
/// Elements, { A[m, ...] }, or between one of them and the first element, to
/// which the pointer that they are found from points.
static isl::set reachedBetween(const isl::set &Elements) {
  isl::space Space = Elements.get_space();
  auto along = [&](auto Relate) {
    isl::map All = isl::map::universe(Space.map_from_set());
    return isl::manage(Relate(All.release(), isl_dim_in, 0, isl_dim_out, 0));
  };
  isl::map Up = along(isl_map_order_le), Down = along(isl_map_order_ge);
  isl::set First = isl::manage(
      isl_set_fix_si(isl::set::universe(Space).release(), isl_dim_set, 0, 0));
  // Behind the last element there may be a pointer, but nothing to access.
  isl::set Behind =
      isl::manage(isl_set_lower_bound_si(Elements.copy(), isl_dim_set, 0, 0));
  isl::set Ends = Elements.unite(First.intersect_params(Behind.params()));
  return Ends.apply(Up).intersect(Ends.apply(Down));
}

/// { S[i] -> A[m] }: what is accessed whichever sides of choices inside of
/// \p Prefix data take; of \p All those with this prefix.
static isl::map
accessedOnSide(llvm::ArrayRef<std::pair<const ChoiceSides *, isl::map>> All,
               const ChoiceSides &Prefix, const isl::map &None) {
  isl::map Result = None;
  std::set<unsigned> Choices;
  for (const auto &[Sides, Relation] : All) {
    if (Sides->size() < Prefix.size() ||
        !std::equal(Prefix.begin(), Prefix.end(), Sides->begin()))
      continue;
    if (Sides->size() == Prefix.size())
      Result = Result.unite(Relation);
    else
      Choices.insert((*Sides)[Prefix.size()].first);
  }
  for (unsigned Choice : Choices) {
    ChoiceSides Then = Prefix, Else = Prefix;
    Then.push_back({Choice, true});
    Else.push_back({Choice, false});
    Result = Result.unite(accessedOnSide(All, Then, None)
                              .intersect(accessedOnSide(All, Else, None)));
  }
  return Result;
}

/// { A[m, ...] }: the elements that the program accesses whatever data it has,
/// be it on both sides of a choice.
isl::set ArrayFinisher::accessedAnyway(const ArrayRecord &Record) const {
  isl::set Certain = isl::set::empty(Record.Result.Extent.space());
  std::map<unsigned, std::vector<std::pair<const ChoiceSides *, isl::map>>>
      OfStatements;
  for (unsigned I = 0; I < Record.Accesses.size(); ++I) {
    const PendingAccess &Access = Record.Accesses[I];
    if (hasChosen(Access))
      continue;
    if (!Access.Conditional)
      Certain = Certain.unite(Relations[I].range());
    else if (Access.Sides)
      OfStatements[Access.Statement].push_back({&*Access.Sides, Relations[I]});
  }
  for (const auto &[Statement, Relation] : OfStatements) {
    isl::map None = isl::map::empty(Relation.front().second.space());
    Certain = Certain.unite(accessedOnSide(Relation, {}, None).range());
  }
  return Certain;
}

/// What is accessed under a condition on data will be loaded unconditionally:
/// it must exist, by its declaration, or because it is accessed anyway, or
/// something in its innermost array is, or something behind it.
/// An access outside of the array is not made; but what a parameter is declared
/// as does not say that there is nothing behind it.
llvm::Error ArrayFinisher::checkConditional(const ArrayRecord &Record) {
  const Array &A = Record.Result;
  isl::set Most = A.Extent;
  if (declaredShape(Record))
    Most = isl::manage(isl_set_eliminate(Most.release(), isl_dim_set, 0, 1));
  for (unsigned I = 0; IsExtentKnown && I < Record.Accesses.size(); ++I)
    if (Record.Accesses[I].Conditional && !hasChosen(Record.Accesses[I]))
      Relations[I] = coalesced(Relations[I].intersect_range(Most));
  isl::set Certain = accessedAnyway(Record);
  unsigned Inner = declaredDimensions(Record);
  isl::set Rows = isl::manage(
      isl_set_eliminate(Certain.copy(), isl_dim_set, A.Rank - Inner, Inner));
  isl::set Declared = IsExtentKnown ? A.Extent : Rows.intersect(A.Extent);
  isl::set Existing = Certain.unite(Declared);
  bool IsBehindPointer = A.Rank == Inner + 1 && !firstOf(Record) && !Linear;
  isl::set Between = Existing;
  if (!IsExtentKnown && IsBehindPointer)
    Between = Between.unite(reachedBetween(Rows).intersect(A.Extent));
  bool IsReached = false;
  for (unsigned I = 0; I < Record.Accesses.size(); ++I) {
    isl::set Read =
        Relations[I].range().intersect_params(R.Model.Program.Context);
    if (!Record.Accesses[I].Conditional || hasChosen(Record.Accesses[I]) ||
        Read.is_subset(Existing).is_true())
      continue;
    IsReached = true;
    if (!Read.is_subset(Between).is_true())
      return R.reject(
          RejectReason::ConditionalAccess, Record.Accesses[I].E->getExprLoc(),
          {Record.First.Base, R.typeText(Record.First.ElementType)});
  }
  if (IsReached)
    R.believe(FactReason::WithinArray, {A.Name},
              Record.First.Element->getExprLoc());
  return llvm::Error::success();
}
