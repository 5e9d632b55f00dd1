//===- FixedSizes.cpp - Constant tile sizes -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedSizes.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

FixedSizes::FixedSizes(const RegionPlan &Plan) {
  for (const Level &T : Plan.Levels)
    for (const std::string &Name : T.Tiles.SizeNames)
      if (auto Size = Plan.Decided.TileSizes.of(T.Tiles.Parameters.numberOf(Name)))
        Sizes.emplace_back(Name, *Size);
}

isl::map FixedSizes::in(isl::map M) const {
  for (const auto &[Name, Size] : Sizes) {
    int At = isl_map_find_dim_by_name(M.get(), isl_dim_param, Name.c_str());
    if (At < 0)
      continue;
    isl_map *Fixed = isl_map_fix_si(M.release(), isl_dim_param, At, Size);
    M = isl::manage(isl_map_project_out(Fixed, isl_dim_param, At, 1));
  }
  return M;
}

isl::set FixedSizes::in(const isl::set &S) const {
  return in(isl::map::from_range(S)).range();
}

std::optional<isl::aff> FixedSizes::in(isl::aff Form) const {
  if (isl_aff_dim(Form.get(), isl_dim_div) != 0 ||
      !isl::manage(isl_aff_get_denominator_val(Form.get())).is_one().is_true())
    return std::nullopt;
  for (const auto &[Name, Size] : Sizes) {
    int At = isl_aff_find_dim_by_name(Form.get(), isl_dim_param, Name.c_str());
    if (At < 0)
      continue;
    isl::val Factor =
        isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, At));
    Form = isl::manage(
        isl_aff_set_coefficient_si(Form.release(), isl_dim_param, At, 0));
    Form = Form.add_constant(Factor.mul(isl::val(Form.ctx(), Size)));
  }
  return Form;
}

std::optional<Extent> FixedSizes::in(const Extent &E) const {
  Extent Result = E;
  for (std::vector<isl::aff> &Forms : Result.MaxOfMins)
    for (isl::aff &Form : Forms) {
      std::optional<isl::aff> Fixed = in(Form);
      if (!Fixed || E.RoundUpToPowerOfTwo)
        return std::nullopt;
      Form = *Fixed;
    }
  return Result;
}

isl::set FixedSizes::equatedIn(isl::set Context) const {
  for (const auto &[Name, Size] : Sizes) {
    int At =
        isl_set_find_dim_by_name(Context.get(), isl_dim_param, Name.c_str());
    if (At >= 0)
      Context = isl::manage(
          isl_set_fix_si(Context.release(), isl_dim_param, At, Size));
  }
  return Context;
}
