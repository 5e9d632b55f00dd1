//===- ScheduleTree.cpp - From schedule trees to loops --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTree.h"
#include "isl/schedule_node.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

using namespace llvm;

namespace stevedore {

namespace {

/// Turns the nodes of one schedule tree into loops and sequences.
class Builder {
public:
  explicit Builder(const Scop &S) : S(S) {}

  Expected<LoopTree> build(const isl::schedule_node &Node,
                           const isl::union_set &Domain) {
    switch (isl_schedule_node_get_type(Node.get())) {
    case isl_schedule_node_leaf:
      return leaf(Domain);
    case isl_schedule_node_band:
      return band(Node, Domain);
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
      return sequence(Node, Domain);
    case isl_schedule_node_filter:
      return build(Node.child(0), Domain.intersect(filterOf(Node)));
    case isl_schedule_node_domain:
    case isl_schedule_node_mark:
    case isl_schedule_node_context:
    case isl_schedule_node_guard:
      return build(Node.child(0), Domain);
    case isl_schedule_node_error:
      return islError(S.ctx(), "the schedule tree");
    default:
      return createStringError(inconvertibleErrorCode(),
                               "schedule tree with expansion or extension");
    }
  }

private:
  static isl::union_set filterOf(const isl::schedule_node &Node) {
    return isl::manage(isl_schedule_node_filter_get_filter(Node.get()));
  }

  /// One leaf for each statement of \p Domain, in textual order.
  Expected<LoopTree> leaf(const isl::union_set &Domain) {
    std::vector<LoopTree> Leaves;
    for (const Statement &Stmt : S.Statements) {
      LoopTree Leaf;
      Leaf.Domain = Domain.intersect(isl::union_set(Stmt.Domain));
      if (Leaf.Domain.is_null())
        return islError(S.ctx(), "the domain of a leaf");
      if (Leaf.Domain.is_empty().is_false())
        Leaves.push_back(std::move(Leaf));
    }
    return inSequence(Domain, std::move(Leaves));
  }

  Expected<LoopTree> sequence(const isl::schedule_node &Node,
                              const isl::union_set &Domain) {
    std::vector<LoopTree> Parts;
    int N = isl_schedule_node_n_children(Node.get());
    for (int I = 0; I < N; ++I) {
      Expected<LoopTree> Part = build(Node.child(I), Domain);
      if (!Part)
        return Part.takeError();
      Expected<bool> Empty =
          checked(S.ctx(), Part->Domain.is_empty(), "a part of a sequence");
      if (!Empty)
        return Empty.takeError();
      if (!*Empty)
        append(Parts, std::move(*Part));
    }
    return inSequence(Domain, std::move(Parts));
  }

  static void append(std::vector<LoopTree> &Parts, LoopTree Part) {
    if (Part.K != LoopTree::Sequence) {
      Parts.push_back(std::move(Part));
      return;
    }
    for (LoopTree &Child : Part.Children)
      Parts.push_back(std::move(Child));
  }

  /// The parts one after the other; the part itself when it is alone.
  static LoopTree inSequence(const isl::union_set &Domain,
                             std::vector<LoopTree> Parts) {
    if (Parts.size() == 1)
      return std::move(Parts.front());
    LoopTree Result;
    Result.K = Parts.empty() ? LoopTree::Leaf : LoopTree::Sequence;
    Result.Domain = Domain;
    Result.Children = std::move(Parts);
    return Result;
  }

  /// One loop for each member of the band that takes more than one value.
  Expected<LoopTree> band(const isl::schedule_node &Node,
                          const isl::union_set &Domain) {
    Expected<LoopTree> Body = build(Node.child(0), Domain);
    if (!Body)
      return Body;
    isl::multi_union_pw_aff Partial =
        isl::manage(isl_schedule_node_band_get_partial_schedule(Node.get()));
    int N = isl_schedule_node_band_n_member(Node.get());
    for (int I = N; I-- > 0;) {
      isl::union_pw_aff Counter = Partial.at(I).intersect_domain(Domain);
      Expected<bool> Once = checked(S.ctx(), runsOnce(Counter), "a loop");
      if (!Once)
        return Once.takeError();
      if (!*Once)
        Body = around(std::move(*Body), Domain, Counter);
    }
    return Body;
  }

  static LoopTree around(LoopTree Body, const isl::union_set &Domain,
                         const isl::union_pw_aff &Counter) {
    LoopTree Loop;
    Loop.K = LoopTree::Loop;
    Loop.Domain = Domain;
    Loop.Counter = Counter;
    Loop.Children.push_back(std::move(Body));
    return Loop;
  }

  /// Whether \p Counter has at most one value for each value of the parameters.
  static isl::boolean runsOnce(const isl::union_pw_aff &Counter) {
    isl::union_set Values = Counter.as_union_map().range();
    isl::boolean Empty = Values.is_empty();
    if (!Empty.is_false())
      return Empty;
    isl::set Range = isl::manage(isl_set_from_union_set(Values.release()));
    return isl::manage(isl_set_is_singleton(Range.get()));
  }

  const Scop &S;
};

} // namespace

Expected<LoopTree> buildLoopTree(const Scop &S, const isl::schedule &Order) {
  isl::union_set Domain = S.domain().intersect_params(S.Context);
  return Builder(S).build(Order.root(), Domain);
}

} // namespace stevedore
