//===- Beliefs.cpp - Run-time tests of what a model believes --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Beliefs.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

/// One piece without holes in the first dimension, and all that exists of the
/// rows in the others.
bool isOneRange(const Scop &S, const Array &A, const isl::set &Elements) {
  unsigned Rank = countOf(Elements.tuple_dim());
  if (isl_set_n_basic_set(Elements.get()) != 1 || hasDivisions(Elements))
    return false;
  if (Rank <= 1)
    return true;
  isl::set Rows = isl::manage(
      isl_set_eliminate(Elements.copy(), isl_dim_set, 1, Rank - 1));
  if (A.Extent.is_null())
    return false;
  isl::set Whole = Rows.intersect(A.Extent).intersect_params(S.Context);
  for (unsigned D = 1; D < Rank; ++D)
    if (isl_set_dim_is_bounded(Whole.get(), isl_dim_set, D) != isl_bool_true)
      return false;
  return Whole.is_subset(Elements).is_true();
}

static NodeRef test(BelievedCondition B) {
  looptree::BelieveNode Node;
  Node.Condition = std::move(B.Condition);
  Node.Text = std::move(B.Text);
  return looptree::share(std::move(Node));
}

/// { : } where the program accesses no element of \p A, number \p Number, that
/// its declaration does not have.
static isl::set whereElementsExist(const Scop &S, const Array &A,
                                   unsigned Number) {
  isl::set Result = isl::set::universe(S.Context.get_space());
  for (const Statement &Stmt : S.Statements)
    for (const Access &Reference : Stmt.Accesses)
      if (Reference.Array == Number && Reference.Chosen.empty()) {
        isl::set Touched = Reference.Relation.intersect_domain(Stmt.Domain)
                               .range()
                               .intersect_params(S.Context);
        Result = Result.subtract(Touched.subtract(A.Extent).params());
      }
  return coalesced(Result.gist(S.Context));
}

llvm::Error addBeliefs(const Scop &S, std::vector<BelievedCondition> Apart,
                       const Names &N, Block &Loops) {
  Block Result;
  auto add = [&](const isl::set &Holds, const std::string &Text) -> llvm::Error {
    isl::set Universe = isl::set::universe(Holds.get_space());
    if (Holds.is_equal(Universe).is_true() || hasDivisions(Holds))
      return llvm::Error::success();
    llvm::Expected<Expr> Condition = condition(Universe, Holds, N);
    if (!Condition)
      return Condition.takeError();
    Result.push_back(test({std::move(*Condition), Text}));
    return llvm::Error::success();
  };
  for (const Belief &B : S.Beliefs)
    if (llvm::Error E = add(B.Holds, B.Text))
      return E;
  for (unsigned I = 0; I < S.Arrays.size(); ++I) {
    const Array &A = S.Arrays[I];
    if (A.Private || A.Made || A.Extent.is_null())
      continue;
    if (llvm::Error E = add(whereElementsExist(S, A, I),
                            "'" + A.Name + "' has the elements that are used"))
      return E;
  }
  for (BelievedCondition &B : Apart)
    Result.push_back(test(std::move(B)));
  looptree::append(Result, Loops);
  for (unsigned I = 0; I < S.Parameters.size(); ++I)
    if (S.Parameters[I].IsExposed)
      Result.push_back(test({compare(Expr::Equal, Expr::parameter(I),
                                     Expr::variable(N.of(S.Parameters[I].Name))),
                             "'" + S.Parameters[I].Name +
                                 "' does not change in the region"}));
  Loops = std::move(Result);
  return llvm::Error::success();
}

} // namespace lower
} // namespace stevedore
