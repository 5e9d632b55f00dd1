//===- stevedore/lib/Schedule/IslScheduler.cpp - isl's scheduler ----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IslScheduler.h"
#include "Blocks.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/ctx.h"
#include "isl/options.h"
#include "isl/schedule.h"

namespace stevedore {

namespace {

/// Sets an isl option and restores its value.
class OptionScope {
public:
  using Setter = isl_stat (*)(isl_ctx *, int);
  using Getter = int (*)(isl_ctx *);
  OptionScope(isl_ctx *Ctx, Getter Get, Setter Set, int Value)
      : Ctx(Ctx), Set(Set), Old(Get(Ctx)) {
    Set(Ctx, Value);
  }
  ~OptionScope() { Set(Ctx, Old); }
  OptionScope(const OptionScope &) = delete;
  OptionScope &operator=(const OptionScope &) = delete;

private:
  isl_ctx *Ctx;
  Setter Set;
  int Old;
};

} // namespace

bool isLarge(const Scop &S) {
  unsigned Coefficients = 0;
  for (const Statement &Stmt : S.Statements)
    Coefficients += countOf(Stmt.Domain.tuple_dim());
  return Coefficients > limits::FewCoefficients;
}

/// Pairs of consecutive reads of one element.
static isl::union_map inputDependences(const Scop &S) {
  isl::union_map Reads = S.reads().intersect_params(S.Context);
  isl::union_access_info Info(Reads);
  return Info.set_may_source(Reads)
      .set_kill(Reads)
      .set_schedule(S.Order)
      .compute_flow()
      .may_dependence();
}

isl::schedule runIslScheduler(const Scop &S, const Dependences &D,
                              SchedulerOptions Options) {
  isl_ctx *Ctx = S.ctx();
  Budget Limit(isl::ctx(Ctx), {limits::SchedulerSeconds, 0});
#define STEVEDORE_ISL_OPTION(NAME, VALUE)                                      \
  OptionScope NAME(Ctx, isl_options_get_schedule_##NAME,                       \
                   isl_options_set_schedule_##NAME, VALUE)
  STEVEDORE_ISL_OPTION(serialize_sccs, 0);
  STEVEDORE_ISL_OPTION(maximize_band_depth, 1);
  STEVEDORE_ISL_OPTION(maximize_coincidence, 1);
  STEVEDORE_ISL_OPTION(outer_coincidence, 0);
  STEVEDORE_ISL_OPTION(whole_component, 0);
  STEVEDORE_ISL_OPTION(treat_coalescing, 1);
  STEVEDORE_ISL_OPTION(max_coefficient, 20);
  STEVEDORE_ISL_OPTION(max_constant_term, 20);
#undef STEVEDORE_ISL_OPTION

  isl::union_map All = coalesced(D.all());
  isl::union_map Near = D.Flow;
  if (Options.InputProximity)
    Near = coalesced(Near.unite(inputDependences(S)));
  isl::union_set Domain = S.domain().intersect_params(S.Context);
  std::optional<Blocks> Grouped;
  if (isLarge(S)) {
    Grouped.emplace(S);
    Domain = Grouped->contract(Domain);
    All = Grouped->contract(All);
    Near = Grouped->contract(Near);
  }
  isl_schedule_constraints *Constraints =
      isl_schedule_constraints_on_domain(Domain.release());
  Constraints =
      isl_schedule_constraints_set_context(Constraints, S.Context.copy());
  Constraints = isl_schedule_constraints_set_validity(Constraints, All.copy());
  Constraints =
      isl_schedule_constraints_set_proximity(Constraints, Near.release());
  if (Options.Coincidence)
    Constraints =
        isl_schedule_constraints_set_coincidence(Constraints, All.release());
  isl::schedule Found =
      isl::manage(isl_schedule_constraints_compute_schedule(Constraints));
  return Grouped && !Found.is_null() ? Grouped->expand(Found) : Found;
}

} // namespace stevedore
