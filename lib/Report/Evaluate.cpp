//===- Evaluate.cpp - Numbers of a region at given sizes ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Pipeline/Figures.h"
#include "stevedore/Report/Report.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// What an array does not do without, added up over the bands.
struct LeastCells {
  /// Elements live together; none where they could not be counted.
  std::optional<int64_t> Live = 0;
  /// Cells that no modular mapping does without.
  int64_t Modular = 0;
};

} // namespace

/// The bounds of all arrays by their index.
static std::map<unsigned, LeastCells> boundsOf(const RegionResult &R) {
  std::map<unsigned, LeastCells> Result;
  for (const auto &Band : R.Bounds)
    for (const auto &[Array, Bound] : Band) {
      LeastCells &Sum = Result[Array];
      Sum.Live = Sum.Live && Bound.Live ? std::optional(*Sum.Live + *Bound.Live)
                                        : std::nullopt;
      Sum.Modular += Bound.Modular;
    }
  return Result;
}

/// Adds the fields "bound" and "ratio" to \p Array.
static void addBound(json::Object &Array, int64_t Bound, int64_t Cells) {
  Array["bound"] = Bound;
  Array["ratio"] = double(Cells) / std::max<int64_t>(Bound, 1);
}

/// \p Number, or null where it was not counted.
static json::Value numberOrNull(std::optional<int64_t> Number) {
  return Number ? json::Value(*Number) : json::Value(nullptr);
}

/// What must be moved at least with buffers as large as those of \p R.
static std::optional<int64_t> boundOf(const RegionResult &R,
                                      const EvaluationValues &Values,
                                      const RegionFigures &Found) {
  return boundAt(R.Plan, R.Counts ? *R.Counts : RegionCounts(), Values,
                 int64_t(Found.LocalBytes));
}

Expected<json::Object> stevedore::evaluateRegion(const RegionResult &R,
                                                 const EvaluationValues &Values,
                                                 const Machine &M,
                                                 BudgetLimits Limits,
                                                 const EmitOptions &Code) {
  Expected<RegionFigures> Found =
      figuresOf(R.Plan, Values, Limits, R.Counts ? &*R.Counts : nullptr);
  if (!Found)
    return Found.takeError();
  std::map<unsigned, LeastCells> Bounds = boundsOf(R);
  json::Array Arrays;
  for (const auto &[Index, N] : Found->Arrays) {
    const LeastCells *Least = nullptr;
    if (auto Known = Bounds.find(Index); Known != Bounds.end())
      Least = &Known->second;
    const Array &A = R.Plan.Program->Arrays[Index];
    json::Object Numbers{{"name", A.Name},
                         {"cells", N.Cells},
                         {"extents", json::Array(N.Extents)},
                         {"loads", numberOrNull(N.Loads)},
                         {"stores", numberOrNull(N.Stores)}};
    if (Least && Least->Live)
      addBound(Numbers, *Least->Live, N.Cells);
    if (Least && Least->Live &&
        Least->Modular > std::max<int64_t>(*Least->Live, 1))
      Numbers["modularBound"] = Least->Modular;
    Arrays.push_back(std::move(Numbers));
  }
  json::Object Result{{"function", Code.Function},
                      {"tiles", int64_t(Found->Tiles)},
                      {"strips", int64_t(Found->Strips)},
                      {"localBytes", int64_t(Found->LocalBytes)},
                      {"transfers", numberOrNull(Found->Transfers)},
                      {"bound", numberOrNull(boundOf(R, Values, *Found))},
                      {"cycles", nullptr},
                      {"arrays", std::move(Arrays)}};
  if (std::optional<double> Cycles = cyclesOf(*Found, R.Plan, M))
    Result["cycles"] = *Cycles;
  if (!Found->Remarks.empty())
    Result["remarks"] = json::Array(Found->Remarks);
  return Result;
}

json::Object stevedore::evaluateUntiled(const RegionResult &R,
                                        const EvaluationValues &Values) {
  json::Array Arrays;
  for (const MappedArray &A : R.Plan.Untiled) {
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
