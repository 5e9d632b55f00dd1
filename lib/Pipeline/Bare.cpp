//===- Bare.cpp - Allocation without a program ----------------------------- -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Bare.h"
#include "LowerBound.h"
#include "llvm/ADT/StringMap.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

ConflictRelation stevedore::conflictsOf(const TextConflicts &In) {
  ConflictRelation C;
  C.Context = In.Context;
  if (!In.Conflicts.is_null()) {
    C.Pairs = In.Conflicts.intersect_params(In.Context);
  } else {
    isl::multi_aff Origin =
        isl::multi_aff::zero(In.Differences.get_space().map_from_set());
    C.Pairs = isl::manage(isl_map_from_multi_aff(Origin.release()))
                  .intersect_domain(In.Differences)
                  .intersect_params(In.Context);
  }
  C.Rank = countOf(C.Pairs.range_tuple_dim());
  return C;
}

json::Object stevedore::numbersOf(StringRef Name, const ModularMapping &M,
                                  const Options &O,
                                  std::optional<int64_t> Bound) {
  StringMap<int64_t> Values;
  for (const auto &[Name, Value] : O.Evaluate)
    Values[Name] = Value;
  auto Lookup = [&](StringRef Name) { return Values.lookup(Name); };
  json::Array Extents;
  int64_t Cells = 1;
  for (const Extent &E : M.Moduli) {
    Extents.push_back(E.evaluate(Lookup));
    Cells *= E.evaluate(Lookup);
  }
  json::Object Array{
      {"name", Name.str()}, {"cells", Cells}, {"extents", std::move(Extents)}};
  if (Bound)
    addBound(Array, *Bound, Cells);
  return Array;
}

/// The largest number of elements that conflict pairwise at the values of
/// `--evaluate=`, if there are any.
static std::optional<int64_t> boundOf(const TextConflicts &In,
                                      const ConflictRelation &C,
                                      const Options &O) {
  if (O.Evaluate.empty())
    return std::nullopt;
  auto Value = [&](StringRef Name) { return evaluationValue(O, Name); };
  if (In.Conflicts.is_null())
    return countLiveTogether(In.Differences.intersect_params(In.Context),
                             Value);
  return countLiveTogether(C, nullptr, Value);
}

/// The number of cells of \p M at the values of `--evaluate=`.
static int64_t cellsOf(const ModularMapping &M, const Options &O) {
  int64_t Cells = 1;
  for (const Extent &E : M.Moduli)
    Cells *= E.evaluate(
        [&](StringRef Name) { return evaluationValue(O, Name).value_or(0); });
  return Cells;
}

Expected<std::string> stevedore::runBareAllocation(const TextConflicts &In,
                                                   const Options &O) {
  Budget Limit(In.Context.ctx(), {O.BudgetSeconds, 0});
  ConflictRelation C = conflictsOf(In);
  std::string Text;
  raw_string_ostream OS(Text);
  if (O.Print == Phase::Conflicts)
    print(OS, C);
  if (O.Print != Phase::None && O.Print < Phase::Allocation)
    return Text;
  Expected<ModularMapping> M = allocate(C, O.Allocation, O.Modulo);
  if (!M)
    return M.takeError();
  if (Error E = verifyMapping(C, *M))
    return std::move(E);
  std::optional<int64_t> Bound = boundOf(In, C, O);
  if (O.Print == Phase::Allocation) {
    print(OS, C, *M);
    if (Bound)
      printBound(OS, *Bound, cellsOf(*M, O));
  }
  if (!O.Evaluate.empty())
    OS << json::Value(json::Object{
              {"arrays", json::Array{numbersOf("", *M, O, Bound)}}})
       << "\n";
  return Text;
}
