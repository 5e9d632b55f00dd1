//===- OriginalCost.cpp - What the original program costs -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OriginalCost.h"
#include "stevedore/Plan/OriginalLoops.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"

using namespace stevedore;

bool stevedore::usesOften(const Statement &Stmt) {
  return llvm::all_of(Stmt.Accesses, [&](const Access &A) {
    return countOf(A.Relation.range_tuple_dim()) <
           countOf(Stmt.Domain.tuple_dim());
  });
}

/// What an iteration of \p Stmt costs in a loop with the steps \p Step, besides
/// its accesses: \p Across for each that is not in the row of the last one, and
/// what it takes to have the result of the last one.
static int64_t stepCost(const RegionPlan &Plan, const Statement &Stmt,
                        const isl::map &Step, int64_t Across) {
  bool Waits = usesOften(Stmt) && isCarried(Stmt, Step);
  return Across * accessesAcrossRows(*Plan.Program, Stmt, Step) +
         (Waits ? limits::ResultLatency : 0);
}

/// What an iteration costs, and the tiled dimension along which its rows are.
using LoopCost = std::pair<int64_t, std::optional<unsigned>>;

/// The same in the loops \p Loops of tiles: that of the innermost one, whose
/// rows are near each other where it is cut; or where nothing flows from
/// iteration to iteration in variables, of the loop that is jammed best.
static LoopCost costInTile(const RegionPlan &Plan, const Statement &Stmt,
                           llvm::ArrayRef<TileLoop> Loops, int64_t Line) {
  auto CostOf = [&](const TileLoop &L) {
    return LoopCost(stepCost(Plan, Stmt, L.Step, L.Dimension ? 1 : Line),
                    L.Dimension);
  };
  LoopCost Least = CostOf(Loops.back());
  bool HasVariables = llvm::any_of(Stmt.Accesses, [&](const Access &A) {
    const Array &Of = Plan.Program->Arrays[A.Array];
    return Of.Private || Of.Rank == 0;
  });
  if (HasVariables || Plan.Decided.Registers.isOff())
    return Least;
  for (const TileLoop &L : Loops.drop_back())
    if (LoopCost Of = CostOf(L); L.Dimension && Of.first < Least.first)
      Least = Of;
  return Least;
}

/// The parameter that is the step of tiles along dimension number \p K; empty:
/// there is none.
static std::string sizeAlong(const Level &T, unsigned K) {
  if (K >= T.Tiles.Shape->originDimensions())
    return "";
  isl::aff Step = T.Tiles.Shape->steps(K).Step;
  for (unsigned P = 0; P < countOf(isl_aff_dim(Step.get(), isl_dim_param)); ++P)
    if (isl_aff_involves_dims(Step.get(), isl_dim_param, P, 1) == isl_bool_true)
      return isl_aff_get_dim_name(Step.get(), isl_dim_param, P);
  return "";
}

std::optional<RowCosts> stevedore::rowCosts(const RegionPlan &Plan,
                                            const Machine &M) {
  const Memory &Nearest = M.Memories.front();
  if (!Nearest.IsCache || Plan.numMemories() > 1)
    return std::nullopt;
  const Scop &S = *Plan.Program;
  int64_t Line =
      Nearest.Engine.Align / std::max(Nearest.Engine.BytesPerCycle, 1u);
  Budget Limit(S.ctx(), {0, limits::TrafficOperations});
  RowCosts Result;
  for (const Statement &Stmt : S.Statements) {
    int64_t Before = stepCost(Plan, Stmt, stepInOriginal(Stmt), Line);
    int64_t After = Before;
    std::string Length;
    for (const Level &T : Plan.Levels) {
      std::vector<TileLoop> Loops = loopsInTile(Stmt, T);
      if (Loops.empty())
        continue;
      auto [Cost, Row] = costInTile(Plan, Stmt, Loops, Line);
      After = Cost;
      if (Row)
        Length = sizeAlong(T, *Row);
    }
    Result.Before.push_back(Before);
    Result.After.push_back(After);
    Result.Lengths.push_back(Length);
    Result.Starts.push_back(int64_t(Nearest.Engine.Latency) *
                            (usesOften(Stmt) ? 1 : limits::StreamStarts));
  }
  if (Limit.exhausted()) {
    Result.Before.assign(S.Statements.size(), 0);
    Result.After = Result.Before;
  }
  for (const Level &T : Plan.Levels) {
    for (unsigned K : dimensionsFromInnermost(T))
      if (std::string Name = sizeAlong(T, K); !Name.empty())
        Result.Sizes.push_back(Name);
    Result.Sizes.push_back("");
  }
  return Result;
}
