//===- Report.cpp - The JSON report ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Report/Report.h"
#include "stevedore/Counting/SymbolicCount.h"
#include "stevedore/Pipeline/Overlap.h"
#include "stevedore/Plan/Sharing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/union_map.h"

using namespace stevedore;
using namespace llvm;

static json::Array phases(const RegionResult &R) {
  json::Array Result;
  for (const StageCost &C : R.Costs)
    Result.push_back(json::Object{{"name", C.Name},
                                  {"milliseconds", C.Milliseconds},
                                  {"islOperations", int64_t(C.IslOperations)}});
  return Result;
}

static json::Array parameters(const RegionResult &R) {
  json::Array Result;
  for (const Parameter &P : R.Plan.Program->Parameters)
    Result.push_back(P.Name);
  return Result;
}

static json::Array tiles(const RegionResult &R, const EmitOptions &Code) {
  std::string Macro = Code.Function;
  if (Code.RegionInFunction > 1)
    Macro += "_" + std::to_string(Code.RegionInFunction);
  json::Array Result;
  for (unsigned Memory = R.Plan.numMemories(); Memory-- > 0;)
    for (unsigned K = 1; K <= R.Plan.numTileSizes(); ++K) {
      std::string Name =
          R.Plan.Memories.shown(nameOf(Role::TileSize, K, Memory));
      if (!R.Plan.isTileNumber(K))
        Result.push_back(
            json::Object{{"name", Name}, {"macro", Macro + "_" + Name}});
    }
  return Result;
}

static json::Array statements(const RegionResult &R) {
  json::Array Result;
  for (const Statement &S : R.Plan.Program->Statements) {
    isl::union_map Theta = R.Plan.Order.Theta;
    std::string Time =
        Theta.is_null() ? ""
                        : toText(Theta.intersect_domain(isl::union_set(
                              isl::set::universe(S.Domain.get_space()))));
    Result.push_back(json::Object{{"name", S.Name},
                                  {"domain", toText(S.Domain)},
                                  {"schedule", Time}});
  }
  return Result;
}

/// The product of the extents, as text; the least one where there is a choice.
static std::string cells(const ModularMapping &M) {
  std::string Text;
  for (const ModularMapping &Choice : M.choices()) {
    std::vector<std::string> Factors;
    for (const std::string &Modulus : Choice.moduliTexts())
      Factors.push_back("(" + Modulus + ")");
    Text = Choice.leastText(Text,
                            Factors.empty() ? "1" : llvm::join(Factors, " * "));
  }
  return Text;
}

static json::Array texts(llvm::ArrayRef<Extent> Extents) {
  json::Array Result;
  for (const Extent &E : Extents)
    Result.push_back(E.text());
  return Result;
}

/// The names of the arrays that share the buffer of \p L.
static json::Array sharedWith(const RegionResult &R, const LocalArray &L) {
  json::Array Result;
  for (const std::vector<PlannedArray> &Members : buffersOf(R.Plan))
    for (const PlannedArray &P : Members)
      if (P.Local != &L && P.Local->Buffer == L.Buffer)
        Result.push_back(R.Plan.Program->Arrays[P.Local->Transfers.Array].Name);
  return Result;
}

/// The banks of a buffer: how many, the coefficients of a position along each
/// dimension with more than one cell, and the dimension that is divided.
static json::Object banks(const BufferBanks &B) {
  if (!B.Conflict.empty())
    return json::Object{{"count", B.Count}, {"reason", B.Conflict}};
  return json::Object{{"count", B.Count},
                      {"form", json::Array(B.Form)},
                      {"dimension", int64_t(B.Row)},
                      {"cyclic", B.KeepsShape}};
}

static json::Array arrays(const RegionResult &R) {
  json::Array Result;
  for (const LevelPlace &Place : R.Plan.allLevels()) {
    unsigned Band = Place.Band;
    const Level &T = Place.level();
    for (const LocalArray &L : T.Arrays) {
      const Array &A = R.Plan.Program->Arrays[L.Transfers.Array];
      json::Array Others, Conditions;
      std::vector<ModularMapping> Choices = L.Mapping.choices();
      for (const ModularMapping &Choice : drop_begin(Choices)) {
        Others.push_back(texts(Choice.Moduli));
        Conditions.push_back(Choice.whereText());
      }
      json::Object Entry{{"name", A.Name},
                         {"elementBytes", int64_t(A.ElementBytes)},
                         {"load", toText(L.Transfers.loaded(T.Tiles))},
                         {"store", toText(L.Transfers.Store)},
                         {"mapping", L.Mapping.mappingText(A.Name, A.Rank)},
                         {"extents", json::Array(L.Mapping.moduliTexts())},
                         {"cells", cells(L.Mapping)},
                         {"method", L.Mapping.Method},
                         {"sharedWith", sharedWith(R, L)}};
      if (R.Plan.numMemories() > 1)
        Entry["memory"] = R.Plan.Memories.of(T.B.Memory);
      if (!Others.empty()) {
        Entry["otherExtents"] = std::move(Others);
        Entry["otherConditions"] = std::move(Conditions);
      }
      if (L.Mapping.Linear)
        Entry["linear"] =
            json::Object{{"mapping", L.Mapping.linearText(A.Name, A.Rank)},
                         {"modulus", L.Mapping.linearModulusText()}};
      if (!L.Transfers.Part.is_null())
        Entry["part"] = toText(L.Transfers.Part);
      for (const BufferBanks &B : R.Banks)
        if (B.Local == Result.size())
          Entry["banks"] = banks(B);
      if (!L.UseContext.is_null())
        Entry["needed"] = toText(L.UseContext);
      auto Bound = R.Bounds[Band].find(L.Transfers.Array);
      bool IsBounded = Place.Path.size() == 1 && Bound != R.Bounds[Band].end();
      if (IsBounded && Bound->second.Live)
        Entry["bound"] = *Bound->second.Live;
      Result.push_back(std::move(Entry));
    }
  }
  return Result;
}

/// What was counted in closed form: for one tile, or for the tiles of a reuse
/// scope, and in how many loops it is summed over the others.
static json::Array counts(const RegionCounts &Counts, const RegionPlan &Plan) {
  json::Array Result;
  for (const RegionCount &C : Counts.Counts) {
    json::Object Entry{{"of", C.Of.text(Plan)}, {"band", int64_t(C.Of.Level)}};
    if (Plan.numMemories() > 1)
      Entry["memory"] = Plan.Memories.of(C.Of.Memory);
    if (C.Sum) {
      std::string Text;
      llvm::raw_string_ostream OS(Text);
      print(OS, *C.Tile, "");
      Entry["tile"] = Text;
      Entry["loops"] = int64_t(Counts.Sums.numLoops(*C.Sum));
    } else {
      Entry["tile"] = nullptr;
      Entry["reason"] = C.WhyNot;
    }
    Result.push_back(std::move(Entry));
  }
  return Result;
}

/// What was executed of the loops, or why nothing was.
static json::Object replay(const ReplaySummary &R) {
  if (!R.WhyNot.empty())
    return json::Object{{"skipped", R.WhyNot}};
  json::Object Result{{"instances", int64_t(R.Instances)},
                      {"steps", int64_t(R.Steps)}};
  if (!R.Smaller.empty())
    Result["smaller"] = json::Array(R.Smaller);
  return Result;
}

/// Why the region is left alone, or coarser answers were taken.
static std::string reason(const RegionResult &R) {
  std::vector<std::string> Parts;
  for (const Remark &Said : R.Remarks)
    Parts.push_back(Said.Message);
  if (!R.Reason.empty())
    Parts.push_back(R.Reason);
  return llvm::join(Parts, "; ");
}

/// \p Value, in whose texts parameters have the names of users.
static json::Value shown(const json::Value &Value, const MemoryNames &Names) {
  if (auto Text = Value.getAsString())
    return Names.shown(*Text);
  if (const json::Array *All = Value.getAsArray()) {
    json::Array Result;
    for (const json::Value &Part : *All)
      Result.push_back(shown(Part, Names));
    return Result;
  }
  if (const json::Object *Fields = Value.getAsObject()) {
    json::Object Result;
    for (const auto &[Name, Part] : *Fields)
      Result[Name] = shown(Part, Names);
    return Result;
  }
  return Value;
}

json::Object stevedore::reportRegion(const RegionResult &R,
                                     const EmitOptions &Code,
                                     unsigned Line) {
  json::Object Result{{"function", Code.Function},
                      {"line", int64_t(Line)},
                      {"status", R.Transformed ? "transformed" : "left alone"},
                      {"reason", reason(R)},
                      {"parameters", parameters(R)},
                      {"tiles", tiles(R, Code)},
                      {"statements", statements(R)},
                      {"arrays", arrays(R)},
                      {"phases", phases(R)}};
  if (std::string Overlap =
          describeOverlap(R.Plan, R.Counts ? &*R.Counts : nullptr);
      !Overlap.empty())
    Result["overlap"] = Overlap;
  if (R.Counts)
    Result["counts"] = counts(*R.Counts, R.Plan);
  if (R.Replay)
    Result["replay"] = replay(*R.Replay);
  if (!R.Plan.Memories.given().empty())
    Result = *shown(std::move(Result), R.Plan.Memories).getAsObject();
  return Result;
}
