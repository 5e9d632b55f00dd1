//===- JoinedBranches.cpp - Values behind branches ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expression/Subscripts.h"
#include "Flow/IndexFlow.h"
#include "Flow/Recurrences.h"
#include "stevedore/Support/Coalesce.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

isl::pw_aff stevedore::inNest(const isl::pw_aff &Value, const Nest &N) {
  return overNest(Value, N).intersect_domain(N.Domain);
}

TermSum stevedore::termsOf(const IndexValue &V) {
  return V.Value.is_null() ? V.Sum : TermSum{{{}, V.Value}};
}

static bool isSame(const TermSum &A, const TermSum &B) {
  return llvm::equal(A, B, [](const SubscriptTerm &X, const SubscriptTerm &Y) {
    return X.Factors == Y.Factors &&
           isl_pw_aff_plain_is_equal(X.Coefficient.get(),
                                     Y.Coefficient.get()) == isl_bool_true;
  });
}

static bool isSame(const IndexValue &A, const IndexValue &B) {
  if (A.Value.is_null() || B.Value.is_null())
    return A.Value.is_null() && B.Value.is_null() && A.Init == B.Init &&
           isSame(A.Sum, B.Sum);
  return isl_pw_aff_plain_is_equal(A.Value.get(), B.Value.get()) ==
         isl_bool_true;
}

/// The coefficient of \p Factors in \p S for the iterations of \p N.
static isl::pw_aff coefficient(const TermSum &S, const Nest &N,
                               const std::vector<std::string> &Factors) {
  for (const SubscriptTerm &Term : S)
    if (Term.Factors == Factors)
      return inNest(Term.Coefficient, N);
  return isl::pw_aff(N.Domain, isl::val(N.Domain.ctx(), 0));
}

/// \p A for the iterations of \p Then and \p B for those of \p Else, which are
/// \p All together; nothing where a term is not known for some.
static std::optional<IndexValue> joinedSum(const TermSum &A, const Nest &Then,
                                           const TermSum &B, const Nest &Else,
                                           const isl::set &All) {
  TermSum Result;
  for (const TermSum *S : {&A, &B})
    for (const SubscriptTerm &Term : *S) {
      if (llvm::any_of(Result, [&](const SubscriptTerm &Known) {
            return Known.Factors == Term.Factors;
          }))
        continue;
      isl::pw_aff V = coefficient(A, Then, Term.Factors)
                          .union_add(coefficient(B, Else, Term.Factors));
      if (!All.is_subset(V.domain()).is_true())
        return std::nullopt;
      V = simplified(V, All);
      if (V.is_null())
        return std::nullopt;
      Result.push_back({Term.Factors, V});
    }
  return valueOfSum(std::move(Result));
}

void stevedore::joinBranches(RegionState &R, const IndexMap &AfterThen,
                             const Nest &Then, const IndexMap &AfterElse,
                             const Nest &Else) {
  isl::set All;
  IndexMap Joined;
  for (const VarDecl *Var : R.Form.IndexVariables) {
    auto A = AfterThen.find(Var), B = AfterElse.find(Var);
    bool InThen = A != AfterThen.end(), InElse = B != AfterElse.end();
    if (InThen && InElse && isSame(A->second, B->second)) {
      Joined[Var] = A->second;
      continue;
    }
    if (All.is_null())
      All = coalesced(Then.Domain.unite(Else.Domain))
                .intersect_params(R.Model.Program.Context);
    if (InThen && InElse && !(A->second.Sum.empty() && B->second.Sum.empty())) {
      TermSum Sums[] = {termsOf(A->second), termsOf(B->second)};
      if (Sums[0].empty() || Sums[1].empty())
        continue;
      if (auto Sum = joinedSum(Sums[0], Then, Sums[1], Else, All))
        Joined[Var] = std::move(*Sum);
      continue;
    }
    isl::pw_aff Value;
    if (InThen && !A->second.Value.is_null())
      Value = inNest(A->second.Value, Then);
    if (InElse && !B->second.Value.is_null()) {
      isl::pw_aff Other = inNest(B->second.Value, Else);
      Value = Value.is_null() ? Other : Value.union_add(Other);
    }
    if (Value.is_null())
      continue;
    Value = simplified(Value, All);
    if (!Value.is_null())
      Joined[Var] = {Value, nullptr, {}};
  }
  R.Point.IndexValues = std::move(Joined);
}

void EndedIterations::add(const RegionState &R, const Nest &N) {
  Ended = Ended.is_null() ? N.Domain : coalesced(Ended.unite(N.Domain));
  Points.push_back({N, R.Point.IndexValues});
}

Nest EndedIterations::rest(const Nest &N) const {
  Nest Result = N;
  if (!Ended.is_null())
    Result.Domain = coalesced(N.Domain.subtract(Ended));
  return Result;
}

void EndedIterations::join(RegionState &R, const Nest &N) const {
  Nest Joined = rest(N);
  for (const auto &[Point, Values] : Points) {
    joinBranches(R, IndexMap(R.Point.IndexValues), Joined, Values, Point);
    Joined.Domain = Joined.Domain.unite(Point.Domain);
  }
}
