//===- Delinearization.cpp - Rows of polynomials --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Subscripts.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;

/// \p Larger without the factors of \p Smaller; nothing if those are not among
/// its factors.
static std::optional<std::vector<std::string>>
divide(const std::vector<std::string> &Larger,
       const std::vector<std::string> &Smaller) {
  std::vector<std::string> Rest = Larger;
  for (const std::string &Factor : Smaller) {
    auto Found = llvm::find(Rest, Factor);
    if (Found == Rest.end())
      return std::nullopt;
    Rest.erase(Found);
  }
  return Rest;
}

std::optional<FactorChain>
stevedore::findChain(llvm::ArrayRef<const Subscript *> Subscripts) {
  FactorChain Products, Result;
  for (const Subscript *S : Subscripts)
    for (const SubscriptTerm &Term : S->Terms)
      if (!Term.Factors.empty() && !llvm::is_contained(Products, Term.Factors))
        Products.push_back(Term.Factors);
  llvm::sort(Products, [](const auto &A, const auto &B) {
    return A.size() != B.size() ? A.size() < B.size() : A < B;
  });
  std::vector<std::string> Previous;
  for (const std::vector<std::string> &Product : Products) {
    auto Rest = divide(Product, Previous);
    if (!Rest || Rest->empty())
      return std::nullopt;
    Result.push_back(std::move(*Rest));
    Previous = Product;
  }
  return Result;
}

std::optional<LinearShape>
stevedore::findLinearShape(llvm::ArrayRef<const Subscript *> Subscripts) {
  std::optional<FactorChain> Chain = findChain(Subscripts);
  LinearShape Shape;
  for (const std::vector<std::string> &Link : Chain ? *Chain : FactorChain()) {
    if (Link.size() != 1)
      return std::nullopt;
    Shape.Sizes.insert(Shape.Sizes.begin(), Link.front());
  }
  return Chain ? std::optional(Shape) : std::nullopt;
}

/// How many whole rows of \p Size an inner subscript \p V like `n + j` may be
/// off, where both are one affine expression: as many as it has of one of the
/// parameters of \p Size.
static std::vector<isl::val> wholeRows(const isl::pw_aff &V,
                                       const isl::pw_aff &Size) {
  std::vector<isl::val> Result;
  if (!V.isa_aff().is_true() || !Size.isa_aff().is_true())
    return Result;
  isl::aff Value = V.as_aff(), Row = Size.as_aff();
  for (unsigned I = 0, E = countOf(isl_aff_dim(Row.get(), isl_dim_param));
       I < E; ++I) {
    isl::val InRow =
        isl::manage(isl_aff_get_coefficient_val(Row.get(), isl_dim_param, I));
    const char *Name = isl_aff_get_dim_name(Row.get(), isl_dim_param, I);
    int At = isl_aff_find_dim_by_name(Value.get(), isl_dim_param, Name);
    if (InRow.is_zero().is_true() || At < 0)
      continue;
    isl::val Rows =
        isl::manage(isl_aff_get_coefficient_val(Value.get(), isl_dim_param, At))
            .div(InRow);
    bool IsNew = llvm::none_of(Result, [&](const isl::val &Other) {
      return Other.eq(Rows).is_true();
    });
    if (IsNew && Rows.is_int().is_true() && !Rows.is_zero().is_true())
      Result.push_back(Rows);
  }
  return Result;
}

/// { [i] : V is outside of [0, Size) } within \p Domain.
static isl::set outside(const isl::pw_aff &V, const isl::pw_aff &Size,
                        const isl::set &Domain) {
  isl::pw_aff Zero = Size.sub(Size);
  isl::set Outside = V.lt_set(Zero).unite(V.ge_set(Size));
  return Outside.intersect(Domain);
}

std::optional<std::vector<isl::pw_aff>>
stevedore::delinearize(const Subscript &S, const LinearShape &Shape,
                       const isl::set &Domain,
                       const std::map<std::string, isl::pw_aff> &Values,
                       llvm::function_ref<bool(const isl::set &)> Exclude) {
  unsigned Rank = Shape.rank();
  isl::pw_aff Zero =
      S.Terms.front().Coefficient.sub(S.Terms.front().Coefficient);
  std::vector<isl::pw_aff> Result(Rank, Zero);
  for (const SubscriptTerm &Term : S.Terms)
    Result[Rank - 1 - Term.Factors.size()] = Term.Coefficient;
  for (unsigned K = Rank - 1; K > 0; --K) {
    isl::pw_aff Size = Values.at(Shape.Sizes[K - 1]);
    isl::set Bad = outside(Result[K], Size, Domain);
    if (Bad.is_empty().is_true())
      continue;
    std::vector<isl::val> Rows = wholeRows(coalesced(Result[K]), Size);
    auto shifted = [&](const isl::val &By) {
      return Result[K].sub(Size.scale(By));
    };
    auto Found = llvm::find_if(Rows, [&](const isl::val &By) {
      return outside(shifted(By), Size, Domain).is_empty().is_true();
    });
    if (Found == Rows.end()) {
      if (Exclude(Bad))
        continue;
      Found = llvm::find_if(Rows, [&](const isl::val &By) {
        return Exclude(outside(shifted(By), Size, Domain));
      });
    }
    if (Found == Rows.end())
      return std::nullopt;
    Result[K] = shifted(*Found);
    Result[K - 1] = Result[K - 1].add(
        Zero.add(isl::pw_aff(Domain.universe(Domain.space()), *Found)));
  }
  return Result;
}
