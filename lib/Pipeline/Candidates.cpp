//===- Candidates.cpp - Figures of candidates -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Tiled.h"
#include "stevedore/Pipeline/Figures.h"
#include "stevedore/Support/Limits.h"

using namespace stevedore;
using namespace llvm;

/// What the plan of a candidate is asked for.
static Rung rungOf(const Rung &Step, bool HasOrder) {
  Rung Result = Step;
  Result.O.Transformation = nullptr;
  Result.O.Print = Phase::None;
  Result.O.Evaluate.clear();
  if (HasOrder)
    Result.O.Scheduler = ScheduleKind::Source;
  return Result;
}

Expected<RegionPlan> stevedore::planOf(const Scop &S,
                                       const isl::schedule &Order,
                                       const GivenInput &Given,
                                       const Rung &Step,
                                       const ScriptChoices &Choices) {
  TiledInput In(S, Given);
  if (!Order.is_null()) {
    Scop Ordered = S;
    Ordered.Order = Order;
    In.Program = std::make_shared<const Scop>(std::move(Ordered));
  }
  RegionResult Result;
  Result.Plan.Program = In.Program;
  PhaseInstrumentation Quiet;
  Driver D(S.Context.ctx(), Quiet);
  Rung Wanted = rungOf(Step, !Order.is_null());
  TiledRegion Region(D, Wanted, In, Result);
  Region.follow(Choices, /*MayAssume=*/Order.is_null());
  if (Error E = Region.run())
    return std::move(E);
  return std::move(Result.Plan);
}

static Expected<RegionFigures> planAndCount(const Scop &S,
                                            const GivenInput &Given,
                                            const Rung &Step,
                                            const ScriptCandidate &Candidate) {
  isl::schedule Order;
  if (Candidate.Program.isChanged()) {
    auto Found = orderOf(S, Candidate.Program.representation());
    if (!Found)
      return Found.takeError();
    Order = *Found;
  }
  auto Plan = planOf(S, Order, Given, Step, Candidate.Choices);
  if (!Plan)
    return Plan.takeError();
  return figuresOf(*Plan, EvaluationValues(Plan->TileSizes, Candidate.Values),
                   {});
}

Expected<ScriptFigures> stevedore::figuresOf(const Scop &S,
                                             const GivenInput &Given,
                                             const Rung &Step,
                                             const ScriptCandidate &Candidate) {
  isl::ctx Ctx = S.Context.ctx();
  Budget Limit(Ctx, Budget(Ctx, {}).partLeft(limits::LeftShare));
  auto Found = within(Limit, planAndCount(S, Given, Step, Candidate),
                      "the figures of a candidate");
  if (!Found)
    return Found.takeError();
  ScriptFigures Result;
  Result.Tiles = int64_t(Found->Tiles);
  Result.Strips = int64_t(Found->Strips);
  Result.LocalBytes = int64_t(Found->LocalBytes);
  for (const auto &[Array, N] : Found->Arrays)
    Result.Arrays.push_back({S.Arrays[Array].Name, N.Loads, N.Stores, N.Cells});
  return Result;
}
