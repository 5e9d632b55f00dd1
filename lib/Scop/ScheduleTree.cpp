//===- ScheduleTree.cpp - A schedule tree from a flat order ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polly/Support/ISLTools.h"
#include "stevedore/Scop/Text.h"
#include "stevedore/Support/Size.h"
#include "isl/schedule.h"
#include "isl/union_map.h"
#include <map>

using namespace stevedore;

namespace {

/// Builds the tree for the dimensions from Dim on.
class TreeBuilder {
public:
  TreeBuilder(isl::union_map Theta, unsigned Dims) : Theta(Theta), Dims(Dims) {}
  isl::schedule build(isl::union_set Domain, unsigned Dim);

private:
  isl::union_map Theta;
  unsigned Dims;

  std::map<long, isl::union_set> split(isl::union_set Domain, unsigned Dim);
};

} // namespace

/// The statements of \p Domain by the constant that they have in dimension
/// \p Dim of the schedule; empty if one of them has no constant there.
std::map<long, isl::union_set> TreeBuilder::split(isl::union_set Domain,
                                                  unsigned Dim) {
  std::map<long, isl::union_set> Parts;
  bool AllConstant = true;
  Theta.intersect_domain(Domain).foreach_map([&](isl::map M) -> isl::stat {
    isl::val Value =
        M.range().plain_get_val_if_fixed(isl::dim::set, Dim);
    if (!Value.is_int().is_true()) {
      AllConstant = false;
      return isl::stat::ok();
    }
    isl::union_set Part = isl::union_set(M.domain());
    auto [It, New] = Parts.emplace(Value.get_num_si(), Part);
    if (!New)
      It->second = It->second.unite(Part);
    return isl::stat::ok();
  });
  if (!AllConstant)
    Parts.clear();
  return Parts;
}

isl::schedule TreeBuilder::build(isl::union_set Domain, unsigned Dim) {
  if (Dim == Dims)
    return isl::schedule::from_domain(Domain);
  std::map<long, isl::union_set> Parts = split(Domain, Dim);
  if (Parts.empty()) {
    isl::union_map Rest = Theta.intersect_domain(Domain);
    isl::union_map Level = isl::manage(isl_union_map_empty_ctx(Rest.ctx().get()));
    Rest.foreach_map([&](isl::map M) -> isl::stat {
      M = M.project_out(isl::dim::out, Dim + 1, Dims - Dim - 1)
              .project_out(isl::dim::out, 0, Dim);
      Level = Level.unite(isl::union_map(M));
      return isl::stat::ok();
    });
    isl::multi_union_pw_aff Partial =
        isl::manage(isl_multi_union_pw_aff_from_union_map(Level.release()));
    return build(Domain, Dim + 1).insert_partial_schedule(Partial);
  }
  isl::schedule Result;
  for (const auto &[Position, Part] : Parts) {
    isl::schedule Child = build(Part, Dim + 1);
    Result = Result.is_null() ? Child : Result.sequence(Child);
  }
  return Result;
}

isl::union_map stevedore::uniformTimes(const isl::union_map &Theta) {
  unsigned Dims = polly::getNumScatterDims(Theta);
  isl::union_map Result = isl::manage(isl_union_map_empty_ctx(Theta.ctx().get()));
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    unsigned Has = countOf(M.range_tuple_dim());
    M = isl::manage(isl_map_reset_tuple_id(M.release(), isl_dim_out));
    M = M.add_dims(isl::dim::out, Dims - Has);
    for (unsigned D = Has; D < Dims; ++D)
      M = M.fix_si(isl::dim::out, D, 0);
    Result = Result.unite(isl::union_map(M));
    return isl::stat::ok();
  });
  return Result;
}

isl::schedule stevedore::scheduleTree(isl::union_set Domain,
                                      isl::union_map Theta) {
  Theta = uniformTimes(Theta);
  return TreeBuilder(Theta, polly::getNumScatterDims(Theta)).build(Domain, 0);
}
