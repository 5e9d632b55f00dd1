//===- Beliefs.cpp - Run-time tests of what a model believes --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Beliefs.h"
#include "Builder.h"
#include "NodeLowering.h"
#include "Walk.h"
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

/// \p Text as an operand.
static std::string operand(const std::string &Text) {
  return Text.find(' ') == std::string::npos ? Text : "(" + Text + ")";
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

namespace {

/// Puts a test where an element is visited.
class ElementTests : public NodeLowering {
public:
  ElementTests(const Names &N, Builder &W, looptree::BelieveNode Test)
      : NodeLowering(N, W), Naming(N), Test(std::move(Test)) {}

private:
  void loop(const isl::ast_node &For) override {
    Loop L = takeApart(For, Naming);
    W.open();
    node(L.Body);
    W.add(makeLoop(L, W.close()));
  }
  void leaf(const Leaf &L) override {
    Test.Tested->Subscripts = expressions(L.Coordinates);
    W.add(looptree::share(Test));
  }

  const Names &Naming;
  looptree::BelieveNode Test;
};

} // namespace

/// Loops over the elements that \p B is about, with a test of each.
static llvm::Expected<Block> testElements(const Scop &S, const ElementBelief &B,
                                          Names &N) {
  const Array *A = S.findArray(isl_set_get_tuple_name(B.Elements.get()));
  if (!A || A->Made || A->Private)
    return Block();
  NestOptions Options;
  for (unsigned D = 0; D < A->Rank; ++D)
    Options.Counters.push_back(N.counter("e", Options.Counters));
  isl::set Elements = B.Elements.intersect_params(S.Context);
  isl::map Order = isl::manage(
      isl_map_reset_tuple_id(Elements.identity().release(), isl_dim_out));
  llvm::Expected<Nest> Loops =
      buildNest(S.Context, isl::union_map(Order), Options, N);
  if (!Loops)
    return Loops.takeError();
  looptree::BelieveNode Test;
  Test.Value = N.fresh("element");
  Test.Text = B.Text;
  N.bind(Test.Value, Test.Value);
  isl_set *Values =
      isl_set_move_dims(B.Values.copy(), isl_dim_param, 0, isl_dim_set, 0, 1);
  Values = isl_set_set_dim_name(Values, isl_dim_param, 0, Test.Value.c_str());
  isl::set Holds = isl::manage(isl_set_params(Values));
  llvm::Expected<Expr> Condition =
      condition(isl::set::universe(Holds.get_space()), Holds, N);
  if (!Condition)
    return Condition.takeError();
  Test.Condition = std::move(*Condition);
  Test.Tested = looptree::Element();
  Test.Tested->Array = A - S.Arrays.data();
  Builder W;
  ElementTests(N, W, std::move(Test)).node(Loops->Root);
  return W.take();
}

llvm::Error addBeliefs(const Scop &S, std::vector<BelievedCondition> Apart,
                       Names &N, Block &Loops) {
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
  for (const ElementBelief &B : S.ElementBeliefs) {
    llvm::Expected<Block> Tests = testElements(S, B, N);
    if (!Tests)
      return Tests.takeError();
    looptree::append(Result, *Tests);
  }
  for (BelievedCondition &B : Apart)
    Result.push_back(test(std::move(B)));
  looptree::append(Result, Loops);
  for (unsigned I = 0; I < S.Parameters.size(); ++I)
    if (S.Parameters[I].IsExposed)
      Result.push_back(test(
          {compare(Expr::Equal, Expr::parameter(I),
                   Expr::variable(operand(N.of(S.Parameters[I].Name)))),
           "'" + S.Parameters[I].Name + "' does not change in the region"}));
  Loops = std::move(Result);
  return llvm::Error::success();
}

} // namespace lower
} // namespace stevedore
