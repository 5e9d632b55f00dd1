//===- Figures.cpp - Numbers of a plan at given sizes ---------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Figures.h"
#include "polly/Support/ISLTools.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Evaluates a region at fixed parameter values.
class Evaluator {
public:
  Evaluator(const RegionPlan &Plan, const EvaluationValues &Values)
      : Plan(Plan), Values(Values), Known(Plan.parameters()) {}

  Expected<RegionFigures> run(BudgetLimits Limits);

private:
  const RegionPlan &Plan;
  const EvaluationValues &Values;
  Roles Known;
  RegionFigures Found;

  Error checkParameters() const;
  std::optional<int64_t> value(StringRef Name) const {
    return Values.of(Known, Name);
  }
  int64_t cells(const LocalArray &L) const;
  uint64_t localBytes() const;
  void addSizes();
  Error addBand(unsigned Index);
  isl::set lattice(const Level &T) const;
  std::optional<int64_t> countTransfers(const Level &T, isl::map Transfers);
  isl::set fixed(isl::set Points) const;
};

} // namespace

Error Evaluator::checkParameters() const {
  std::vector<std::string> Names;
  for (const Parameter &P : Plan.Program->Parameters)
    Names.push_back(P.Name);
  return Values.check(Known, Names);
}

/// \p Points with every known parameter fixed.
isl::set Evaluator::fixed(isl::set Points) const {
  for (unsigned P = 0; P < countOf(Points.dim(isl::dim::param)); ++P)
    if (auto At = value(isl_set_get_dim_name(Points.get(), isl_dim_param, P)))
      Points =
          isl::manage(isl_set_fix_si(Points.release(), isl_dim_param, P, *At));
  return Points;
}

/// The number of points of \p Points over all executions of the band.
static Expected<uint64_t> countAll(isl::set Points) {
  Points = Points.flatten();
  unsigned Params = countOf(Points.dim(isl::dim::param));
  return countPoints(coalesced(isl::manage(isl_set_move_dims(
      Points.release(), isl_dim_set, 0, isl_dim_param, 0, Params))));
}

/// { I } : the tiles of \p T that there are.
isl::set Evaluator::lattice(const Level &T) const {
  return T.Tiles.Shape->lattice([&](StringRef Name) { return value(Name); });
}

/// The cells of the buffer; none where no tile needs it.
int64_t Evaluator::cells(const LocalArray &L) const {
  if (!L.UseContext.is_null() && fixed(L.UseContext).is_empty().is_true())
    return 0;
  return cellsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
}

uint64_t Evaluator::localBytes() const {
  uint64_t Bytes = 0;
  for (const std::vector<PlannedArray> &Members : buffersOf(Plan)) {
    uint64_t Largest = 0;
    for (const PlannedArray &P : Members)
      Largest = std::max(
          Largest,
          cells(*P.Local) *
              Plan.Program->Arrays[P.Local->Transfers.Array].ElementBytes);
    Bytes += Largest;
  }
  return Bytes;
}

static void add(std::optional<int64_t> &Sum, std::optional<int64_t> More) {
  Sum = Sum && More ? std::optional(*Sum + *More) : std::nullopt;
}

/// The number of elements that the tiles of \p T move by \p Transfers, if it
/// can be counted.
std::optional<int64_t> Evaluator::countTransfers(const Level &T,
                                                 isl::map Transfers) {
  Budget Limit(Plan.Program->Context.ctx(),
               {0, limits::TransferCountOperations});
  auto Number = countAll(fixed(Transfers.intersect_domain(lattice(T)).wrap()));
  if (Number)
    return *Number;
  consumeError(Number.takeError());
  return std::nullopt;
}

Error Evaluator::addBand(unsigned Index) {
  const Level &T = Plan.Levels[Index];
  isl::set Points =
      polly::singleton(T.B.Theta.intersect_domain(T.B.Domain).range(),
                       T.Tiles.Inside.get_space().range());
  isl::set Origins = fixed(T.Tiles.Inside.intersect_range(Points).domain())
                         .intersect(lattice(T));
  auto InBand = countAll(Origins);
  if (!InBand)
    return InBand.takeError();
  Found.Tiles += *InBand;
  auto Outer = countAll(Origins.apply(T.Tiles.Shape->strips()));
  if (!Outer)
    return Outer.takeError();
  Found.Strips += *Outer;
  for (const LocalArray &L : T.Arrays) {
    ArrayFigures &N = Found.Arrays[L.Transfers.Array];
    add(N.Loads, countTransfers(T, L.Transfers.loaded(T.Tiles)));
    add(N.Stores, countTransfers(T, L.Transfers.Store));
  }
  return Error::success();
}

/// The sizes of the buffers of all bands, which take no time.
void Evaluator::addSizes() {
  for (unsigned Index = 0; Index < Plan.Levels.size(); ++Index)
    for (const LocalArray &L : Plan.Levels[Index].Arrays) {
      ArrayFigures &N = Found.Arrays[L.Transfers.Array];
      N.Cells += cells(L);
      if (L.Transfers.Part.is_null())
        N.Extents =
            extentsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
      else
        N.Extents = {N.Cells};
    }
}

Expected<RegionFigures> Evaluator::run(BudgetLimits Limits) {
  if (Error E = checkParameters())
    return std::move(E);
  addSizes();
  Budget Limit(Plan.Program->Context.ctx(), Limits);
  for (unsigned Index = 0; Index < Plan.Levels.size(); ++Index)
    if (Error E = addBand(Index))
      return std::move(E);
  Found.LocalBytes = localBytes();
  return std::move(Found);
}

Expected<RegionFigures> stevedore::figuresOf(const RegionPlan &Plan,
                                             const EvaluationValues &Values,
                                             BudgetLimits Limits) {
  return Evaluator(Plan, Values).run(Limits);
}
