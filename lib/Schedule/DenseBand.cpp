//===- DenseBand.cpp - Loops with steps count iterations ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DenseBand.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/stride_info.h"
#include "isl/union_map.h"

namespace stevedore {

namespace {

/// The values r + n s, 0 <= r < s.
struct Steps {
  int64_t Step = 1, Remainder = 0;
};

} // namespace

/// What is known of dimension \p K of \p Times, where the remainder is
/// constant.
static Steps stepsAlong(const isl::set &Times, unsigned K) {
  isl_stride_info *Info = isl_set_get_stride_info(Times.get(), int(K));
  isl::val Step = isl::manage(isl_stride_info_get_stride(Info));
  isl::aff Offset = isl::manage(isl_stride_info_get_offset(Info));
  isl_stride_info_free(Info);
  if (Step.is_null() || Offset.is_null() ||
      isl_aff_is_cst(Offset.get()) != isl_bool_true)
    return {};
  std::optional<int64_t> S = toInt64(Step.release()),
                         R = toInt64(Offset.get_constant_val().release());
  if (!S || !R || *S <= 1 || *S > limits::StartNumber)
    return {};
  return {*S, (*R % *S + *S) % *S};
}

/// { [.., t, ..] -> [.., t', ..] : t = r + s t' }, for dimension \p K of
/// \p Time.
static isl::map divided(const isl::space &Time, unsigned K, Steps By) {
  unsigned Dims = countOf(isl_space_dim(Time.get(), isl_dim_set));
  isl_map *Result = isl_map_universe(isl_space_map_from_set(Time.copy()));
  for (unsigned D = 0; D < Dims; ++D)
    if (D != K)
      Result = isl_map_equate(Result, isl_dim_in, int(D), isl_dim_out, int(D));
  isl_constraint *C = isl_constraint_alloc_equality(
      isl_local_space_from_space(isl_map_get_space(Result)));
  C = isl_constraint_set_coefficient_si(C, isl_dim_in, int(K), -1);
  C = isl_constraint_set_coefficient_si(C, isl_dim_out, int(K), int(By.Step));
  C = isl_constraint_set_constant_si(C, int(By.Remainder));
  return isl::manage(isl_map_add_constraint(Result, C));
}

Band withoutSteps(Band B) {
  isl::union_set All = B.Theta.intersect_domain(B.Domain).range();
  if (All.is_null() || isl_union_set_n_set(All.get()) != 1)
    return B;
  isl::set Times = All.as_set();
  isl::union_map Theta = B.Theta;
  for (unsigned K = B.Outer; K < B.Outer + B.Size; ++K)
    if (Steps By = stepsAlong(Times, K); By.Step > 1)
      Theta =
          Theta.apply_range(isl::union_map(divided(Times.get_space(), K, By)));
  if (!Theta.is_null())
    B.Theta = Theta;
  return B;
}

} // namespace stevedore
