//===- Bare.cpp - Allocation without a program ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Pipeline/Bare.h"
#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/Size.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"

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
  auto Value = [&](StringRef Name) { return evaluationValue(O, Name); };
  int64_t Cells = cellsAt(M, Value);
  json::Object Array{{"name", Name.str()},
                     {"cells", Cells},
                     {"extents", json::Array(extentsAt(M, Value))}};
  if (Bound)
    addBound(Array, *Bound, Cells);
  return Array;
}

/// The largest number of elements that conflict pairwise at the values of
/// `--evaluate=`, if there are any.
static std::optional<int64_t>
boundOf(const TextConflicts &In, const ConflictRelation &C, const Options &O) {
  if (O.Evaluate.empty())
    return std::nullopt;
  auto Value = [&](StringRef Name) { return evaluationValue(O, Name); };
  if (In.Conflicts.is_null())
    return countLiveTogether(In.Differences.intersect_params(In.Context),
                             Value);
  return countLiveTogether(C, nullptr, Value);
}

/// The number of cells of \p M at the values of `--evaluate=`.
/// The names of the parameters of \p Context.
static std::vector<std::string> parametersOf(const isl::set &Context) {
  std::vector<std::string> Result;
  for (unsigned P = 0; P < countOf(Context.dim(isl::dim::param)); ++P)
    Result.push_back(isl_set_get_dim_name(Context.get(), isl_dim_param, P));
  return Result;
}

Expected<std::string> stevedore::runBareAllocation(const TextConflicts &In,
                                                   const Options &O) {
  Budget Limit(In.Context.ctx(), O.Limits);
  ConflictRelation C = conflictsOf(In);
  if (Error E = checkValues(O, parametersOf(C.Context)))
    return std::move(E);
  std::string Text;
  raw_string_ostream OS(Text);
  if (O.Print == Phase::Conflicts)
    print(OS, C);
  if (O.Print != Phase::None && O.Print < Phase::Allocation)
    return Text;
  Expected<ModularMapping> M = allocateFor(C, O);
  if (!M)
    return M.takeError();
  if (Error E = verifyMapping(C, *M))
    return std::move(E);
  std::optional<int64_t> Bound = boundOf(In, C, O);
  if (O.Print == Phase::Allocation) {
    print(OS, C, *M);
    if (Bound)
      printBound(OS, *Bound, cellsAt(*M, [&](StringRef Name) {
                   return evaluationValue(O, Name);
                 }));
  }
  if (!O.Evaluate.empty())
    OS << json::Value(json::Object{
              {"arrays", json::Array{numbersOf("", *M, O, Bound)}}})
       << "\n";
  return Text;
}
