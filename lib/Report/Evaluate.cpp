//===- Evaluate.cpp - Numbers of a region at given sizes ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Counting/PointCount.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Report/Report.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include "polly/Support/ISLTools.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// Numbers of one array, added up over the bands. Those that could not be
/// counted for some band are none.
struct ArrayNumbers {
  std::optional<int64_t> Loads = 0;
  std::optional<int64_t> Stores = 0;
  int64_t Cells = 0;
  /// Of an array in parts, all their cells together.
  std::vector<int64_t> Extents;
  /// Elements live together.
  std::optional<int64_t> Bound = 0;
  /// Cells that no modular mapping does without.
  int64_t Modular = 0;
};

/// Evaluates a region at fixed parameter values.
class Evaluator {
public:
  Evaluator(const RegionResult &R, const EvaluationValues &Values)
      : R(R), Values(Values), Known(R.Plan.parameters()) {}

  Error run(BudgetLimits Limits);
  uint64_t Tiles = 0, Strips = 0;
  std::map<unsigned, ArrayNumbers> Arrays;
  uint64_t localBytes() const;

private:
  const RegionResult &R;
  const EvaluationValues &Values;
  Roles Known;

  Error checkParameters() const;
  std::optional<int64_t> value(StringRef Name) const {
    return Values.of(Known, Name);
  }
  int64_t cells(const LocalArray &L) const;
  void addSizes();
  Error addBand(unsigned Index);
  isl::set lattice(const TiledBand &T) const;
  std::optional<int64_t> countTransfers(const TiledBand &T, isl::map Transfers);
  isl::set fixed(isl::set Points) const;
};

} // namespace

Error Evaluator::checkParameters() const {
  std::vector<std::string> Names;
  for (const Parameter &P : R.Plan.Program->Parameters)
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
isl::set Evaluator::lattice(const TiledBand &T) const {
  return T.Tiles.Shape->lattice([&](StringRef Name) { return value(Name); });
}

/// The cells of the buffer; none where no tile needs it.
int64_t Evaluator::cells(const LocalArray &L) const {
  if (!L.UseContext.is_null() && fixed(L.UseContext).is_empty().is_true())
    return 0;
  return cellsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
}

/// The bytes of all buffers, each as large as the largest array in it.
uint64_t Evaluator::localBytes() const {
  uint64_t Bytes = 0;
  for (const std::vector<PlannedArray> &Members : buffersOf(R.Plan)) {
    uint64_t Largest = 0;
    for (const PlannedArray &P : Members)
      Largest = std::max(
          Largest, cells(*P.Local) *
                       R.Plan.Program->Arrays[P.Local->Transfers.Array].ElementBytes);
    Bytes += Largest;
  }
  return Bytes;
}

static void add(std::optional<int64_t> &Sum, std::optional<int64_t> More) {
  Sum = Sum && More ? std::optional(*Sum + *More) : std::nullopt;
}

/// The number of elements that the tiles of \p T move by \p Transfers, if it
/// can be counted.
std::optional<int64_t> Evaluator::countTransfers(const TiledBand &T,
                                                 isl::map Transfers) {
  Budget Limit(R.Plan.Program->Context.ctx(),
               {0, limits::TransferCountOperations});
  auto Number = countAll(fixed(Transfers.intersect_domain(lattice(T)).wrap()));
  if (Number)
    return *Number;
  consumeError(Number.takeError());
  return std::nullopt;
}

Error Evaluator::addBand(unsigned Index) {
  const TiledBand &T = R.Plan.Bands[Index];
  isl::set Points =
      polly::singleton(T.B.Theta.intersect_domain(T.B.Domain).range(),
                       T.Tiles.Inside.get_space().range());
  isl::set Origins = fixed(T.Tiles.Inside.intersect_range(Points).domain())
                         .intersect(lattice(T));
  auto InBand = countAll(Origins);
  if (!InBand)
    return InBand.takeError();
  Tiles += *InBand;
  auto Outer = countAll(Origins.apply(T.Tiles.Shape->strips()));
  if (!Outer)
    return Outer.takeError();
  Strips += *Outer;
  for (const LocalArray &L : T.Arrays) {
    ArrayNumbers &N = Arrays[L.Transfers.Array];
    add(N.Loads, countTransfers(T, L.Transfers.loaded(T.Tiles)));
    add(N.Stores, countTransfers(T, L.Transfers.Store));
  }
  return Error::success();
}

/// The sizes of the buffers of all bands, which take no time.
void Evaluator::addSizes() {
  for (unsigned Index = 0; Index < R.Plan.Bands.size(); ++Index)
    for (const LocalArray &L : R.Plan.Bands[Index].Arrays) {
      ArrayNumbers &N = Arrays[L.Transfers.Array];
      N.Cells += cells(L);
      if (L.Transfers.Part.is_null())
        N.Extents =
            extentsAt(L.Mapping, [&](StringRef Name) { return value(Name); });
      else
        N.Extents = {N.Cells};
    }
  for (const auto &Band : R.Bounds)
    for (const auto &[Array, Bound] : Band) {
      add(Arrays[Array].Bound, Bound.Live);
      Arrays[Array].Modular += Bound.Modular;
    }
}

Error Evaluator::run(BudgetLimits Limits) {
  if (Error E = checkParameters())
    return E;
  addSizes();
  Budget Limit(R.Plan.Program->Context.ctx(), Limits);
  for (unsigned Index = 0; Index < R.Plan.Bands.size(); ++Index)
    if (Error E = addBand(Index))
      return E;
  return Error::success();
}

/// Adds the fields "bound" and "ratio" to \p Array.
static void addBound(json::Object &Array, int64_t Bound, int64_t Cells) {
  Array["bound"] = Bound;
  Array["ratio"] = double(Cells) / std::max<int64_t>(Bound, 1);
}

Expected<json::Object>
stevedore::evaluateRegion(const RegionResult &R, const EvaluationValues &Values,
                          BudgetLimits Limits, const EmitOptions &Code) {
  Evaluator E(R, Values);
  if (Error Failed = E.run(Limits))
    return std::move(Failed);
  json::Array Arrays;
  for (const auto &[Index, N] : E.Arrays) {
    const Array &A = R.Plan.Program->Arrays[Index];
    json::Object Numbers{{"name", A.Name},
                         {"cells", N.Cells},
                         {"extents", json::Array(N.Extents)}};
    if (N.Loads)
      Numbers["loads"] = *N.Loads;
    if (N.Stores)
      Numbers["stores"] = *N.Stores;
    if (N.Bound)
      addBound(Numbers, *N.Bound, N.Cells);
    if (N.Bound && N.Modular > std::max<int64_t>(*N.Bound, 1))
      Numbers["modularBound"] = N.Modular;
    Arrays.push_back(std::move(Numbers));
  }
  return json::Object{{"function", Code.Function},
                      {"tiles", int64_t(E.Tiles)},
                      {"strips", int64_t(E.Strips)},
                      {"localBytes", int64_t(E.localBytes())},
                      {"arrays", std::move(Arrays)}};
}

json::Object stevedore::evaluateUntiled(const RegionResult &R,
                                        const EvaluationValues &Values) {
  json::Array Arrays;
  for (const FoldedArray &A : R.Plan.Untiled) {
    auto Value = [&](StringRef Name) {
      return Values.of(A.Conflicts.Parameters, Name);
    };
    int64_t Cells = cellsAt(A.Mapping, Value);
    json::Object Numbers{{"name", A.Conflicts.Array},
                         {"cells", Cells},
                         {"extents", json::Array(extentsAt(A.Mapping, Value))}};
    auto Bound = R.Bounds.front().find(Arrays.size());
    if (Bound != R.Bounds.front().end() && Bound->second.Live)
      addBound(Numbers, *Bound->second.Live, Cells);
    Arrays.push_back(std::move(Numbers));
  }
  return json::Object{{"arrays", std::move(Arrays)}};
}
