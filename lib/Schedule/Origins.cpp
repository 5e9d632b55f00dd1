//===- Origins.cpp - Where the first tile begins --------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/SmallVector.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace llvm;
using namespace stevedore;

/// \p Value, { [(Value)] } over the parameters, without the domain of its one
/// piece; null where it has several, or divisions.
static isl::pw_aff asForm(const isl::pw_aff &Value) {
  if (Value.is_null() || isl_pw_aff_n_piece(Value.get()) != 1)
    return isl::pw_aff();
  isl::pw_aff Result;
  Value.foreach_piece([&](isl::set, isl::aff Form) -> isl::stat {
    bool IsWhole =
        isl::manage(isl_aff_get_denominator_val(Form.get())).is_one().is_true();
    if (IsWhole && isl_aff_dim(Form.get(), isl_dim_div) == 0)
      Result = isl::pw_aff(Form);
    return isl::stat::ok();
  });
  return Result;
}

/// \p Text as a form of the parameters of \p S; null if it is none.
static isl::pw_aff readForm(const Scop &S, StringRef Text) {
  std::string Names;
  for (const Parameter &P : S.Parameters)
    Names += (Names.empty() ? "" : ", ") + P.Name;
  isl::pw_aff Form(S.Context.ctx(),
                   "[" + Names + "] -> { [(" + Text.str() + ")] }");
  if (Form.is_null())
    isl_ctx_reset_error(S.ctx());
  return asForm(Form);
}

/// The least value of tiled dimension number \p K of \p B, { [(Form)] } over
/// the parameters; null where it is no single form.
static isl::pw_aff firstOf(const Scop &S, const Band &B, unsigned K) {
  isl::set Values;
  isl::union_set Times = B.Theta.intersect_domain(B.Domain).range();
  Times.foreach_set([&](isl::set Of) -> isl::stat {
    unsigned At = B.Outer + K, Dims = countOf(Of.tuple_dim());
    Of = Of.project_out(isl::dim::set, At + 1, Dims - At - 1)
             .project_out(isl::dim::set, 0, At);
    Values = Values.is_null() ? Of : Values.unite(Of);
    return isl::stat::ok();
  });
  if (Values.is_null() || isl_set_dim_has_lower_bound(Values.get(), isl_dim_set,
                                                      0) != isl_bool_true)
    return isl::pw_aff();
  return asForm(coalesced(Values.intersect_params(S.Context)).dim_min(0));
}

/// Whether \p Value falls with one iterator and knows no other.
static bool goesDown(const isl::pw_aff &Value) {
  isl::stat Done = Value.foreach_piece([](isl::set, isl::aff Form) {
    unsigned Found = 0;
    for (unsigned K = 0; K < countOf(Form.dim(isl::dim::in)); ++K) {
      isl::val Factor = isl::manage(
          isl_aff_get_coefficient_val(Form.get(), isl_dim_in, int(K)));
      Found += Factor.is_neg().is_true()    ? 1
               : Factor.is_zero().is_true() ? 0
                                            : 2;
    }
    return Found == 1 ? isl::stat::ok() : isl::stat::error();
  });
  return Done.is_ok();
}

/// Whether tiled dimension number \p K of \p B is a loop that goes down, in all
/// statements.
static bool goesDown(const Band &B, unsigned K) {
  if (B.HasCoordinates)
    return false;
  return B.Theta
      .every_map([&](isl::map Times) -> isl::boolean {
        isl::pw_multi_aff Form =
            isl::manage(isl_pw_multi_aff_from_map(Times.release()));
        return !Form.is_null() && goesDown(Form.at(int(B.Outer + K)));
      })
      .is_true();
}

/// { [o, b, r] -> [o, b - Origin, r] }, of dimension \p At of \p Dims.
static isl::map shift(const isl::pw_aff &Origin, unsigned At, unsigned Dims) {
  isl::space Time = isl::manage(
      isl_space_align_params(isl_space_set_alloc(Origin.ctx().get(), 0, Dims),
                             isl_pw_aff_get_space(Origin.get())));
  isl::multi_aff Same = isl::multi_aff::identity(Time.map_from_set());
  isl::pw_aff Form =
      isl::manage(isl_pw_aff_insert_domain(Origin.copy(), Time.copy()));
  isl::multi_pw_aff Moved(Same);
  Moved = isl::manage(isl_multi_pw_aff_set_pw_aff(
      Moved.release(), int(At),
      isl::pw_aff(Same.at(int(At))).sub(Form).release()));
  return isl::manage(isl_map_from_multi_pw_aff(Moved.release()));
}

Expected<Schedule> stevedore::tiledFrom(Schedule Order, const Scop &S,
                                        StringRef Origins) {
  SmallVector<StringRef> Forms;
  if (!Origins.empty() && Origins != "first")
    Origins.split(Forms, ',');
  for (Band &B : Order.Bands)
    for (unsigned K = B.TileNumbers; K < B.Size; ++K) {
      bool IsGiven = B.FirstTile + K < Forms.size();
      if (!IsGiven && Origins != "first" && !goesDown(B, K))
        continue;
      isl::pw_aff Origin = IsGiven ? readForm(S, Forms[B.FirstTile + K].trim())
                                   : firstOf(S, B, K);
      if (Origin.is_null() && !IsGiven)
        continue;
      if (Origin.is_null())
        return createStringError("the origin '" +
                                 Forms[B.FirstTile + K].trim() +
                                 "' is no affine form of the parameters");
      isl::union_map Move(shift(Origin, B.Outer + K, timeDimensions(B)));
      B.Theta = B.Theta.apply_range(Move);
      if (!B.Unbounded.is_null())
        B.Unbounded = B.Unbounded.apply_range(Move);
    }
  for (const Band &B : Order.Bands)
    if (B.Theta.is_null())
      return islError(S.ctx(), "the origins of tiles");
  return std::move(Order);
}
