//===- Overlap.cpp - What overlaps ----------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Overlap.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Counts what the ends of the pipelines of one level move.
class PipelineEnds {
public:
  PipelineEnds(const RegionPlan &Plan, const Level &T, ValueOf Value)
      : Plan(Plan), T(T), Value(Value) {}
  std::optional<double> bytes() const;

private:
  const RegionPlan &Plan;
  const Level &T;
  ValueOf Value;

  isl::map fixed(isl::map M) const;
  std::optional<double> count(isl::map Moved) const;
};

} // namespace

/// \p M for the values of its parameters, outer counters left.
isl::map PipelineEnds::fixed(isl::map M) const {
  for (unsigned P = 0; P < countOf(M.dim(isl::dim::param)); ++P) {
    std::string Name = isl_map_get_dim_name(M.get(), isl_dim_param, P);
    if (T.Tiles.Parameters.isOuterCounter(Name))
      continue;
    if (auto At = Value(Name))
      M = fixedAt(M, isl_dim_param, P, *At);
  }
  return M;
}

/// The number of pairs in \p Moved, for all outer counters.
std::optional<double> PipelineEnds::count(isl::map Moved) const {
  isl_set *Points = isl_map_wrap(fixed(std::move(Moved)).release());
  Points = isl_set_flatten(Points);
  if (!Points)
    return std::nullopt;
  unsigned Params = countOf(isl_set_dim(Points, isl_dim_param));
  for (unsigned P = Params; P-- > 0;) {
    std::string Name = isl_set_get_dim_name(Points, isl_dim_param, P);
    Points =
        T.Tiles.Parameters.isOuterCounter(Name)
            ? isl_set_move_dims(Points, isl_dim_set, 0, isl_dim_param, P, 1)
            : isl_set_project_out(Points, isl_dim_param, P, 1);
  }
  Expected<uint64_t> Number = countPoints(isl::manage(Points));
  if (Number)
    return double(*Number);
  consumeError(Number.takeError());
  return std::nullopt;
}

std::optional<double> PipelineEnds::bytes() const {
  const TileSpace &S = T.Tiles;
  isl::set Lattice = S.Shape->lattice(Value);
  if (Lattice.is_null())
    return std::nullopt;
  isl::map Identity = fixed(isl::manage(isl_set_identity(
      S.NonEmpty.intersect_params(S.Context).intersect(Lattice).release())));
  isl::set Origins = Identity.domain(), First, Last;
  if (T.Stops.is_null()) {
    isl::map Next = fixed(S.Shape->along(1))
                        .intersect_domain(Origins)
                        .intersect_range(Origins);
    First = Origins.subtract(Next.range());
    Last = Origins.subtract(Next.domain());
  } else {
    First = Origins.lexmin();
    Last = Origins.lexmax();
  }
  double Sum = 0;
  for (const LocalArray &L : T.Arrays) {
    auto Loads = count(L.Transfers.loaded(S).intersect_domain(First)),
         Stores = count(L.Transfers.Store.intersect_domain(Last));
    if (!Loads || !Stores)
      return std::nullopt;
    Sum += double(Plan.Program->Arrays[L.Transfers.Array].ElementBytes) *
           (*Loads + *Stores);
  }
  return Sum;
}

/// The bytes that \p F counts of the nearest memory.
static std::optional<double> bytesOf(const RegionPlan &Plan,
                                     const RegionFigures &F) {
  double Sum = 0;
  for (const auto &[Index, N] : F.Arrays) {
    if (!N.Loads || !N.Stores)
      return std::nullopt;
    Sum += double(Plan.Program->Arrays[Index].ElementBytes) *
           (double(*N.Loads) + double(*N.Stores));
  }
  return Sum;
}

bool stevedore::mayOverlap(const RegionPlan &Plan) {
  return any_of(Plan.Levels, [](const Level &T) {
    return T.MayOverlap && !T.Arrays.empty();
  });
}

std::optional<double> stevedore::overlappingShare(const RegionPlan &Plan,
                                                  const RegionFigures &F,
                                                  ValueOf Value) {
  std::optional<double> All = bytesOf(Plan, F);
  bool Overlaps = all_of(Plan.Levels, [](const Level &T) {
    return T.MayOverlap || T.Arrays.empty();
  });
  if (!All || *All <= 0 || !Overlaps)
    return std::nullopt;
  Budget Limit(Plan.Program->Context.ctx(), {0, limits::StopOperations});
  double Ends = 0;
  for (const Level &T : Plan.Levels) {
    std::optional<double> Bytes = PipelineEnds(Plan, T, Value).bytes();
    if (!Bytes)
      return std::nullopt;
    Ends += *Bytes;
  }
  return unlessOver(Limit, std::optional(std::max(0.0, 1 - Ends / *All)));
}

std::string stevedore::describeOverlap(const RegionPlan &Plan,
                                       const RegionCounts *Counts) {
  if (!mayOverlap(Plan))
    return "";
  bool OfStrips = any_of(Plan.Levels, [](const Level &T) {
    return T.MayOverlap && T.Stops.is_null() && T.B.Size > 1;
  });
  std::string Result;
  raw_string_ostream OS(Result);
  OS << "transfers overlap with computation, but for the loads of the first "
        "tile and the stores of the last one"
     << (OfStrips ? " of each strip of tiles" : "");
  if (!Plan.Program->Parameters.empty() ||
      !Plan.Decided.TileSizes.haveAll(Plan.numTileSizes()))
    return Result;
  EvaluationValues Values(Plan.Decided.TileSizes, {}, true);
  Roles Known = Plan.parameters();
  Expected<RegionFigures> F =
      figuresOf(Plan, Values, {0, limits::TrafficOperations}, Counts);
  if (!F) {
    consumeError(F.takeError());
    return Result;
  }
  if (auto Share = overlappingShare(
          Plan, *F, [&](StringRef Name) { return Values.of(Known, Name); }))
    OS << ": " << format("%.3f", *Share) << " of the bytes do";
  return Result;
}
