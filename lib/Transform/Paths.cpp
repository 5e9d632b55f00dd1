//===- Paths.cpp - Ways through a schedule tree ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "isl/schedule_node.h"
#include "isl/union_set.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Walks one schedule tree.
class Walker {
public:
  explicit Walker(const Scop &S) : S(S) {}

  Error walk(const isl::schedule_node &Node, const isl::union_set &Domain,
             TreePath Path) {
    switch (isl_schedule_node_get_type(Node.get())) {
    case isl_schedule_node_leaf:
      return leaf(Domain, Path);
    case isl_schedule_node_band:
      return band(Node, Domain, Path);
    case isl_schedule_node_sequence:
    case isl_schedule_node_set:
      return sequence(Node, Domain, Path);
    case isl_schedule_node_filter:
      return walk(Node.child(0),
                  Domain.intersect(isl::manage(
                      isl_schedule_node_filter_get_filter(Node.get()))),
                  std::move(Path));
    case isl_schedule_node_domain:
    case isl_schedule_node_mark:
    case isl_schedule_node_context:
    case isl_schedule_node_guard:
      return walk(Node.child(0), Domain, std::move(Path));
    case isl_schedule_node_error:
      return islError(S.ctx(), "the schedule tree");
    default:
      return createStringError("schedule tree with expansion or extension");
    }
  }

  std::vector<TreePath> Found;

private:
  const Scop &S;

  /// Statements that share a leaf are in textual order.
  Error leaf(const isl::union_set &Domain, const TreePath &Path) {
    for (unsigned I = 0; I < S.Statements.size(); ++I) {
      isl::set All = S.Statements[I].Domain;
      isl::set Here = isl::manage(
          isl_union_set_extract_set(Domain.get(), All.get_space().release()));
      Here = Here.intersect(All);
      Expected<bool> Empty =
          checked(S.ctx(), Here.is_empty(), "the domain of a leaf");
      if (!Empty)
        return Empty.takeError();
      if (*Empty)
        continue;
      Found.push_back(Path);
      Found.back().Statement = I;
      Found.back().Domain = Here;
      Found.back().Places.back().push_back(I);
    }
    return Error::success();
  }

  Error band(const isl::schedule_node &Node, const isl::union_set &Domain,
             TreePath Path) {
    isl::multi_union_pw_aff Partial =
        isl::manage(isl_schedule_node_band_get_partial_schedule(Node.get()));
    int N = isl_schedule_node_band_n_member(Node.get());
    for (int I = 0; I < N; ++I) {
      Path.Times.push_back(Partial.at(I));
      Path.Places.emplace_back();
    }
    return walk(Node.child(0), Domain, std::move(Path));
  }

  Error sequence(const isl::schedule_node &Node, const isl::union_set &Domain,
                 const TreePath &Path) {
    int N = isl_schedule_node_n_children(Node.get());
    for (int I = 0; I < N; ++I) {
      TreePath Below = Path;
      Below.Places.back().push_back(unsigned(I));
      if (Error E = walk(Node.child(I), Domain, std::move(Below)))
        return E;
    }
    return Error::success();
  }
};

} // namespace

Expected<std::vector<TreePath>> stevedore::pathsOf(const Scop &S,
                                                   const isl::schedule &Order) {
  Walker W(S);
  TreePath Root;
  Root.Places.emplace_back();
  isl::union_set Domain = S.domain().intersect_params(S.Context);
  if (Error E = W.walk(Order.root(), Domain, std::move(Root)))
    return std::move(E);
  return std::move(W.Found);
}
