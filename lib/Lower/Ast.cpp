//===- Ast.cpp - Loop nests from isl --------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ast.h"
#include "stevedore/Support/Coalesce.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/ast.h"
#include "isl/ast_build.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/options.h"
#include "isl/set.h"
#include "isl/union_map.h"

namespace stevedore {
namespace lower {

namespace {

/// State of one call of buildNest(), reached from isl's callback.
struct Visitor {
  const NestOptions &Options;
  const Names &N;
  Nest &Result;
  /// Access relations as functions, computed once per statement.
  std::map<std::string, std::vector<isl::pw_multi_aff>> Functions;

  const std::vector<isl::pw_multi_aff> &functions(const Statement &S);
  isl_ast_node *visit(isl_ast_node *Node, isl_ast_build *Build);
};

} // namespace

/// The elements \p Accessed as a function, in the dimensions \p Chosen 0. What
/// no instance accesses, as in a branch of `?:` that is never taken, is the
/// first element: isl has no expression for none.
static isl::pw_multi_aff accessFunction(isl::map Accessed,
                                        llvm::ArrayRef<unsigned> Chosen) {
  for (unsigned D : Chosen)
    Accessed = isl::manage(
        isl_map_fix_si(isl_map_eliminate(Accessed.release(), isl_dim_out, D, 1),
                       isl_dim_out, D, 0));
  isl::pw_multi_aff Result =
      isl::manage(isl_pw_multi_aff_from_map(Accessed.release()));
  if (isl_pw_multi_aff_n_piece(Result.get()) != 0)
    return Result;
  return isl::manage(
      isl_pw_multi_aff_zero(isl_pw_multi_aff_get_space(Result.get())));
}

const std::vector<isl::pw_multi_aff> &Visitor::functions(const Statement &S) {
  auto [It, New] = Functions.try_emplace(S.Name);
  if (New)
    for (const Access &A : S.Accesses)
      It->second.push_back(
          accessFunction(A.Relation.intersect_domain(S.Domain), A.Chosen));
  return It->second;
}

/// The arguments of the call or access expression \p E from the second on.
static std::vector<Affine> indices(const isl::ast_expr &E, const Names &N) {
  std::vector<Affine> Result;
  int Count = isl_ast_expr_op_get_n_arg(E.get());
  for (int I = 1; I < Count; ++I)
    Result.push_back(
        toAffine(isl::manage(isl_ast_expr_op_get_arg(E.get(), I)), N));
  return Result;
}

/// Records what the leaf \p Node executes: the instance, and for a statement
/// the elements it accesses, by pulling the access functions back along the
/// inverse of the schedule.
isl_ast_node *Visitor::visit(isl_ast_node *Node, isl_ast_build *Build) {
  auto L = std::make_unique<Leaf>();
  isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(Node));
  isl::ast_expr Callee = isl::manage(isl_ast_expr_op_get_arg(Call.get(), 0));
  L->Tuple = isl::manage(isl_ast_expr_id_get_id(Callee.get())).get_name();
  L->Coordinates = indices(Call, N);
  const Statement *S =
      Options.Program ? Options.Program->findStatement(L->Tuple) : nullptr;
  if (S) {
    isl_map *Schedule =
        isl_map_from_union_map(isl_ast_build_get_schedule(Build));
    isl::pw_multi_aff Instance =
        isl::manage(isl_pw_multi_aff_from_map(isl_map_reverse(Schedule)));
    for (auto [A, F] : llvm::zip(S->Accesses, functions(*S))) {
      isl::pw_multi_aff Here = isl::manage(
          isl_pw_multi_aff_pullback_pw_multi_aff(F.copy(), Instance.copy()));
      // Of an access that is not made anywhere here isl has no expression.
      if (Here.domain().is_empty().is_true())
        Here = isl::manage(
            isl_pw_multi_aff_zero(isl_pw_multi_aff_get_space(Here.get())));
      isl::ast_expr E = isl::manage(
          isl_ast_build_access_from_pw_multi_aff(Build, Here.release()));
      if (E.is_null())
        return isl_ast_node_free(Node);
      L->Accesses.push_back(indices(E, N));
      for (auto [Number, D] : llvm::enumerate(A.Chosen))
        L->Accesses.back()[D] = Affine::name(looptree::chosenSubscript(Number));
    }
  }
  isl_id *Tag = isl_id_alloc(isl_ast_node_get_ctx(Node), "leaf", L.get());
  Result.Leaves.push_back(std::move(L));
  return isl_ast_node_set_annotation(Node, Tag);
}

static isl_ast_node *visitLeaf(isl_ast_node *Node, isl_ast_build *Build,
                               void *User) {
  return static_cast<Visitor *>(User)->visit(Node, Build);
}

/// { [t] -> atomic[d]; [t] -> separate[d] } over the schedule space.
///
/// Where the statements of a loop have strides with different offsets, isl
/// shifts them to one offset, which it takes from the distances to one of them.
/// It may have no instance where two others have the same offset, and their
/// order is then lost. Options that refer to a counter keep isl from shifting
/// it: { [t] -> unroll[d] : d < 0 and d < t_i } and the same for -t_i, of loops
/// that there are not. Neither is implied by what is known of t_i.
static isl::union_map loopOptions(isl::ctx Ctx, const NestOptions &Options) {
  std::string Point = "[";
  for (unsigned I = 0; I < Options.Counters.size(); ++I)
    Point += (I ? ", t" : "t") + std::to_string(I);
  std::string Count = std::to_string(Options.Atomic);
  std::string Text = "{ " + Point + "] -> atomic[d] : 0 <= d < " + Count;
  if (Options.Separate)
    Text += "; " + Point + "] -> separate[" + Count + "]";
  for (unsigned I = 0; I < Options.Counters.size(); ++I)
    for (const char *Sign : {"", "-"})
      Text += "; " + Point + "] -> unroll[d] : d < 0 and d < " + Sign + "t" +
              std::to_string(I);
  return isl::union_map(Ctx, Text + " }");
}

/// The nodes directly below \p Node.
static std::vector<isl::ast_node> below(const isl::ast_node &Node) {
  switch (kind(Node)) {
  case isl_ast_node_block:
    return children(Node);
  case isl_ast_node_for:
    return {isl::manage(isl_ast_node_for_get_body(Node.get()))};
  case isl_ast_node_mark:
    return {isl::manage(isl_ast_node_mark_get_node(Node.get()))};
  case isl_ast_node_if: {
    std::vector<isl::ast_node> Result = {
        isl::manage(isl_ast_node_if_get_then_node(Node.get()))};
    if (isl_ast_node_if_has_else_node(Node.get()) == isl_bool_true)
      Result.push_back(isl::manage(isl_ast_node_if_get_else_node(Node.get())));
    return Result;
  }
  default:
    return {};
  }
}

/// Whether each loop below \p Node has a condition that may fail.
static bool isBounded(const isl::ast_node &Node) {
  if (kind(Node) == isl_ast_node_for &&
      isl_ast_node_for_is_degenerate(Node.get()) != isl_bool_true) {
    isl::ast_expr Condition =
        isl::manage(isl_ast_node_for_get_cond(Node.get()));
    if (isl_ast_expr_get_type(Condition.get()) == isl_ast_expr_int)
      return false;
  }
  return llvm::all_of(below(Node), isBounded);
}

/// What generates loops and expressions with the parameters of \p Space where
/// \p Context holds. The context has to know all of them: from one that does
/// not mention m, isl 0.27 concludes that n mod 6 is as good as (n + m) mod 6.
static isl_ast_build *startBuild(const isl::set &Context,
                                 const isl::space &Space) {
  return isl_ast_build_from_context(
      Context.align_params(Space.params()).release());
}

llvm::Expected<Nest> buildNest(isl::set Context, isl::union_map Schedule,
                               const NestOptions &Options, const Names &N) {
  isl_ctx *Ctx = Context.ctx().get();
  isl_options_set_ast_build_detect_min_max(Ctx, 1);
  Nest Result;
  Visitor V{Options, N, Result, {}};
  isl_id_list *Counters = isl_id_list_alloc(Ctx, Options.Counters.size());
  for (const std::string &Name :
       llvm::concat<const std::string>(Options.Counters, Options.MoreCounters))
    Counters =
        isl_id_list_add(Counters, isl_id_alloc(Ctx, Name.c_str(), nullptr));
  isl_ast_build *Build = startBuild(Context, Schedule.get_space());
  Build = isl_ast_build_set_iterators(Build, Counters);
  Build = isl_ast_build_set_at_each_domain(Build, visitLeaf, &V);
  Build = isl_ast_build_set_options(
      Build, loopOptions(Context.ctx(), Options).release());
  Result.Root =
      isl::manage(isl_ast_build_node_from_schedule_map(Build, Schedule.copy()));
  isl_ast_build_free(Build);
  if (Result.Root.is_null())
    return islError(Ctx, "the loops of a region");
  if (!isBounded(Result.Root))
    return llvm::createStringError("a loop of the region has no upper bound");
  return std::move(Result);
}

const Leaf &Nest::leaf(const isl::ast_node &User) {
  isl_id *Tag = isl_ast_node_get_annotation(User.get());
  const Leaf *Result = static_cast<const Leaf *>(isl_id_get_user(Tag));
  isl_id_free(Tag);
  return *Result;
}

isl_ast_node_type kind(const isl::ast_node &Node) {
  return isl_ast_node_get_type(Node.get());
}

std::vector<isl::ast_node> children(const isl::ast_node &Block) {
  std::vector<isl::ast_node> Result;
  isl_ast_node_list *List = isl_ast_node_block_get_children(Block.get());
  int Count = isl_ast_node_list_n_ast_node(List);
  for (int I = 0; I < Count; ++I)
    Result.push_back(isl::manage(isl_ast_node_list_get_ast_node(List, I)));
  isl_ast_node_list_free(List);
  return Result;
}

std::vector<const Leaf *> leavesBelow(const isl::ast_node &Node) {
  if (kind(Node) == isl_ast_node_user)
    return {&Nest::leaf(Node)};
  std::vector<const Leaf *> Result;
  for (const isl::ast_node &Child : below(Node)) {
    std::vector<const Leaf *> More = leavesBelow(Child);
    Result.insert(Result.end(), More.begin(), More.end());
  }
  return Result;
}

bool hasLoop(const isl::ast_node &Node) {
  if (kind(Node) == isl_ast_node_for &&
      isl_ast_node_for_is_degenerate(Node.get()) != isl_bool_true)
    return true;
  for (const isl::ast_node &Child : below(Node))
    if (hasLoop(Child))
      return true;
  return false;
}

Loop takeApart(const isl::ast_node &For, const Names &N) {
  Loop L;
  isl::ast_expr Counter = isl::manage(isl_ast_node_for_get_iterator(For.get()));
  isl::ast_expr Init = isl::manage(isl_ast_node_for_get_init(For.get()));
  L.Counter = toExpr(Counter, N).name().str();
  L.Init = toExpr(Init, N);
  L.InitForm = toAffine(Init, N);
  L.Body = isl::manage(isl_ast_node_for_get_body(For.get()));
  L.Degenerate = isl_ast_node_for_is_degenerate(For.get()) == isl_bool_true;
  if (L.Degenerate)
    return L;
  isl::ast_expr Increment = isl::manage(isl_ast_node_for_get_inc(For.get()));
  L.Step = toAffine(Increment, N).constant();
  isl::ast_expr Condition = isl::manage(isl_ast_node_for_get_cond(For.get()));
  L.Condition = toExpr(Condition, N);
  isl_ast_expr_op_type Type = isl_ast_expr_op_get_type(Condition.get());
  bool Inclusive = Type == isl_ast_expr_op_le;
  if (!Inclusive && Type != isl_ast_expr_op_lt)
    return L;
  if (toExpr(isl::manage(isl_ast_expr_op_get_arg(Condition.get(), 0)), N) !=
      Expr::variable(L.Counter))
    return L;
  Affine Bound =
      toAffine(isl::manage(isl_ast_expr_op_get_arg(Condition.get(), 1)), N);
  L.Last = Bound.add(Affine(Inclusive ? 0 : -1));
  return L;
}

llvm::Expected<Expr> condition(isl::set Context, isl::set S, const Names &N) {
  isl_ctx *Ctx = Context.ctx().get();
  isl::set Rest = coalesced(S.gist(Context));
  isl_ast_build *Build = startBuild(Context, Rest.get_space());
  isl::ast_expr E =
      isl::manage(isl_ast_build_expr_from_set(Build, Rest.release()));
  isl_ast_build_free(Build);
  if (E.is_null())
    return islError(Ctx, "a condition");
  return toExpr(E, N);
}

llvm::Expected<Expr> value(isl::set Context, isl::pw_aff A, const Names &N) {
  isl_ctx *Ctx = Context.ctx().get();
  isl_ast_build *Build = startBuild(Context, A.get_space());
  isl::ast_expr E = isl::manage(isl_ast_build_expr_from_pw_aff(
      Build, isl_pw_aff_gist(A.release(), Context.copy())));
  isl_ast_build_free(Build);
  if (E.is_null())
    return islError(Ctx, "a bound");
  return toExpr(E, N);
}

} // namespace lower
} // namespace stevedore
