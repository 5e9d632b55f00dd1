//===- FixedSizes.cpp - Constant tile sizes -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

std::optional<int64_t> FixedSizes::of(StringRef Name) const {
  return Parameters.isTileSize(Name)
             ? Sizes.of(Parameters.numberOf(Name), Parameters.memoryOf(Name))
             : std::nullopt;
}

/// Calls \p Fix with the names of the parameters and their values in the order
/// of their numbers.
void FixedSizes::forEach(
    function_ref<void(const std::string &, int64_t)> Fix) const {
  for (const auto &[Of, Size] : Sizes) {
    std::string Name = nameOf(Role::TileSize, Of.Number, Of.Memory);
    if (Parameters.isTileSize(Name))
      Fix(Name, Size);
  }
}

isl::map FixedSizes::in(isl::map M) const {
  forEach([&](const std::string &Name, int64_t Size) {
    int At = isl_map_find_dim_by_name(M.get(), isl_dim_param, Name.c_str());
    if (At < 0)
      return;
    M = fixedAt(M, isl_dim_param, At, Size);
    M = isl::manage(isl_map_project_out(M.release(), isl_dim_param, At, 1));
  });
  return M;
}

isl::set FixedSizes::in(isl::set S) const {
  forEach([&](const std::string &Name, int64_t Size) {
    int At = isl_set_find_dim_by_name(S.get(), isl_dim_param, Name.c_str());
    if (At < 0)
      return;
    S = fixedAt(S, isl_dim_param, At, Size);
    S = isl::manage(isl_set_project_out(S.release(), isl_dim_param, At, 1));
  });
  return S;
}

std::optional<isl::aff> FixedSizes::in(isl::aff Form) const {
  if (isl_aff_dim(Form.get(), isl_dim_div) != 0 ||
      !isl::manage(isl_aff_get_denominator_val(Form.get())).is_one().is_true())
    return std::nullopt;
  for (unsigned P = 0; P < countOf(isl_aff_dim(Form.get(), isl_dim_param));
       ++P) {
    auto Size = of(isl_aff_get_dim_name(Form.get(), isl_dim_param, P));
    if (!Size)
      continue;
    isl::val Factor =
        isl::manage(isl_aff_get_coefficient_val(Form.get(), isl_dim_param, P));
    Form = isl::manage(
        isl_aff_set_coefficient_si(Form.release(), isl_dim_param, P, 0));
    Form = Form.add_constant(Factor.mul(isl::val(Form.ctx(), *Size)));
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

/// Whether \p Form depends on no parameter but those that \p Sizes have.
static bool dependsOnSizes(const isl::aff &Form, const FixedSizes &Sizes) {
  for (unsigned P = 0; P < countOf(isl_aff_dim(Form.get(), isl_dim_param)); ++P)
    if (isl_aff_involves_dims(Form.get(), isl_dim_param, P, 1) !=
            isl_bool_false &&
        !Sizes.of(isl_aff_get_dim_name(Form.get(), isl_dim_param, P)))
      return false;
  return !Form.is_null();
}

std::optional<int64_t> FixedSizes::boundOf(const Extent &E) const {
  Extent Bounded = E;
  for (std::vector<isl::aff> &Forms : Bounded.MaxOfMins) {
    erase_if(Forms, [&](const isl::aff &Form) {
      return !dependsOnSizes(Form, *this);
    });
    if (Forms.empty())
      return std::nullopt;
  }
  return Bounded.evaluate([&](StringRef Name) { return of(Name).value_or(0); });
}
