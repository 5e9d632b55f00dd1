//===- Evaluate.cpp - Numbers of a region at given sizes ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Choose.h"
#include "stevedore/Pipeline/Overlap.h"
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

/// What must be moved at least between memory number \p Memory and the one
/// behind it, with buffers as large as those of \p R there and in all that are
/// nearer.
static json::Value boundOf(const RegionResult &R,
                           const EvaluationValues &Values, RegionFigures &Found,
                           unsigned Memory) {
  int64_t Bytes = 0;
  for (unsigned K = 0; K <= Memory; ++K)
    Bytes += int64_t(Found.of(K).LocalBytes);
  return numberOrNull(
      boundAt(R.Plan, R.Counts ? *R.Counts : RegionCounts(), Values, Bytes));
}

/// The entries of the arrays of \p Of, the numbers of the memory called \p
/// Name; empty: of the only one.
static void addArrays(json::Array &Result, const RegionResult &R,
                      const MemoryFigures &Of,
                      const std::map<unsigned, LeastCells> &Bounds,
                      const std::string &Name) {
  for (const auto &[Index, N] : Of.Arrays) {
    const LeastCells *Least = nullptr;
    if (auto Known = Bounds.find(Index); Known != Bounds.end())
      Least = &Known->second;
    json::Object Numbers{{"name", R.Plan.Program->Arrays[Index].Name},
                         {"cells", N.Cells},
                         {"extents", json::Array(N.Extents)},
                         {"loads", numberOrNull(N.Loads)},
                         {"stores", numberOrNull(N.Stores)}};
    if (!Name.empty())
      Numbers["memory"] = Name;
    for (const BufferBanks &B : R.Banks)
      if (B.Array == Index && (Name.empty() || Name == R.Plan.Memories.of(0)))
        Numbers["banks"] =
            std::max(B.Count, Numbers.getInteger("banks").value_or(1));
    if (Least && Least->Live)
      addBound(Numbers, *Least->Live, N.Cells);
    if (Least && Least->Live &&
        Least->Modular > std::max<int64_t>(*Least->Live, 1))
      Numbers["modularBound"] = Least->Modular;
    Result.push_back(std::move(Numbers));
  }
}

/// What there is to say of each memory but the nearest.
static json::Array fartherMemories(const RegionResult &R,
                                   const EvaluationValues &Values,
                                   RegionFigures &Found) {
  json::Array Result;
  for (unsigned Memory = 1; Memory <= Found.Farther.size(); ++Memory) {
    const MemoryFigures &F = Found.Farther[Memory - 1];
    Result.push_back(
        json::Object{{"name", R.Plan.Memories.of(Memory)},
                     {"tiles", int64_t(F.Tiles)},
                     {"strips", int64_t(F.Strips)},
                     {"localBytes", int64_t(F.LocalBytes)},
                     {"transfers", numberOrNull(F.Transfers)},
                     {"bound", boundOf(R, Values, Found, Memory)}});
  }
  return Result;
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
  unsigned NumMemories = R.Plan.numMemories();
  std::map<unsigned, LeastCells> Bounds = boundsOf(R);
  json::Array Arrays;
  for (unsigned Memory = NumMemories; Memory-- > 0;)
    addArrays(Arrays, R, Found->of(Memory),
              Memory + 1 == NumMemories ? Bounds
                                        : std::map<unsigned, LeastCells>(),
              NumMemories == 1 ? "" : R.Plan.Memories.of(Memory));
  json::Object Result{{"function", Code.Function},
                      {"tiles", int64_t(Found->Tiles)},
                      {"strips", int64_t(Found->Strips)},
                      {"localBytes", int64_t(Found->LocalBytes)},
                      {"transfers", numberOrNull(Found->Transfers)},
                      {"bound", boundOf(R, Values, *Found, 0)},
                      {"cycles", nullptr},
                      {"arrays", std::move(Arrays)}};
  if (NumMemories > 1)
    Result["memories"] = fartherMemories(R, Values, *Found);
  if (std::optional<double> Cycles = cyclesOf(*Found, R.Plan, M))
    Result["cycles"] = *Cycles;
  for (std::string &Remark : Found->Remarks)
    Remark = R.Plan.Memories.shown(Remark);
  Roles Known = R.Plan.parameters();
  if (mayOverlap(R.Plan))
    if (auto Share = overlappingShare(R.Plan, *Found, [&](StringRef Name) {
          return Values.of(Known, Name);
        }))
      Result["overlap"] = *Share;
  if (!Found->Remarks.empty())
    Result["remarks"] = json::Array(Found->Remarks);
  return Result;
}

json::Object stevedore::evaluateUntiled(const RegionResult &R,
                                        const EvaluationValues &Values) {
  json::Array Arrays;
  for (const MappedArray &A : R.Plan.RegionArrays) {
    auto Value = [&](StringRef Name) {
      return Values.of(A.Conflicts.Parameters, Name);
    };
    int64_t Cells = A.Table ? A.Table->Count : cellsAt(A.Mapping, Value);
    json::Object Numbers{
        {"name", A.Conflicts.Array},
        {"cells", Cells},
        {"extents", json::Array(A.Table ? std::vector<int64_t>{Cells}
                                        : extentsAt(A.Mapping, Value))}};
    auto Bound = R.Bounds.front().find(Arrays.size());
    if (Bound != R.Bounds.front().end() && Bound->second.Live)
      addBound(Numbers, *Bound->second.Live, Cells);
    json::Array Others;
    for (const MappedArray &Other : R.Plan.RegionArrays)
      if (&Other != &A && Other.Buffer == A.Buffer)
        Others.push_back(Other.Conflicts.Array);
    if (!Others.empty())
      Numbers["sharedWith"] = std::move(Others);
    Arrays.push_back(std::move(Numbers));
  }
  return json::Object{{"arrays", std::move(Arrays)}};
}
