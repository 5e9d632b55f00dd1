//===- CommonStarts.cpp - Where the elements of an array begin ------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays/ArrayFinisher.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace stevedore;

/// \p V, { [i] -> [v] }, without what depends on i, as { [v] }, if it is one
/// affine form in \p Domain; nothing elsewhere.
static std::optional<isl::aff> withoutIterators(const isl::pw_aff &V,
                                                const isl::set &Domain) {
  isl::pw_aff Known = coalesced(V.gist(Domain));
  if (!Known.isa_aff().is_true())
    return std::nullopt;
  isl_aff *Form = Known.as_aff().release();
  unsigned Depth = countOf(isl_aff_dim(Form, isl_dim_in));
  for (unsigned I = 0; I < Depth; ++I)
    Form = isl_aff_set_coefficient_si(Form, isl_dim_in, I, 0);
  if (isl_aff_dim(Form, isl_dim_div) != 0) {
    isl_aff_free(Form);
    return std::nullopt;
  }
  return isl::manage(isl_aff_drop_dims(Form, isl_dim_in, 0, Depth));
}

/// The coefficient of \p Factors in \p S; null if it has none.
static const isl::pw_aff *coefficient(const TermSum &S,
                                      const std::vector<std::string> &Factors) {
  auto Found = llvm::find_if(
      S, [&](const SubscriptTerm &Term) { return Term.Factors == Factors; });
  return Found == S.end() ? nullptr : &Found->Coefficient;
}

/// Leaves out of \p S what is 0 in all of \p Domain, but for what has no
/// factors.
static void dropZeros(TermSum &S, const isl::set &Domain) {
  isl::pw_aff Zero = S.front().Coefficient.sub(S.front().Coefficient);
  addTerm(S, {{}, Zero});
  llvm::erase_if(S, [&](const SubscriptTerm &Term) {
    isl::set NotZero = Term.Coefficient.ne_set(Zero).intersect(Domain);
    return !Term.Factors.empty() && NotZero.is_empty().is_true();
  });
}

/// \p V without its number.
static isl::pw_aff withoutNumber(const isl::aff &V) {
  return isl::pw_aff(isl::manage(isl_aff_set_constant_si(V.copy(), 0)));
}

/// The products that occur in the subscripts of \p Record, each once.
static std::vector<std::vector<std::string>>
productsOf(const ArrayRecord &Record) {
  std::vector<std::vector<std::string>> Result = {{}};
  for (const PendingAccess &A : Record.Accesses)
    for (const SubscriptTerm &Term : A.Subscripts.back().Terms)
      if (!llvm::is_contained(Result, Term.Factors))
        Result.push_back(Term.Factors);
  return Result;
}

/// { [v] }: what the subscripts of \p Record have of \p Factors in all
/// iterations, where accesses differ that of the first one. Of numbers it is
/// the least beside the same parameters, so that no difference is negative.
std::optional<isl::aff>
ArrayFinisher::commonPart(const ArrayRecord &Record,
                          const std::vector<std::string> &Factors) const {
  std::optional<isl::aff> Least;
  for (const PendingAccess &A : Record.Accesses) {
    const isl::pw_aff *V = coefficient(A.Subscripts.back().Terms, Factors);
    if (!V)
      continue;
    isl::set Domain = A.Domain.intersect_params(R.Model.Program.Context);
    std::optional<isl::aff> Fixed = withoutIterators(*V, Domain);
    if (!Fixed)
      return std::nullopt;
    bool IsSame =
        Least &&
        withoutNumber(*Least).is_equal(withoutNumber(*Fixed)).is_true();
    if (!Least ||
        (IsSame && Fixed->constant_val().lt(Least->constant_val()).is_true()))
      Least = Fixed;
  }
  return Least;
}

/// The C text of \p V, { [v] }, of type `long long`; empty if it uses what is
/// no parameter.
static std::string textOfFixed(RegionState &R, const isl::pw_aff &V) {
  R.useEntryValues(V);
  for (unsigned I = 0, E = countOf(isl_pw_aff_dim(V.get(), isl_dim_param));
       I < E; ++I)
    if (isl_pw_aff_involves_dims(V.get(), isl_dim_param, I, 1) &&
        !R.Model.Source.Parameters.count(
            isl_pw_aff_get_dim_name(V.get(), isl_dim_param, I)))
      return "";
  return valueText(V, R.Model.Source);
}

/// The product of \p Values, each { [v] }, in C: without sign, so that what is
/// not used may wrap around. Empty if it has no text.
static std::string productText(RegionState &R,
                               llvm::ArrayRef<isl::pw_aff> Values) {
  std::string Result;
  for (const isl::pw_aff &V : Values) {
    std::string Text = textOfFixed(R, V);
    if (Text.empty())
      return "";
    Result += (Result.empty() ? "(unsigned long long)(" : " * (") + Text + ")";
  }
  return Result;
}

/// The values of \p Factors.
static std::vector<isl::pw_aff> valuesOf(const RegionState &R,
                                         llvm::ArrayRef<std::string> Factors) {
  std::vector<isl::pw_aff> Result;
  for (const std::string &Key : Factors)
    Result.push_back(R.Notes.Factors.at(Key).Value);
  return Result;
}

/// Whether \p V, { [v] }, has no part that is positive for positive parameters.
static bool isNegative(const isl::pw_aff &V) {
  if (!V.isa_aff().is_true())
    return false;
  isl::aff Form = V.as_aff();
  bool Result = !Form.constant_val().is_pos().is_true();
  for (unsigned I = 0, E = countOf(isl_aff_dim(Form.get(), isl_dim_param));
       I < E; ++I)
    Result &= isl_aff_coefficient_sgn(Form.get(), isl_dim_param, I) <= 0;
  return Result;
}

/// Writes `-n` in the products of \p Record, the step of a pointer that goes
/// down, as n with the other sign.
void ArrayFinisher::turnNegativeFactors(ArrayRecord &Record) {
  SizeFactors &Known = R.Notes.Factors;
  for (PendingAccess &A : Record.Accesses) {
    TermSum Terms;
    for (SubscriptTerm Term : A.Subscripts.back().Terms) {
      for (std::string &Key : Term.Factors) {
        isl::pw_aff Turned = Known[Key].Value.neg();
        std::string Text =
            isNegative(Known[Key].Value) ? textOfFixed(R, Turned) : "";
        if (Text.empty())
          continue;
        Key = factorKey(Known, Turned, Text);
        Term.Coefficient = Term.Coefficient.neg();
      }
      llvm::sort(Term.Factors);
      addTerm(Terms, std::move(Term));
    }
    A.Subscripts.back().Terms = std::move(Terms);
  }
}

/// Lets the subscripts of \p Record count from what all of them add, StartText.
/// False if that cannot be written.
bool ArrayFinisher::countFromStart(ArrayRecord &Record) {
  turnNegativeFactors(Record);
  std::string Text;
  TermSum Start;
  for (const std::vector<std::string> &Factors : productsOf(Record)) {
    std::optional<isl::aff> Part = commonPart(Record, Factors);
    if (!Part || isl_aff_plain_is_zero(Part->get()) == isl_bool_true)
      continue;
    isl::pw_aff V(*Part);
    std::vector<isl::pw_aff> Values = {V};
    llvm::append_range(Values, valuesOf(R, Factors));
    std::string Product = productText(R, Values);
    if (Product.empty())
      return false;
    Text += (Text.empty() ? "" : " + ") + Product;
    Start.push_back({Factors, V});
  }
  for (PendingAccess &A : Record.Accesses) {
    TermSum &Terms = A.Subscripts.back().Terms;
    for (const SubscriptTerm &Term : Start)
      addTerm(Terms,
              {Term.Factors, sizeOver({Term.Coefficient.neg(), ""}, A.Domain)});
    dropZeros(Terms, A.Domain.intersect_params(R.Model.Program.Context));
  }
  StartText = Text.empty() ? "" : "(long long)(" + Text + ")";
  return true;
}

/// Makes one factor, a parameter, of those that occur in the subscripts of
/// \p Record in one product only: `d * c` in `x[i * d * c * m + j * d * c]`.
void ArrayFinisher::joinFactors(ArrayRecord &Record) {
  std::vector<const Subscript *> All;
  for (const PendingAccess &A : Record.Accesses)
    All.push_back(&A.Subscripts.back());
  auto Chain = findChain(All);
  if (!Chain)
    return;
  std::map<std::vector<std::string>, std::vector<std::string>> Joined;
  std::vector<std::string> Old, New;
  for (const std::vector<std::string> &Link : *Chain) {
    llvm::append_range(Old, Link);
    std::string Key = Link.front();
    if (Link.size() > 1) {
      std::string Text = productText(R, valuesOf(R, Link));
      if (Text.empty())
        return;
      Text = "(long long)(" + Text + ")";
      isl::pw_aff Size = R.computed(Text, llvm::join(Link, "_"));
      Key = factorKey(R.Notes.Factors, Size, Text);
    }
    New.push_back(Key);
    llvm::sort(Old);
    llvm::sort(New);
    Joined[Old] = New;
  }
  for (PendingAccess &A : Record.Accesses)
    for (SubscriptTerm &Term : A.Subscripts.back().Terms)
      if (!Term.Factors.empty())
        Term.Factors = Joined.at(Term.Factors);
}

/// What divides each coefficient of \p V, { [i] -> [v] }, in \p Domain, and its
/// number unless it is \p OnlyVaried; 1 where it is no affine form, 0 where
/// there is nothing to divide.
static isl::val divisorOf(const isl::pw_aff &V, const isl::set &Domain,
                          bool OnlyVaried) {
  isl::pw_aff Known = coalesced(V.gist(Domain));
  isl::val Result = isl::val(V.ctx(), 0);
  if (!Known.isa_aff().is_true())
    return isl::val(V.ctx(), 1);
  isl::aff Form = Known.as_aff();
  if (isl_aff_dim(Form.get(), isl_dim_div) != 0)
    return isl::val(V.ctx(), 1);
  for (isl_dim_type Type : {isl_dim_in, isl_dim_param})
    for (unsigned I = 0, E = countOf(isl_aff_dim(Form.get(), Type)); I < E;
         ++I) {
      isl::val Part =
          isl::manage(isl_aff_get_coefficient_val(Form.get(), Type, I));
      if (!Part.is_int().is_true())
        return isl::val(V.ctx(), 1);
      Result = Result.gcd(Part);
    }
  if (!Form.constant_val().is_int().is_true())
    return isl::val(V.ctx(), 1);
  return OnlyVaried ? Result : Result.gcd(Form.constant_val());
}

/// What divides all by which the subscripts of \p Record grow, from row to row
/// and in each: 2 in `a[2 * i * m + 2 * j + 1]`.
isl::val ArrayFinisher::interleavedBy(const ArrayRecord &Record) const {
  isl::val Result = isl::val(R.Ctx, 0);
  for (const PendingAccess &A : Record.Accesses)
    for (const SubscriptTerm &Term : A.Subscripts.back().Terms)
      Result = Result.gcd(divisorOf(
          Term.Coefficient, A.Domain.intersect_params(R.Model.Program.Context),
          Term.Factors.empty()));
  return Result;
}

/// Whether the subscripts of \p Record provably stay in rows of \p Shape.
bool ArrayFinisher::isInRows(const ArrayRecord &Record,
                             const LinearShape &Shape) const {
  return llvm::all_of(Record.Accesses, [&](const PendingAccess &A) {
    std::map<std::string, isl::pw_aff> Sizes;
    for (const std::string &Key : Shape.Sizes)
      Sizes[Key] = sizeOver(R.Notes.Factors[Key], A.Domain);
    return delinearize(A.Subscripts.back(), Shape,
                       A.Domain.intersect_params(R.Model.Program.Context),
                       Sizes, [](const isl::set &) { return false; })
        .has_value();
  });
}

/// Makes the rows of \p Record as long as the groups of which they consist:
/// `2 * m` in `a[(i * m + j) * 2 + 1]`, where j is below m.
void ArrayFinisher::joinGroups(ArrayRecord &Record) {
  std::vector<const Subscript *> All;
  for (const PendingAccess &A : Record.Accesses)
    All.push_back(&A.Subscripts.back());
  std::optional<LinearShape> Shape = findLinearShape(All);
  isl::val Group = interleavedBy(Record);
  isl::val One = isl::val(R.Ctx, 1);
  if (!Shape || Shape->Sizes.empty() || !Group.gt(One).is_true() ||
      isInRows(Record, *Shape))
    return;
  const std::string Old = Shape->Sizes.back();
  const SizeFactor &Row = R.Notes.Factors[Old];
  std::string Text = "(long long)(" + std::to_string(Group.get_num_si()) +
                     "ULL * (" + Row.Text + "))";
  std::string New = factorKey(R.Notes.Factors, Row.Value.scale(Group), Text);
  for (PendingAccess &A : Record.Accesses)
    for (SubscriptTerm &Term : A.Subscripts.back().Terms) {
      auto Found = llvm::find(Term.Factors, Old);
      if (Found == Term.Factors.end())
        continue;
      *Found = New;
      llvm::sort(Term.Factors);
      Term.Coefficient = coalesced(Term.Coefficient.scale_down(Group));
    }
}

bool ArrayFinisher::mayCountFromStart(const ArrayRecord &Record) const {
  return !Record.First.Turn && !Record.Declared &&
         llvm::none_of(Record.Accesses, [&](const PendingAccess &A) {
           return A.GivenFrom || isNarrowProduct(R.AST, A.Subscripts.back());
         });
}
