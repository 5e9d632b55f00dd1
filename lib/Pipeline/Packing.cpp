//===- Packing.cpp - Arrays that are copied beside a cache ----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Packing.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace stevedore;

/// Whether \p Stmt writes elements of array number \p Array beside others that
/// it reads.
static bool writesBesideReads(const Statement &Stmt, unsigned Array) {
  return llvm::any_of(Stmt.Accesses, [&](const Access &Written) {
    return Written.Array == Array &&
           (Written.MustWrites || Written.MayWrites) &&
           llvm::any_of(Stmt.Accesses, [&](const Access &Read) {
             return Read.Array == Array && Read.Reads &&
                    Read.Relation.is_equal(Written.Relation).is_false();
           });
  });
}

namespace {

/// Cycles of one array.
struct PackingCost {
  double Copies = 0, Gain = 0;
  bool AreCounted = true;
};

} // namespace

/// Whether array number \p Array has several buffers in \p T.
static bool isInParts(const Level &T, unsigned Array) {
  return llvm::count_if(T.Arrays, [&](const LocalArray &L) {
           return L.Transfers.Array == Array;
         }) > 1;
}

/// Whether iterations of \p Stmt in \p T take less time where array number \p
/// Array is copied.
static bool gains(const Level &T, const Statement &Stmt, unsigned Array) {
  return isInParts(T, Array) && usesOften(Stmt) &&
         writesBesideReads(Stmt, Array);
}

/// Adds to \p Costs, those of arrays, what \p C costs or gains, of which there
/// are \p Number.
static void add(const RegionPlan &Plan, const CountedSet &C,
                std::optional<int64_t> Number, const Machine &M,
                std::map<unsigned, PackingCost> &Costs) {
  double Found = double(Number.value_or(0));
  bool IsRun = C.Kind == CountKind::LoadRuns || C.Kind == CountKind::StoreRuns;
  bool IsElement = C.Kind == CountKind::Loads || C.Kind == CountKind::Stores;
  if (auto Of = Costs.find(C.Index);
      (IsRun || IsElement) && Of != Costs.end()) {
    Of->second.AreCounted &= Number.has_value();
    Of->second.Copies +=
        Found * (IsRun ? M.Memories.front().Engine.Latency : 2);
  }
  if (C.Kind != CountKind::Iterations)
    return;
  for (auto &[Array, Cost] : Costs)
    if (gains(Plan.Levels[C.Level], Plan.Program->Statements[C.Index], Array)) {
      Cost.AreCounted &= Number.has_value();
      Cost.Gain += Found;
    }
}

std::vector<std::string> stevedore::packedArrays(const RegionPlan &Plan,
                                                 const RegionCounts &Counts,
                                                 const EvaluationValues &Values,
                                                 const Machine &M) {
  std::vector<int64_t> At;
  for (const std::string &Name : Counts.Sums.parameters())
    At.push_back(Values.of(Plan.parameters(), Name).value_or(0));
  auto Sums = Counts.Sums.evaluate(At);
  std::map<unsigned, PackingCost> Costs;
  for (unsigned A = 0; A < Plan.Program->Arrays.size(); ++A)
    if (!Plan.Program->Arrays[A].Private)
      Costs[A];
  for (const RegionCount &C : Counts.Counts)
    if (C.Of.Memory == 0)
      add(Plan, C.Of, C.Sum ? Sums[*C.Sum] : std::nullopt, M, Costs);
  std::vector<std::string> Result;
  for (const auto &[Array, Cost] : Costs)
    if (Cost.AreCounted && Cost.Copies < Cost.Gain)
      Result.push_back(Plan.Program->Arrays[Array].Name);
  return Result;
}
