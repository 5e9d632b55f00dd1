//===- PointLoops.cpp - Loops over the points of a set --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointLoops.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "isl/ast_build.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <algorithm>

using namespace stevedore;

/// \p E translated; takes ownership. An operation that never occurs in loops
/// that scan a set makes the translation fail.
PointLoops::Expr PointLoops::expression(isl_ast_expr *E) {
  Expr Result;
  isl_ast_expr_type Type = isl_ast_expr_get_type(E);
  if (Type == isl_ast_expr_int) {
    isl::val V = isl::manage(isl_ast_expr_get_val(E));
    Result.Value = V.get_num_si();
  } else if (Type == isl_ast_expr_id) {
    isl::id Id = isl::manage(isl_ast_expr_get_id(E));
    auto It = Counters.find(Id.get_name());
    Result.K = Expr::Counter;
    IsKnown &= It != Counters.end();
    Result.Value = It != Counters.end() ? It->second : 0;
  } else if (Type == isl_ast_expr_op) {
    Result.K = Expr::Operation;
    Result.Op = isl_ast_expr_op_get_type(E);
    for (int I = 0; I < isl_ast_expr_op_get_n_arg(E); ++I)
      Result.Args.push_back(expression(isl_ast_expr_op_get_arg(E, I)));
  } else {
    IsKnown = false;
  }
  isl_ast_expr_free(E);
  return Result;
}

int64_t PointLoops::eval(const Expr &E) const {
  if (E.K == Expr::Constant)
    return E.Value;
  if (E.K == Expr::Counter)
    return Values[E.Value];
  int64_t A = eval(E.Args[0]);
  switch (E.Op) {
  case isl_ast_expr_op_and:
  case isl_ast_expr_op_and_then:
    return A && eval(E.Args[1]);
  case isl_ast_expr_op_or:
  case isl_ast_expr_op_or_else:
    return A || eval(E.Args[1]);
  case isl_ast_expr_op_minus:
    return -A;
  case isl_ast_expr_op_cond:
  case isl_ast_expr_op_select:
    return A ? eval(E.Args[1]) : eval(E.Args[2]);
  default:
    break;
  }
  int64_t B = E.Args.size() > 1 ? eval(E.Args[1]) : 0;
  switch (E.Op) {
  case isl_ast_expr_op_max:
  case isl_ast_expr_op_min: {
    for (const Expr &Arg : E.Args) {
      int64_t V = eval(Arg);
      A = E.Op == isl_ast_expr_op_max ? std::max(A, V) : std::min(A, V);
    }
    return A;
  }
  case isl_ast_expr_op_add:
    return A + B;
  case isl_ast_expr_op_sub:
    return A - B;
  case isl_ast_expr_op_mul:
    return A * B;
  case isl_ast_expr_op_div:
  case isl_ast_expr_op_pdiv_q:
    return A / B;
  case isl_ast_expr_op_fdiv_q:
    return llvm::divideFloorSigned(A, B);
  case isl_ast_expr_op_pdiv_r:
  case isl_ast_expr_op_zdiv_r:
    return A % B;
  case isl_ast_expr_op_eq:
    return A == B;
  case isl_ast_expr_op_le:
    return A <= B;
  case isl_ast_expr_op_lt:
    return A < B;
  case isl_ast_expr_op_ge:
    return A >= B;
  case isl_ast_expr_op_gt:
    return A > B;
  default:
    return 0;
  }
}

bool PointLoops::Expr::mentions(unsigned Counter) const {
  return (K == Expr::Counter && Value == Counter) ||
         llvm::any_of(Args, [&](const Expr &E) { return E.mentions(Counter); });
}

/// Coordinates of points do not matter: they are not counted.
bool PointLoops::Node::mentions(unsigned Counter) const {
  return Init.mentions(Counter) || Condition.mentions(Counter) ||
         Last.mentions(Counter) ||
         llvm::any_of(Body, [&](const Node &N) { return N.mentions(Counter); });
}

void PointLoops::addChild(isl_ast_node *N, Node &Parent) {
  Node Child;
  IsKnown &= translate(N, Child);
  Parent.Body.push_back(std::move(Child));
  isl_ast_node_free(N);
}

/// `for (c = Init; c <= Last; c += Step)`; isl may write `<` for the bound.
bool PointLoops::translateFor(isl_ast_node *N, Node &Result) {
  Result.K = Node::For;
  Result.Init = expression(isl_ast_node_for_get_init(N));
  isl_ast_expr *Iterator = isl_ast_node_for_get_iterator(N);
  isl::id Id = isl::manage(isl_ast_expr_get_id(Iterator));
  isl_ast_expr_free(Iterator);
  Result.Counter = Values.size();
  Values.push_back(0);
  Counters[Id.get_name()] = Result.Counter;
  if (isl_ast_node_for_is_degenerate(N) == isl_bool_true) {
    Result.Last = Result.Init;
  } else {
    Expr Condition = expression(isl_ast_node_for_get_cond(N));
    Expr Step = expression(isl_ast_node_for_get_inc(N));
    IsKnown &= Step.K == Expr::Constant && Condition.Args.size() == 2 &&
               (Condition.Op == isl_ast_expr_op_le ||
                Condition.Op == isl_ast_expr_op_lt);
    if (!IsKnown)
      return false;
    Result.Step = Step.Value;
    Result.Last = Condition.Args[1];
    if (Condition.Op == isl_ast_expr_op_lt) {
      Expr One;
      One.Value = 1;
      Expr Minus;
      Minus.K = Expr::Operation;
      Minus.Op = isl_ast_expr_op_sub;
      Minus.Args = {Result.Last, One};
      Result.Last = Minus;
    }
  }
  addChild(isl_ast_node_for_get_body(N), Result);
  Result.DependsOnCounter = Result.Body[0].mentions(Result.Counter);
  return IsKnown;
}

/// The call of a point has its coordinates as arguments, after its name.
void PointLoops::translatePoint(isl_ast_node *N, Node &Result) {
  isl_ast_expr *Call = isl_ast_node_user_get_expr(N);
  for (int I = 1; I < isl_ast_expr_op_get_n_arg(Call); ++I)
    Result.Coordinates.push_back(expression(isl_ast_expr_op_get_arg(Call, I)));
  isl_ast_expr_free(Call);
}

bool PointLoops::translate(isl_ast_node *N, Node &Result) {
  switch (isl_ast_node_get_type(N)) {
  case isl_ast_node_user:
    translatePoint(N, Result);
    return IsKnown;
  case isl_ast_node_for:
    return translateFor(N, Result);
  case isl_ast_node_mark:
    Result.K = Node::Block;
    addChild(isl_ast_node_mark_get_node(N), Result);
    return IsKnown;
  case isl_ast_node_block: {
    Result.K = Node::Block;
    isl_ast_node_list *List = isl_ast_node_block_get_children(N);
    for (int I = 0; I < isl_ast_node_list_n_ast_node(List); ++I)
      addChild(isl_ast_node_list_get_ast_node(List, I), Result);
    isl_ast_node_list_free(List);
    return IsKnown;
  }
  case isl_ast_node_if:
    Result.K = Node::If;
    Result.Condition = expression(isl_ast_node_if_get_cond(N));
    addChild(isl_ast_node_if_get_then_node(N), Result);
    if (isl_ast_node_if_has_else_node(N) == isl_bool_true)
      addChild(isl_ast_node_if_get_else_node(N), Result);
    return IsKnown;
  default:
    return false;
  }
}

/// The clock is looked at once in a while: it takes as long as many steps.
void PointLoops::step() {
  if (++Steps % 65536 == 0)
    IsTimeOver |= Budget::isTimeOver();
}

uint64_t PointLoops::countAt(const Node &N) {
  step();
  switch (N.K) {
  case Node::Point:
    return 1;
  case Node::Block: {
    uint64_t Total = 0;
    for (const Node &Child : N.Body)
      Total += countAt(Child);
    return Total;
  }
  case Node::If:
    if (eval(N.Condition))
      return countAt(N.Body[0]);
    return N.Body.size() > 1 ? countAt(N.Body[1]) : 0;
  case Node::For:
    break;
  }
  int64_t First = eval(N.Init), Last = eval(N.Last);
  if (Last < First)
    return 0;
  if (!N.DependsOnCounter) {
    Values[N.Counter] = First;
    return ((Last - First) / N.Step + 1) * countAt(N.Body[0]);
  }
  uint64_t Total = 0;
  for (int64_t C = First; C <= Last && !isOverLimit(); C += N.Step) {
    Values[N.Counter] = C;
    Total += countAt(N.Body[0]);
  }
  return Total;
}

/// What visitSome() goes by.
struct PointLoops::Sampling {
  unsigned Breadth;
  llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> Visit;
  bool IsComplete = true;
  bool HasEnded = false;
};

/// Numbers from 0 to \p Count - 1, ascending: all of them if they are at most
/// \p Breadth; else the one in the middle, then the ends, the ones next to
/// them, and more at equal distances, as \p Breadth grows.
static std::vector<int64_t> someOf(int64_t Count, unsigned Breadth) {
  std::vector<int64_t> Result;
  if (Count <= int64_t(Breadth)) {
    for (int64_t I = 0; I < Count; ++I)
      Result.push_back(I);
    return Result;
  }
  Result.push_back(Count / 2);
  if (Breadth >= 3)
    Result.insert(Result.end(), {0, Count - 1});
  if (Breadth >= 5)
    Result.insert(Result.end(), {1, Count - 2});
  for (unsigned I = 5; I < Breadth; ++I)
    Result.push_back(Count * (I - 4) / (Breadth - 4));
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

void PointLoops::visitLoop(const Node &N, Sampling &S) {
  int64_t First = eval(N.Init), Last = eval(N.Last);
  if (Last < First)
    return;
  int64_t Count = (Last - First) / N.Step + 1;
  S.IsComplete &= Count <= int64_t(S.Breadth);
  for (int64_t I : someOf(Count, S.Breadth)) {
    Values[N.Counter] = First + I * N.Step;
    visitAt(N.Body[0], S);
    if (S.HasEnded)
      return;
  }
}

void PointLoops::visitAt(const Node &N, Sampling &S) {
  step();
  S.HasEnded |= IsTimeOver;
  switch (N.K) {
  case Node::Point: {
    std::vector<int64_t> At;
    for (const Expr &E : N.Coordinates)
      At.push_back(eval(E));
    S.HasEnded |= !S.Visit(At);
    return;
  }
  case Node::Block:
    for (const Node &Child : N.Body)
      if (!S.HasEnded)
        visitAt(Child, S);
    return;
  case Node::If:
    if (eval(N.Condition))
      visitAt(N.Body[0], S);
    else if (N.Body.size() > 1)
      visitAt(N.Body[1], S);
    return;
  case Node::For:
    return visitLoop(N, S);
  }
}

bool PointLoops::visitSome(
    unsigned Breadth, llvm::function_ref<bool(llvm::ArrayRef<int64_t>)> Visit) {
  Sampling S{Breadth, Visit};
  visitAt(Root, S);
  return S.IsComplete && !S.HasEnded;
}

llvm::Expected<PointLoops> PointLoops::create(const isl::set &Points) {
  PointLoops Result;
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P) {
    Result.Counters[isl_set_get_dim_name(Points.get(), isl_dim_param, P)] = P;
    Result.Values.push_back(0);
  }
  isl::map Identity = isl::map::identity(Points.get_space().map_from_set())
                          .intersect_domain(Points);
  Identity =
      isl::manage(isl_map_reset_tuple_id(Identity.release(), isl_dim_out));
  isl::ast_build Build = isl::manage(isl_ast_build_alloc(Points.ctx().get()));
  isl::ast_node Ast = Build.node_from_schedule_map(isl::union_map(Identity));
  if (Ast.is_null())
    return islError(Points.ctx().get(), "loops over the points of a set");
  if (!Result.translate(Ast.get(), Result.Root))
    return llvm::make_error<IslError>(
        IslError::Invalid,
        "isl's loops over a set have a form that cannot be counted");
  return Result;
}
