//===- PointCount.cpp - Counting the points of a set ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointCount.h"
#include "isl/ast.h"
#include "isl/ast_build.h"
#include "isl/map.h"
#include "isl/point.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>
#include <vector>

using namespace stevedore;

namespace {

/// An isl AST expression ready to be evaluated often.
struct Expr {
  isl_ast_expr_op_type Op = isl_ast_expr_op_error;
  enum { Constant, Counter, Operation } K = Constant;
  int64_t Value = 0;
  std::vector<Expr> Args;
};

/// A loop nest; the leaves are points.
struct Node {
  enum { Point, Block, If, For } K = Point;
  unsigned Counter = 0;
  int64_t Step = 1;
  Expr Init, Condition, Last;
  std::vector<Node> Body;
  bool DependsOnCounter = true;
};

/// Turns an isl AST into Nodes and counts its leaves.
class Scanner {
public:
  bool translate(isl_ast_node *N, Node &Result);
  uint64_t count(const Node &N);
  /// Lets expressions mention \p Name; the value is set by setArgument() with
  /// the number that is returned.
  unsigned addArgument(const std::string &Name);
  void setArgument(unsigned Index, int64_t Value) { Values[Index] = Value; }
  /// The loop iterations that count() went through.
  uint64_t numSteps() const { return Steps; }

private:
  uint64_t Steps = 0;
  std::map<std::string, unsigned> Counters;
  std::vector<int64_t> Values;
  bool Ok = true;

  Expr expression(isl_ast_expr *E);
  void addChild(isl_ast_node *N, Node &Parent);
  bool translateFor(isl_ast_node *N, Node &Result);
  int64_t eval(const Expr &E) const;
};

} // namespace

/// \p E translated; takes ownership. An operation that never occurs in loops
/// that scan a set makes the translation fail.
Expr Scanner::expression(isl_ast_expr *E) {
  Expr Result;
  isl_ast_expr_type Type = isl_ast_expr_get_type(E);
  if (Type == isl_ast_expr_int) {
    isl::val V = isl::manage(isl_ast_expr_get_val(E));
    Result.Value = V.get_num_si();
  } else if (Type == isl_ast_expr_id) {
    isl::id Id = isl::manage(isl_ast_expr_get_id(E));
    auto It = Counters.find(Id.get_name());
    Result.K = Expr::Counter;
    Ok &= It != Counters.end();
    Result.Value = It != Counters.end() ? It->second : 0;
  } else if (Type == isl_ast_expr_op) {
    Result.K = Expr::Operation;
    Result.Op = isl_ast_expr_op_get_type(E);
    for (int I = 0; I < isl_ast_expr_op_get_n_arg(E); ++I)
      Result.Args.push_back(expression(isl_ast_expr_op_get_arg(E, I)));
  } else {
    Ok = false;
  }
  isl_ast_expr_free(E);
  return Result;
}

int64_t Scanner::eval(const Expr &E) const {
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

static bool mentions(const Expr &E, unsigned Counter) {
  if (E.K == Expr::Counter && E.Value == Counter)
    return true;
  for (const Expr &Arg : E.Args)
    if (mentions(Arg, Counter))
      return true;
  return false;
}

static bool mentions(const Node &N, unsigned Counter) {
  if (mentions(N.Init, Counter) || mentions(N.Condition, Counter) ||
      mentions(N.Last, Counter))
    return true;
  for (const Node &Child : N.Body)
    if (mentions(Child, Counter))
      return true;
  return false;
}

void Scanner::addChild(isl_ast_node *N, Node &Parent) {
  Node Child;
  Ok &= translate(N, Child);
  Parent.Body.push_back(std::move(Child));
  isl_ast_node_free(N);
}

/// `for (c = Init; c <= Last; c += Step)`; isl may write `<` for the bound.
bool Scanner::translateFor(isl_ast_node *N, Node &Result) {
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
    Ok &= Step.K == Expr::Constant && Condition.Args.size() == 2 &&
          (Condition.Op == isl_ast_expr_op_le ||
           Condition.Op == isl_ast_expr_op_lt);
    if (!Ok)
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
  Result.DependsOnCounter = mentions(Result.Body[0], Result.Counter);
  return Ok;
}

bool Scanner::translate(isl_ast_node *N, Node &Result) {
  switch (isl_ast_node_get_type(N)) {
  case isl_ast_node_user:
    return Ok;
  case isl_ast_node_for:
    return translateFor(N, Result);
  case isl_ast_node_mark:
    Result.K = Node::Block;
    addChild(isl_ast_node_mark_get_node(N), Result);
    return Ok;
  case isl_ast_node_block: {
    Result.K = Node::Block;
    isl_ast_node_list *List = isl_ast_node_block_get_children(N);
    for (int I = 0; I < isl_ast_node_list_n_ast_node(List); ++I)
      addChild(isl_ast_node_list_get_ast_node(List, I), Result);
    isl_ast_node_list_free(List);
    return Ok;
  }
  case isl_ast_node_if:
    Result.K = Node::If;
    Result.Condition = expression(isl_ast_node_if_get_cond(N));
    addChild(isl_ast_node_if_get_then_node(N), Result);
    if (isl_ast_node_if_has_else_node(N) == isl_bool_true)
      addChild(isl_ast_node_if_get_else_node(N), Result);
    return Ok;
  default:
    return false;
  }
}

unsigned Scanner::addArgument(const std::string &Name) {
  unsigned Index = Values.size();
  Counters[Name] = Index;
  Values.push_back(0);
  return Index;
}

uint64_t Scanner::count(const Node &N) {
  ++Steps;
  switch (N.K) {
  case Node::Point:
    return 1;
  case Node::Block: {
    uint64_t Total = 0;
    for (const Node &Child : N.Body)
      Total += count(Child);
    return Total;
  }
  case Node::If:
    if (eval(N.Condition))
      return count(N.Body[0]);
    return N.Body.size() > 1 ? count(N.Body[1]) : 0;
  case Node::For:
    break;
  }
  int64_t First = eval(N.Init), Last = eval(N.Last);
  if (Last < First)
    return 0;
  if (!N.DependsOnCounter) {
    Values[N.Counter] = First;
    return ((Last - First) / N.Step + 1) * count(N.Body[0]);
  }
  uint64_t Total = 0;
  for (int64_t C = First; C <= Last; C += N.Step) {
    Values[N.Counter] = C;
    Total += count(N.Body[0]);
  }
  return Total;
}

llvm::Expected<uint64_t> stevedore::countPoints(isl::set Points) {
  isl_ctx *Ctx = Points.ctx().get();
  if (Points.is_empty().is_true())
    return 0;
  if (!Points.is_bounded().is_true())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the set has infinitely many points");
  isl::map Identity = isl::map::identity(Points.get_space().map_from_set())
                          .intersect_domain(Points);
  Identity = isl::manage(
      isl_map_reset_tuple_id(Identity.release(), isl_dim_out));
  isl::ast_build Build = isl::manage(isl_ast_build_alloc(Ctx));
  isl::ast_node Ast = Build.node_from_schedule_map(isl::union_map(Identity));
  if (Ast.is_null())
    return islError(Ctx, "the number of points of a set");
  Scanner S;
  Node Root;
  if (!S.translate(Ast.get(), Root))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "isl's loops over a set have a form that "
                                   "cannot be counted");
  return S.count(Root);
}

/// Arguments and steps beyond these are not looked at: a part of a second.
static constexpr uint64_t MaxArguments = 50000;
static constexpr uint64_t MaxSteps = 5000000;

/// The name of argument number \p K, which no counter of isl's has.
static std::string argumentName(unsigned K) {
  return "argument" + std::to_string(K);
}

/// The images of one argument, { [m] }, with the argument as parameters.
static isl::set imagesOfOne(const isl::map &Images, unsigned NumArguments) {
  isl_map *Map = isl_map_move_dims(Images.copy(), isl_dim_param, 0, isl_dim_in,
                                   0, NumArguments);
  for (unsigned K = 0; K < NumArguments; ++K)
    Map = isl_map_set_dim_name(Map, isl_dim_param, K, argumentName(K).c_str());
  return isl::manage(isl_map_range(Map));
}

/// isl's loops over \p Points.
static isl::ast_node scan(const isl::set &Points) {
  isl::map Identity = isl::map::identity(Points.get_space().map_from_set())
                          .intersect_domain(Points);
  Identity =
      isl::manage(isl_map_reset_tuple_id(Identity.release(), isl_dim_out));
  isl::ast_build Build = isl::manage(isl_ast_build_alloc(Points.ctx().get()));
  return Build.node_from_schedule_map(isl::union_map(Identity));
}

llvm::Expected<uint64_t> stevedore::largestImage(isl::map Images) {
  isl::ctx Ctx = Images.ctx();
  unsigned NumArguments = countOf(Images.domain_tuple_dim());
  isl::set Arguments = Images.domain();
  if (!Arguments.is_bounded().is_true() ||
      !Images.range().is_bounded().is_true())
    return islError(Ctx.get(), "the largest of unbounded sets");
  isl::ast_node Ast = scan(imagesOfOne(Images, NumArguments));
  if (Ast.is_null())
    return islError(Ctx.get(), "the largest number of points of some sets");
  Scanner S;
  for (unsigned K = 0; K < NumArguments; ++K)
    S.addArgument(argumentName(K));
  Node Root;
  if (!S.translate(Ast.get(), Root))
    return llvm::make_error<IslError>(
        IslError::Invalid,
        "isl's loops over a set have a form that cannot be counted");
  uint64_t Largest = 0, NumSeen = 0;
  isl::stat Done = Arguments.foreach_point([&](isl::point Argument) {
    for (unsigned K = 0; K < NumArguments; ++K) {
      isl::val At = isl::manage(
          isl_point_get_coordinate_val(Argument.get(), isl_dim_set, K));
      S.setArgument(K, At.get_num_si());
    }
    Largest = std::max(Largest, S.count(Root));
    return ++NumSeen < MaxArguments && S.numSteps() < MaxSteps
               ? isl::stat::ok()
               : isl::stat::error();
  });
  if (NumSeen >= MaxArguments || S.numSteps() >= MaxSteps)
    return llvm::make_error<IslError>(
        IslError::Budget, "too many sets to count the largest of them");
  if (Done.is_error())
    return islError(Ctx.get(), "the largest number of points of some sets");
  return Largest;
}
