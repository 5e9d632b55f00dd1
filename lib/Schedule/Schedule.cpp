//===- stevedore/lib/Schedule/Schedule.cpp - The choice of a schedule -----===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Schedule/Schedule.h"
#include "DenseBand.h"
#include "IslScheduler.h"
#include "LoopTree.h"
#include "PointOrder.h"
#include "Quality.h"
#include "TileOrder.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace llvm;

namespace stevedore {

namespace {

/// The best order found so far.
struct Choice {
  LoopTree Tree;
  Quality Value;
};

} // namespace

/// The loops of \p Order with the widths of their bands.
static Expected<LoopTree> measuredTree(const Scop &S,
                                       const isl::schedule &Order,
                                       const isl::union_map &All,
                                       const ScheduleRequest &Wanted) {
  Expected<LoopTree> Tree = buildLoopTree(S, Order);
  if (!Tree)
    return Tree;
  if (Error E = measureBands(*Tree, All))
    return Expected<LoopTree>(std::move(E));
  if (!Wanted.TilesShortLoops)
    leaveShortLoops(*Tree, Wanted.Kind == ScheduleKind::Isl);
  return Tree;
}

/// Replaces \p Best by \p Order when that is better, or when there is none yet.
/// The quality of \p Order.
static Expected<Quality> consider(std::optional<Choice> &Best, const Scop &S,
                                  const isl::schedule &Order,
                                  const isl::union_map &All,
                                  const ScheduleRequest &Wanted) {
  Expected<LoopTree> Tree = measuredTree(S, Order, All, Wanted);
  if (!Tree)
    return Tree.takeError();
  Quality Value = measureQuality(S, selectBands(*Tree));
  if (!Best || Value.isBetterThan(Best->Value))
    Best = Choice{std::move(*Tree), Value};
  return Value;
}

/// Chooses the order of the tiled dimensions in each of \p Bands, nodes of
/// \p Node.
static void orderTiles(const Scop &S, const isl::union_map &Flow,
                       ArrayRef<const LoopTree *> Bands, LoopTree &Node) {
  if (is_contained(Bands, &Node))
    return chooseTileOrder(S, Flow, Node);
  for (LoopTree &Child : Node.Children)
    orderTiles(S, Flow, Bands, Child);
}

/// What isl's scheduler is asked for \p S, in turn. Proximity of reads costs
/// as much as all the rest in regions of many statements, and fuses what should
/// not be fused there.
///
/// In large regions bands that also tile a loop around
/// several nests, such as the time of a simulation, have sets that take isl too
/// long in every stage: there the source order stays when it tiles each nest.
static std::vector<SchedulerOptions> optionsFor(const Scop &S,
                                                const Quality &Source) {
  if (isLarge(S) && Source.Tiled)
    return {};
  if (S.Statements.size() > limits::FewStatements)
    return {{false, false}, {true, false}};
  return {{false, false}, {false, true}, {true, false}};
}

/// Whether \p Options may lead isl to something better than its answer to none,
/// of quality \p Plain: keeping loops apart mends shifted ones, fusing more
/// needs several bands, or loops that it was a mistake to fuse otherwise.
static bool mayHelp(const SchedulerOptions &Options, const Quality &Plain) {
  return Plain.Sparse > 0 || (Plain.Bands > 1 && !Options.Coincidence);
}

/// The source order, or one of isl's schedules where that is better. An answer
/// of isl that does not arrive in time, or that does not stand the check of
/// its bands, is passed over. Asking ends with the first good answer, or
/// when one does not arrive.
Expected<Schedule> computeSchedule(const Scop &S, const Dependences &D,
                                   ScheduleRequest Wanted) {
  isl::union_map All = D.all();
  std::optional<Choice> Best;
  if (Expected<Quality> Source = consider(Best, S, S.Order, All, Wanted);
      !Source)
    return Source.takeError();
  std::optional<Quality> Plain;
  for (const SchedulerOptions &Options : optionsFor(S, Best->Value)) {
    if (Wanted.Kind == ScheduleKind::Source || Best->Value.isGood())
      break;
    if (Plain && !mayHelp(Options, *Plain))
      continue;
    isl::schedule Found = runIslScheduler(S, D, Options);
    if (Found.is_null())
      break;
    Expected<Quality> Value = consider(Best, S, Found, All, Wanted);
    if (!Value)
      consumeError(Value.takeError());
    else if (!Plain)
      Plain = *Value;
  }
  if (Wanted.Kind == ScheduleKind::Isl)
    orderTiles(S, D.Flow, selectBands(Best->Tree), Best->Tree);
  Expected<Schedule> Result = flatten(Best->Tree, selectBands(Best->Tree));
  if (!Result)
    return Result;
  for (Band &B : Result->Bands) {
    B = withoutSteps(std::move(B));
    if (Wanted.Kind == ScheduleKind::Isl && Wanted.OrdersPoints)
      choosePointOrder(S, D, B);
  }
  return Result;
}

} // namespace stevedore
