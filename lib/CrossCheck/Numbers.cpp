//===- Numbers.cpp - Numbers of iterations --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"

using namespace stevedore;

/// The number of dimensions of \p Points.
static unsigned rankOf(const isl::set &Points) {
  return countOf(isl_set_dim(Points.get(), isl_dim_set));
}

/// Whether loop \p K of \p Domain counts down: of two instances in the same
/// iteration of the loops around it, the later one has the smaller value.
static bool countsDown(const isl::set &Domain, const isl::map &Time,
                       unsigned K) {
  isl::map Same = isl::map::universe(Domain.get_space().map_from_set());
  isl_map *Pairs = isl_map_order_lt(equated(Same, 0, K).release(), isl_dim_in,
                                    K, isl_dim_out, K);
  isl::map Later = isl::manage(isl_map_lex_gt_map(Time.copy(), Time.copy()));
  Later = Later.intersect(isl::manage(Pairs))
              .intersect_domain(Domain)
              .intersect_range(Domain);
  return Later.is_empty().is_false();
}

/// { S[i] -> [(number of iteration K)] }.
static isl::pw_aff numberOf(const isl::set &Domain, const isl::map &Time,
                            unsigned K) {
  unsigned Rank = rankOf(Domain);
  bool IsDown = countsDown(Domain, Time, K);
  isl_set *Values =
      isl_set_project_out(Domain.copy(), isl_dim_set, K + 1, Rank - K - 1);
  isl::val Step = isl::manage(isl_set_get_stride(Values, int(K)));
  isl_map *Inner = isl_map_from_range(isl_set_reset_tuple_id(Values));
  Inner = isl_map_move_dims(Inner, isl_dim_in, 0, isl_dim_out, 0, K);
  isl_pw_multi_aff *Ends = IsDown ? isl_map_lexmax_pw_multi_aff(Inner)
                                  : isl_map_lexmin_pw_multi_aff(Inner);
  isl_pw_aff *First = isl_pw_multi_aff_get_pw_aff(Ends, 0);
  isl_pw_multi_aff_free(Ends);
  First = isl_pw_aff_add_dims(First, isl_dim_in, Rank - K);
  isl_id *Tuple = isl_set_get_tuple_id(Domain.get());
  First = isl_pw_aff_set_tuple_id(First, isl_dim_in, Tuple);
  isl_local_space *Space =
      isl_local_space_from_space(isl_set_get_space(Domain.get()));
  isl_pw_aff *Value =
      isl_pw_aff_from_aff(isl_aff_var_on_domain(Space, isl_dim_set, K));
  isl_pw_aff *Distance =
      IsDown ? isl_pw_aff_sub(First, Value) : isl_pw_aff_sub(Value, First);
  return isl::manage(isl_pw_aff_scale_down_val(Distance, Step.release()));
}

isl::map stevedore::iterationNumbers(const isl::set &Domain,
                                     const isl::map &Time) {
  isl_space *Space = isl_set_get_space(Domain.get());
  isl::map Result = isl::manage(isl_map_from_domain_and_range(
      isl_set_universe(isl_space_copy(Space)),
      isl_set_universe(isl_space_set_alloc(isl_space_get_ctx(Space), 0, 0))));
  isl_space_free(Space);
  for (unsigned K = 0; K < rankOf(Domain); ++K)
    Result = isl::manage(isl_map_flat_range_product(
        Result.release(),
        isl_map_from_pw_aff(numberOf(Domain, Time, K).release())));
  return coalesced(Result.intersect_domain(Domain));
}
