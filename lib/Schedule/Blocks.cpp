//===- Blocks.cpp - Straight-line runs of statements ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "isl/schedule.h"
#include "isl/schedule_node.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <optional>
#include <set>

namespace stevedore {

/// { S[i] } without constraints.
static isl::set universe(const Statement &S) {
  return isl::set::universe(S.Domain.get_space());
}

/// The statement that alone is executed at the leaf below \p Child, a child of
/// a sequence; nothing if there is more below it.
static std::optional<unsigned> onlyStatement(const Scop &S,
                                             const isl::schedule_node &Child) {
  isl::schedule_node Below = Child.child(0);
  if (isl_schedule_node_get_type(Below.get()) != isl_schedule_node_leaf)
    return std::nullopt;
  isl::union_set Filter =
      isl::manage(isl_schedule_node_filter_get_filter(Child.get()));
  for (unsigned I = 0; I < S.Statements.size(); ++I)
    if (Filter.is_subset(isl::union_set(universe(S.Statements[I]))).is_true())
      return I;
  return std::nullopt;
}

/// Whether both statements have the same iterations.
static bool sameIterations(const Statement &A, const Statement &B) {
  return A.Domain.reset_tuple_id()
      .is_equal(B.Domain.reset_tuple_id())
      .is_true();
}

void Blocks::addRun(const Scop &S, const std::vector<unsigned> &Run) {
  std::vector<isl::set> Universes;
  isl::set First = universe(S.Statements[Run.front()]);
  for (unsigned I : Run) {
    isl::set Member = universe(S.Statements[I]);
    isl_multi_aff *Same =
        isl_multi_aff_identity_on_domain_space(Member.get_space().release());
    Same = isl_multi_aff_set_tuple_id(Same, isl_dim_out,
                                      First.get_tuple_id().release());
    isl::union_pw_multi_aff Map =
        isl::manage(isl_union_pw_multi_aff_from_multi_aff(Same));
    Contraction = Contraction.is_null() ? Map : Contraction.union_add(Map);
    Universes.push_back(Member);
  }
  Members.push_back(std::move(Universes));
}

namespace {

/// What the walk over the source order collects.
struct RunFinder {
  const Scop &S;
  std::vector<std::vector<unsigned>> Runs;
  std::set<unsigned> Seen;

  void sequence(const isl::schedule_node &Node);
};

} // namespace

void RunFinder::sequence(const isl::schedule_node &Node) {
  std::vector<unsigned> Run;
  auto finish = [&] {
    if (!Run.empty())
      Runs.push_back(Run);
    Run.clear();
  };
  for (unsigned K = 0, Count = countOf(Node.n_children()); K < Count; ++K) {
    std::optional<unsigned> I = onlyStatement(S, Node.child(K));
    if (!I) {
      finish();
      continue;
    }
    if (!Run.empty() &&
        !sameIterations(S.Statements[Run.back()], S.Statements[*I]))
      finish();
    Run.push_back(*I);
    Seen.insert(*I);
  }
  finish();
}

static isl_bool visitNode(isl_schedule_node *Node, void *User) {
  if (isl_schedule_node_get_type(Node) == isl_schedule_node_sequence)
    static_cast<RunFinder *>(User)->sequence(isl::manage_copy(Node));
  return isl_bool_true;
}

Blocks::Blocks(const Scop &S) {
  RunFinder Finder{S, {}, {}};
  isl_schedule_foreach_schedule_node_top_down(S.Order.get(), visitNode,
                                              &Finder);
  for (const std::vector<unsigned> &Run : Finder.Runs)
    addRun(S, Run);
  for (unsigned I = 0; I < S.Statements.size(); ++I)
    if (!Finder.Seen.count(I))
      addRun(S, {I});
}

isl::union_set Blocks::contract(isl::union_set Instances) const {
  return Instances.apply(isl::union_map::from(Contraction));
}

isl::union_map Blocks::contract(isl::union_map Pairs) const {
  isl::union_map Map = isl::union_map::from(Contraction);
  isl::union_map Result = Pairs.apply_domain(Map).apply_range(Map);
  return coalesced(Result.subtract(Result.domain().identity()));
}

/// Splits the leaf \p Node into a sequence where it executes several statements
/// of a block; \p User is the list of blocks.
static isl_schedule_node *orderLeaf(isl_schedule_node *Node, void *User) {
  if (isl_schedule_node_get_type(Node) != isl_schedule_node_leaf)
    return Node;
  auto *Members = static_cast<const std::vector<std::vector<isl::set>> *>(User);
  isl::union_set Here = isl::manage(isl_schedule_node_get_domain(Node));
  isl_union_set_list *Filters =
      isl_union_set_list_alloc(isl_schedule_node_get_ctx(Node), 0);
  int Count = 0;
  for (const std::vector<isl::set> &Block : *Members)
    for (const isl::set &Member : Block)
      if (Here.intersect(isl::union_set(Member)).is_empty().is_false()) {
        Filters =
            isl_union_set_list_add(Filters, isl::union_set(Member).release());
        ++Count;
      }
  if (Count > 1)
    return isl_schedule_node_insert_sequence(Node, Filters);
  isl_union_set_list_free(Filters);
  return Node;
}

isl::schedule Blocks::expand(isl::schedule Order) const {
  isl_schedule *Pulled = isl_schedule_pullback_union_pw_multi_aff(
      Order.release(), Contraction.copy());
  return isl::manage(isl_schedule_map_schedule_node_bottom_up(
      Pulled, orderLeaf,
      const_cast<std::vector<std::vector<isl::set>> *>(&Members)));
}

} // namespace stevedore
