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

/// What candidates lead to.
static const Goal ToPlan;

/// The plan of \p In as \p D says, by \p Stages.
static Expected<RegionPlan> planBy(const Driver &Stages, const TiledInput &In,
                                   const Decisions &D, const Machine &M) {
  RegionResult Result;
  Result.Plan.Program = In.Program;
  if (Error E = TiledRegion(Stages, D, false, M, In, Result).run())
    return std::move(E);
  return std::move(Result.Plan);
}

Expected<RegionPlan> stevedore::plan(const TiledInput &In, const Decisions &D,
                                     const Machine &M) {
  StageInstrumentation Quiet;
  return planBy(Driver(In.Program->Context.ctx(), ToPlan, Quiet), In, D, M);
}

Expected<RegionPlan> stevedore::planIn(const Driver &Region,
                                       const isl::schedule &Order,
                                       const Scop &S,
                                       const ScheduleInput &Given,
                                       const Machine &M, Decisions D) {
  D.Transformation = nullptr;
  TiledInput In(S, Given);
  if (!Order.is_null()) {
    Scop Ordered = S;
    Ordered.Order = Order;
    In.Program = std::make_shared<const Scop>(std::move(Ordered));
    D.Scheduler = ScheduleKind::Source;
    D.MayRestrict = false;
  }
  StageInstrumentation Quiet;
  return planBy(Driver(Region, ToPlan, Quiet), In, D, M);
}

/// The program in the layout that the candidate gives it.
static const Scop &laidOut(const Scop &S, const ScriptCandidate &Candidate) {
  return Candidate.Program.relaid() ? *Candidate.Program.relaid() : S;
}

/// The order of \p Candidate, whose program is \p S; null where it is that of
/// the source.
static Expected<isl::schedule> orderOf(const Scop &S,
                                       const ScriptCandidate &Candidate) {
  if (!Candidate.Program.isChanged())
    return isl::schedule();
  return orderOf(S, Candidate.Program.representation());
}

Expected<std::vector<ScriptBand>>
stevedore::bandsOf(const Driver &Region, const Scop &S,
                   const ScriptCandidate &Candidate) {
  Scop Ordered = laidOut(S, Candidate);
  Expected<isl::schedule> Order = ::orderOf(Ordered, Candidate);
  if (!Order)
    return Order.takeError();
  if (!Order->is_null())
    Ordered.Order = *Order;
  StageInstrumentation Quiet;
  ScheduleKind Kind = Order->is_null() ? Candidate.Decided.Scheduler
                                       : ScheduleKind::Source;
  auto Found = Driver(Region, ToPlan, Quiet)
                   .run(ScheduleStage, Ordered, Candidate.Program.dependences(),
                        {Kind, TilingRequest()});
  if (!Found)
    return Found.takeError();
  std::vector<ScriptBand> Result;
  for (const Band &B : Found->Bands) {
    ScriptBand Next = {B.Outer, B.FirstTile + 1, B.Size, {}};
    for (const Statement &Stmt : Ordered.Statements) {
      isl::union_set Here = B.Domain.intersect(isl::union_set(Stmt.Domain));
      if (!Here.is_empty().is_true())
        Next.Statements.push_back(Stmt.Name);
    }
    Result.push_back(std::move(Next));
  }
  return Result;
}

static Expected<RegionFigures> planAndCount(const Driver &Region, const Scop &S,
                                            const ScheduleInput &Given,
                                            const Machine &M,
                                            const ScriptCandidate &Candidate,
                                            bool IsCoarser) {
  const Scop &Program = laidOut(S, Candidate);
  Expected<isl::schedule> Order = ::orderOf(Program, Candidate);
  if (!Order)
    return Order.takeError();
  auto Plan =
      planIn(Region, *Order, Program, Given, M,
             IsCoarser ? coarser(Candidate.Decided) : Candidate.Decided);
  if (!Plan)
    return Plan.takeError();
  return figuresOf(
      *Plan, EvaluationValues(Plan->Decided.TileSizes, Candidate.Values, true), {});
}

Expected<ScriptFigures>
stevedore::figuresOf(const Driver &Region, const Scop &S,
                     const ScheduleInput &Given, const Machine &M,
                     const ScriptCandidate &Candidate, bool IsCoarser) {
  isl::ctx Ctx = S.Context.ctx();
  Budget Limit(Ctx, Budget::partLeft(Ctx, limits::LeftShare));
  auto Found =
      within(Limit, planAndCount(Region, S, Given, M, Candidate, IsCoarser),
             "the figures of a candidate");
  if (!Found)
    return Found.takeError();
  ScriptFigures Result;
  Result.Tiles = int64_t(Found->Tiles);
  Result.Strips = int64_t(Found->Strips);
  Result.LocalBytes = int64_t(Found->LocalBytes);
  for (const auto &[Array, N] : Found->Arrays)
    Result.Arrays.push_back({laidOut(S, Candidate).Arrays[Array].Name, N.Loads,
                             N.Stores, N.Cells});
  return Result;
}
