//===- Original.cpp - The program in its original order -------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Original.h"
#include "Machine.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Support/Size.h"
#include "isl/ast_build.h"
#include "isl/id.h"
#include "isl/map.h"
#include "isl/set.h"

namespace stevedore {
namespace replay {

using looptree::Expr;

/// An AST build for parameters alone.
static isl::ast_build buildFor(isl::ctx Ctx) {
  return isl::manage(isl_ast_build_alloc(Ctx.get()));
}

/// \p E, which is taken.
llvm::Expected<Formula> Original::convert(isl_ast_expr *E) {
  isl::ast_expr Owned = isl::manage(E);
  if (Owned.is_null())
    return islError(S->ctx(), "an expression of the original loops");
  llvm::Expected<Expr> Converted = fromIsl(Owned);
  if (!Converted)
    return Converted.takeError();
  return Formula(*Converted, Names);
}

std::string iterationName(unsigned I) {
  return "iteration " + std::to_string(I);
}

/// Adds whether an instance of \p Stmt is one of \p Instances, which are some
/// of those of its domain.
llvm::Error Original::addCondition(const Statement &Stmt,
                                   const isl::set &Instances,
                                   std::vector<Formula> &Result) {
  Conditions.back().emplace_back();
  if (Stmt.Domain.is_subset(Instances).is_true()) {
    Result.emplace_back(Expr(1), Names);
    return llvm::Error::success();
  }
  isl_set *Moved = Instances.gist(Stmt.Domain).release();
  unsigned Dims = countOf(isl_set_dim(Moved, isl_dim_set));
  for (unsigned I = 0; I < Dims; ++I)
    Moved = isl_set_set_dim_id(
        Moved, isl_dim_set, I,
        isl_id_alloc(S->ctx(), iterationName(I).c_str(), nullptr));
  unsigned NumParameters = countOf(isl_set_dim(Moved, isl_dim_param));
  Moved = isl_set_reset_tuple_id(Moved);
  isl_map *Empty = isl_map_from_domain(Moved);
  Empty = isl_map_move_dims(Empty, isl_dim_param, NumParameters, isl_dim_in, 0,
                            Dims);
  isl::ast_build Build = buildFor(Stmt.Domain.ctx());
  isl::ast_expr Condition = isl::manage(
      isl_ast_build_expr_from_set(Build.get(), isl_map_params(Empty)));
  if (Condition.is_null())
    return islError(S->ctx(), "a condition of the original loops");
  llvm::Expected<Expr> Converted = fromIsl(Condition);
  if (!Converted)
    return Converted.takeError();
  Conditions.back().back() = *Converted;
  Result.emplace_back(*Converted, Names);
  return llvm::Error::success();
}

int64_t chosen(uint64_t Instance, unsigned Access, unsigned D, int64_t First,
               int64_t Last) {
  uint64_t Count = uint64_t(Last) - uint64_t(First) + 1;
  return First +
         int64_t(mix(mix(Instance, Access), D) % std::max<uint64_t>(Count, 1));
}

/// The subscripts of \p A, whose elements are { A[m] } with the iteration
/// vector among the parameters, and the ends of those that are chosen.
llvm::Error Original::addSubscripts(const Access &A, const isl::map &Elements,
                                    const isl::ast_build &Build,
                                    std::vector<Formula> &Result) {
  auto expression = [&](isl_pw_aff *Value) -> llvm::Expected<Expr> {
    isl::ast_expr E =
        isl::manage(isl_ast_build_expr_from_pw_aff(Build.get(), Value));
    if (E.is_null())
      return islError(S->ctx(), "a subscript of the original loops");
    return fromIsl(E);
  };
  isl::set All = Elements.range();
  isl::set Where = All.params();
  isl::set Single = All;
  for (unsigned D : A.Chosen)
    Single = isl::manage(
        isl_set_fix_si(isl_set_eliminate(Single.release(), isl_dim_set, D, 1),
                       isl_dim_set, D, 0));
  // A map that is a function only where it is defined is none without its
  // conditions: they go when it has become one.
  isl::pw_multi_aff Function = isl::manage(isl_pw_multi_aff_gist_params(
      isl_pw_multi_aff_from_set(Single.release()), Where.copy()));
  for (unsigned D = 0; D < S->Arrays[A.Array].Rank; ++D) {
    auto Subscript = expression(isl_pw_multi_aff_get_pw_aff(Function.get(), D));
    if (!Subscript)
      return Subscript.takeError();
    Result.emplace_back(*Subscript, Names);
  }
  auto end = [&](isl_pw_aff *Value) {
    return expression(isl_pw_aff_gist_params(Value, Where.copy()));
  };
  for (unsigned D : A.Chosen) {
    auto First = end(isl_set_dim_min(All.copy(), int(D)));
    if (!First)
      return First.takeError();
    auto Last = end(isl_set_dim_max(All.copy(), int(D)));
    if (!Last)
      return Last.takeError();
    Result.emplace_back(*First, Names);
    Result.emplace_back(*Last, Names);
    Choices.back().back().push_back({*First, *Last});
  }
  return llvm::Error::success();
}

/// The iteration vector becomes parameters, so that isl writes subscripts as
/// expressions in them.
llvm::Error Original::addAccesses(const Statement &Stmt) {
  Accesses Result;
  unsigned Dims = countOf(Stmt.Domain.tuple_dim());
  Conditions.emplace_back();
  Choices.emplace_back();
  for (unsigned I = 0; I < Dims; ++I)
    Result.Iteration.push_back(Names.of(iterationName(I)));
  isl::ast_build Build = buildFor(Stmt.Domain.ctx());
  for (const Access &A : Stmt.Accesses) {
    isl::map Relation = A.Relation.intersect_domain(Stmt.Domain);
    if (A.Chosen.empty() && !Relation.is_single_valued().is_true())
      return llvm::createStringError("an access of " + Stmt.Name +
                                     " is several elements in an instance");
    if (llvm::Error E =
            addCondition(Stmt, Relation.domain(), Result.Subscripts))
      return E;
    isl_map *Moved = Relation.is_empty().is_true()
                         ? isl_map_from_multi_aff(isl_multi_aff_zero(
                               A.Relation.get_space().release()))
                         : Relation.copy();
    for (unsigned I = 0; I < Dims; ++I)
      Moved = isl_map_set_dim_id(
          Moved, isl_dim_in, I,
          isl_id_alloc(S->ctx(), iterationName(I).c_str(), nullptr));
    unsigned NumParameters = countOf(isl_map_dim(Moved, isl_dim_param));
    Moved = isl_map_reset_tuple_id(Moved, isl_dim_in);
    Moved = isl_map_move_dims(Moved, isl_dim_param, NumParameters, isl_dim_in,
                              0, Dims);
    Choices.back().emplace_back();
    if (llvm::Error E =
            addSubscripts(A, isl::manage(Moved), Build, Result.Subscripts))
      return E;
  }
  Elements.push_back(std::move(Result));
  return llvm::Error::success();
}

llvm::Expected<Original::Action>
Original::sequence(const isl::ast_node &Block) {
  std::vector<Action> Parts;
  isl_ast_node_list *Children = isl_ast_node_block_get_children(Block.get());
  llvm::Error Failed = llvm::Error::success();
  for (int I = 0; I < isl_ast_node_list_size(Children) && !Failed; ++I) {
    llvm::Expected<Action> Part =
        actionOf(isl::manage(isl_ast_node_list_get_at(Children, I)));
    if (Part)
      Parts.push_back(std::move(*Part));
    else
      Failed = Part.takeError();
  }
  isl_ast_node_list_free(Children);
  if (Failed)
    return std::move(Failed);
  return [Parts = std::move(Parts)](State &Run) {
    for (const Action &Part : Parts)
      Part(Run);
  };
}

llvm::Expected<Original::Action> Original::loop(const isl::ast_node &For) {
  isl::ast_expr Iterator =
      isl::manage(isl_ast_node_for_get_iterator(For.get()));
  unsigned Counter =
      Names.of(isl::manage(isl_ast_expr_id_get_id(Iterator.get())).get_name());
  auto Init = convert(isl_ast_node_for_get_init(For.get()));
  if (!Init)
    return Init.takeError();
  auto Body = actionOf(isl::manage(isl_ast_node_for_get_body(For.get())));
  if (!Body)
    return Body;
  if (isl_ast_node_for_is_degenerate(For.get()) == isl_bool_true)
    return [=, Init = *Init, Body = *Body](State &Run) {
      Run.F.Values[Counter] = Init.evaluate(Run.F);
      Body(Run);
    };
  auto Condition = convert(isl_ast_node_for_get_cond(For.get()));
  if (!Condition)
    return Condition.takeError();
  auto Step = convert(isl_ast_node_for_get_inc(For.get()));
  if (!Step)
    return Step.takeError();
  return [=, Init = *Init, Condition = *Condition, Step = *Step,
          Body = *Body](State &Run) {
    for (Run.F.Values[Counter] = Init.evaluate(Run.F);
         Condition.evaluate(Run.F) && Run.T.Steps < Run.MaxSteps;
         Run.F.Values[Counter] += Step.evaluate(Run.F)) {
      ++Run.T.Steps;
      Body(Run);
    }
  };
}

llvm::Expected<Original::Action> Original::branch(const isl::ast_node &If) {
  auto Condition = convert(isl_ast_node_if_get_cond(If.get()));
  if (!Condition)
    return Condition.takeError();
  auto Then = actionOf(isl::manage(isl_ast_node_if_get_then_node(If.get())));
  if (!Then)
    return Then;
  Action Else = [](State &) {};
  if (isl_ast_node_if_has_else_node(If.get()) == isl_bool_true) {
    auto Node = actionOf(isl::manage(isl_ast_node_if_get_else_node(If.get())));
    if (!Node)
      return Node;
    Else = std::move(*Node);
  }
  return [=, Condition = *Condition, Then = *Then](State &Run) {
    if (Condition.evaluate(Run.F))
      Then(Run);
    else
      Else(Run);
  };
}

llvm::Expected<Original::Action> Original::instance(const isl::ast_node &User) {
  isl::ast_expr Call = isl::manage(isl_ast_node_user_get_expr(User.get()));
  isl::ast_expr Callee = isl::manage(isl_ast_expr_op_get_arg(Call.get(), 0));
  std::string Name =
      isl::manage(isl_ast_expr_id_get_id(Callee.get())).get_name();
  unsigned Number = S->findStatement(Name) - S->Statements.data();
  std::vector<Formula> Iteration;
  for (int I = 1; I < isl_ast_expr_op_get_n_arg(Call.get()); ++I) {
    auto Coordinate = convert(isl_ast_expr_op_get_arg(Call.get(), I));
    if (!Coordinate)
      return Coordinate.takeError();
    Iteration.push_back(std::move(*Coordinate));
  }
  return [this, Number, Iteration = std::move(Iteration)](State &Run) {
    const Accesses &A = Elements[Number];
    Trace &T = Run.T;
    T.Events.push_back({Number, T.Numbers.size()});
    for (size_t I = 0; I < Iteration.size(); ++I) {
      int64_t Value = Iteration[I].evaluate(Run.F);
      T.Numbers.push_back(Value);
      Run.F.Values[A.Iteration[I]] = Value;
    }
    size_t First = T.Numbers.size();
    for (const Formula &Subscript : A.Subscripts)
      T.Numbers.push_back(Subscript.evaluate(Run.F));
    Computation C(Number, llvm::ArrayRef<int64_t>(T.Numbers).slice(
                              T.Events.back().Begin, Iteration.size()));
    const Statement &Stmt = S->Statements[Number];
    for (unsigned I = 0; I < Stmt.Accesses.size(); ++I) {
      llvm::ArrayRef<unsigned> Chosen = Stmt.Accesses[I].Chosen;
      size_t Ends = First + 1 + S->Arrays[Stmt.Accesses[I].Array].Rank;
      for (unsigned D : Chosen) {
        T.Numbers[First + 1 + D] =
            chosen(C.instance(), I, D, T.Numbers[Ends], T.Numbers[Ends + 1]);
        Ends += 2;
      }
      First = Ends;
    }
    T.Steps += 1 + S->Statements[Number].Accesses.size();
  };
}

llvm::Expected<Original::Action> Original::actionOf(const isl::ast_node &Node) {
  switch (isl_ast_node_get_type(Node.get())) {
  case isl_ast_node_for:
    return loop(Node);
  case isl_ast_node_if:
    return branch(Node);
  case isl_ast_node_block:
    return sequence(Node);
  case isl_ast_node_mark:
    return actionOf(isl::manage(isl_ast_node_mark_get_node(Node.get())));
  case isl_ast_node_user:
    return instance(Node);
  default:
    return islError(S->ctx(), "the original loops");
  }
}

llvm::Error Original::addExtent(const Array &A, const isl::ast_build &Build) {
  Extents.emplace_back(A.Rank);
  for (unsigned D = 0; D < A.Rank && !A.Extent.is_null(); ++D) {
    Bounds &B = Extents.back()[D];
    auto add = [&](std::optional<Formula> &Bound, isl_bool Exists,
                   isl_pw_aff *(*Of)(isl_set *, int)) -> llvm::Error {
      if (Exists != isl_bool_true)
        return llvm::Error::success();
      auto Made = convert(
          isl_ast_build_expr_from_pw_aff(Build.get(), Of(A.Extent.copy(), D)));
      if (!Made)
        return Made.takeError();
      Bound = std::move(*Made);
      return llvm::Error::success();
    };
    isl_set *E = A.Extent.get();
    if (llvm::Error Failed =
            add(B.First, isl_set_dim_has_lower_bound(E, isl_dim_set, D),
                isl_set_dim_min))
      return Failed;
    if (llvm::Error Failed =
            add(B.Last, isl_set_dim_has_upper_bound(E, isl_dim_set, D),
                isl_set_dim_max))
      return Failed;
  }
  return llvm::Error::success();
}

llvm::Error Original::build() {
  for (unsigned P = 0; P < S->Parameters.size(); ++P)
    ParameterSlots.push_back(Names.of(S->Parameters[P].Name));
  isl::ast_build Build = buildFor(S->Context.ctx());
  for (const Statement &Stmt : S->Statements)
    if (llvm::Error E = addAccesses(Stmt))
      return E;
  for (const Array &A : S->Arrays)
    if (llvm::Error E = addExtent(A, Build))
      return E;
  isl_id_list *Counters = isl_id_list_alloc(S->ctx(), 0);
  unsigned Depth = polly::getNumScatterDims(S->Order.get_map());
  for (unsigned I = 0; I < Depth; ++I)
    Counters = isl_id_list_add(
        Counters,
        isl_id_alloc(S->ctx(), ("counter " + llvm::Twine(I)).str().c_str(),
                     nullptr));
  isl::ast_build Within = isl::manage(isl_ast_build_set_iterators(
      isl_ast_build_from_context(S->Context.copy()), Counters));
  isl::ast_node Root = isl::manage(
      isl_ast_build_node_from_schedule(Within.get(), S->Order.copy()));
  if (Root.is_null())
    return islError(S->ctx(), "the original loops");
  auto Program = actionOf(Root);
  if (!Program)
    return Program.takeError();
  Loops = std::move(*Program);
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Original>> Original::make(const Scop &S) {
  std::unique_ptr<Original> Result(new Original(S));
  if (llvm::Error E = Result->build())
    return std::move(E);
  return std::move(Result);
}

Frame Original::frame(llvm::ArrayRef<int64_t> Parameters) const {
  Frame Result;
  Result.Values.resize(Names.size());
  for (size_t P = 0; P < Parameters.size(); ++P)
    Result.Values[ParameterSlots[P]] = Parameters[P];
  return Result;
}

std::optional<Trace> Original::run(llvm::ArrayRef<int64_t> Parameters,
                                   unsigned long MaxSteps) const {
  State Run{frame(Parameters), {}, MaxSteps};
  Loops(Run);
  if (Run.T.Steps >= MaxSteps || !Run.F.Failure.empty())
    return std::nullopt;
  return std::move(Run.T);
}

std::vector<SubscriptRange>
Original::extent(unsigned Array, llvm::ArrayRef<int64_t> Parameters) const {
  std::vector<SubscriptRange> Result;
  Frame F = frame(Parameters);
  auto value = [&](const std::optional<Formula> &Bound) {
    return Bound ? std::optional(Bound->evaluate(F)) : std::nullopt;
  };
  for (const Bounds &B : Extents[Array])
    Result.push_back({value(B.First), value(B.Last)});
  return Result;
}

} // namespace replay
} // namespace stevedore
