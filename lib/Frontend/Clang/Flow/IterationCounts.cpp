//===- IterationCounts.cpp - How many iterations come before --------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow/Recurrences.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"

using namespace stevedore;

/// \p Values, { [x] -> [i] }, as a set { [x,i] }.
static isl::set flattened(const isl::map &Values) {
  return isl::manage(isl_set_flatten(isl_map_wrap(Values.copy())));
}

/// { [x] -> [count] }: the number of i in the convex \p Values, { [x,i] }, for
/// each x that has one; null unless those i are all from the least to the
/// greatest in steps.
static isl::pw_aff countOfPiece(const isl::set &Values) {
  unsigned Depth = countOf(Values.tuple_dim()) - 1;
  isl::val Stride = Values.stride(Depth);
  isl::map OfPoint = isl::manage(isl_map_move_dims(
      isl_map_from_range(Values.copy()), isl_dim_in, 0, isl_dim_out, 0, Depth));
  isl::pw_aff Low = OfPoint.dim_min(0), High = OfPoint.dim_max(0);
  auto Extended = [](const isl::pw_aff &V) {
    return isl::manage(isl_pw_aff_add_dims(V.copy(), isl_dim_in, 1));
  };
  isl::pw_aff Value = isl::pw_aff::var_on_domain(
      isl::local_space(Values.space()), isl::dim::set, Depth);
  isl::pw_aff Offset = Value.sub(Extended(Low)).mod(Stride);
  isl::set Filled = Value.ge_set(Extended(Low))
                        .intersect(Value.le_set(Extended(High)))
                        .intersect(Offset.eq_set(Offset.sub(Offset)));
  if (!Filled.is_subset(Values).is_true())
    return isl::pw_aff();
  isl::pw_aff Steps = High.sub(Low);
  if (!Stride.is_one().is_true())
    Steps = Steps.scale_down(Stride).floor();
  return Steps.add_constant(isl::val(Values.ctx(), 1));
}

isl::pw_aff stevedore::countOfIterations(const isl::map &Some,
                                         const isl::set &Points) {
  unsigned Outer = countOf(Some.range_tuple_dim()) - 1;
  isl::set Values = flattened(
      isl::manage(isl_map_project_out(Some.copy(), isl_dim_out, 0, Outer)));
  Values = isl::manage(isl_set_make_disjoint(coalesced(Values).release()));
  isl::pw_aff Result(Points, isl::val(Points.ctx(), 0));
  if (Values.n_basic_set().release() > limits::LoopValuePieces)
    return isl::pw_aff();
  bool IsAffine = true;
  Values.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    isl::pw_aff Count = countOfPiece(isl::set(Piece));
    IsAffine &= !Count.is_null();
    if (IsAffine)
      Result = Result.union_add(Count);
    return isl::stat::ok();
  });
  return IsAffine ? Result : isl::pw_aff();
}
