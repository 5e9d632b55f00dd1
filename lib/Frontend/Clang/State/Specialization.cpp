//===- Specialization.cpp - Regions for some values of parameters ---------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/RegionState.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace stevedore;

std::optional<int64_t> RegionState::specialized(const Expr *E) const {
  auto Found = Made.Specialized.find(printed(E));
  return Found == Made.Specialized.end() ? std::nullopt
                                         : std::optional(Found->second);
}

/// Tests that the parameter \p Id, whose text is \p Text, has the number for
/// which the region is modelled, if there is one.
void RegionState::specialize(const isl::id &Id, const std::string &Text) {
  auto Number = Made.Specialized.find(Text);
  if (Number == Made.Specialized.end())
    return;
  isl::set Universe =
      isl::manage(isl_set_universe(isl_space_params_alloc(Ctx.get(), 0)));
  isl::pw_aff Value =
      isl::manage(isl_pw_aff_param_on_domain_id(Universe.copy(), Id.copy()));
  isl::set Holds = Value.eq_set(
      isl::pw_aff(Universe, isl::val(Ctx, static_cast<long>(Number->second))));
  require(conditionText(Holds, Model.Source), Holds);
  Model.Program.Context = Model.Program.Context.intersect(Holds);
}

bool RegionState::isOfParameters(const isl::pw_aff &V) const {
  unsigned Involved = 0, Known = 0;
  for (unsigned I = 0, E = countOf(isl_pw_aff_dim(V.get(), isl_dim_param));
       I < E; ++I)
    Involved += isl_pw_aff_involves_dims(V.get(), isl_dim_param, I, 1) !=
                isl_bool_false;
  for (const auto &[Text, Id] : ParameterIds)
    Known += isl_pw_aff_involves_param_id(V.get(), Id.get()) != isl_bool_false;
  return Involved == Known;
}

void RegionState::wantNumber(const isl::pw_aff &Factor, bool IsNeeded) {
  if (isl_pw_aff_involves_dims(Factor.get(), isl_dim_in, 0,
                               isl_pw_aff_dim(Factor.get(), isl_dim_in)) !=
      isl_bool_false)
    return;
  const std::string *Only = nullptr;
  unsigned Count = 0;
  for (const auto &[Text, Id] : ParameterIds)
    if (isl_pw_aff_involves_param_id(Factor.get(), Id.get()) !=
        isl_bool_false) {
      Only = &Text;
      ++Count;
    }
  if (Count == 1)
    (IsNeeded ? Notes.Specializable : Notes.SpecializableElsewhere)
        .insert(*Only);
}

WantsOf::WantsOf(RegionState &R, const VarDecl *Var)
    : R(R), Var(Var), Others(std::exchange(R.Notes.Specializable, {})) {}

WantsOf::~WantsOf() {
  if (IsKnown)
    R.Notes.SpecializableFor.erase(Var);
  else
    R.Notes.SpecializableFor[Var].insert_range(R.Notes.Specializable);
  R.Notes.SpecializableElsewhere.insert_range(R.Notes.Specializable);
  R.Notes.Specializable = std::move(Others);
}
