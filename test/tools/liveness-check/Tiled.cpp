//===- Tiled.cpp - Parallel loops inside tiles ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiled.h"
#include "stevedore/Pipeline/ExecutionOrders.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/map.h"
#include <random>

using namespace liveness;
using namespace llvm;
using namespace stevedore;

/// The pipeline's answer, each array in one buffer: parts of arrays cannot
/// conflict with each other.
static RegionResult plan(const TextInput &In) {
  ScheduleInput Given;
  Given.HasBand = true;
  Given.Theta = In.Theta;
  Given.Outer = In.Band->Outer;
  Given.Size = In.Band->Size;
  Given.Parallel = *In.Parallel;
  Options O;
  O.Decided.SplitArrays = false;
  return runPipeline(TiledInput(*In.Program, Given), O);
}

/// \p H without the uses of what nothing reads: a value that is never read may
/// be lost, but its write must not destroy another.
static History withoutDeadUses(const History &H) {
  History Result;
  Result.Elements = H.Elements;
  std::vector<unsigned> Kept;
  for (unsigned O = 0; O < H.Operations.size(); ++O)
    if (H.Operations[O].Kind != Operation::UseOfDead)
      Kept.push_back(O);
  for (unsigned A : Kept) {
    Result.Operations.push_back(H.Operations[A]);
    Result.Before.emplace_back();
    for (unsigned B : Kept)
      Result.Before.back().push_back(H.Before[A][B]);
  }
  return Result;
}

/// For each element, the tiles that access it.
static std::vector<std::set<Point>> tilesOf(const History &H,
                                            const Instances &All) {
  std::vector<std::set<Point>> Result(H.Elements.size());
  for (const Operation &O : H.Operations)
    if (O.Instance < All.Tiles.size())
      Result[O.Element].insert(All.Tiles[O.Instance]);
  return Result;
}

static bool haveCommonTile(const std::set<Point> &X, const std::set<Point> &Y) {
  return llvm::any_of(X, [&](const Point &Tile) { return Y.count(Tile) != 0; });
}

/// The differences of \p C at \p V.
static std::set<Point> differencesOf(const ConflictRelation &C,
                                     const Values &V) {
  std::vector<Point> Points = pointsOf(C.differences(), V);
  return {Points.begin(), Points.end()};
}

/// The cell of \p Element at \p V.
static Point cellOf(const Point &Element, const ModularMapping &M,
                    const Values &V) {
  return M.cellOf(Element, [&](StringRef Name) {
    auto It = V.find(Name.str());
    return It == V.end() ? 0 : It->second;
  });
}

/// Checks one array of a tiled band.
static std::string checkArray(const TextInput &In, const Values &V,
                              const Instances &All, const Level &Band,
                              const LocalArray &Local, raw_ostream &Line) {
  const Scop &S = *In.Program;
  auto Found =
      computeLiveness(S, Band.B, Band.Tiles, Local.Transfers, Band.Phases);
  if (!Found)
    return toString(Found.takeError());
  const ConflictRelation &C = Found->Conflicts;
  History H = withoutDeadUses(historyOf(In, All, Local.Transfers.Array, V));
  Matrix Conflicts = H.conflicts(LivenessMethod::Triangle);
  std::vector<std::set<Point>> Tiles = tilesOf(H, All);
  std::set<Point> Differences = differencesOf(C, V);
  unsigned Count = 0;
  for (unsigned X = 0; X < H.Elements.size(); ++X)
    for (unsigned Y = 0; Y < X; ++Y) {
      if (!Conflicts[X][Y] || !haveCommonTile(Tiles[X], Tiles[Y]))
        continue;
      ++Count;
      Point Z;
      for (unsigned D = 0; D < H.Elements[X].size(); ++D)
        Z.push_back(H.Elements[X][D] - H.Elements[Y][D]);
      if (!Differences.count(Z))
        return "a conflict of " + C.Array + " is missing";
      if (cellOf(H.Elements[X], Local.Mapping, V) ==
          cellOf(H.Elements[Y], Local.Mapping, V))
        return "two conflicting elements of " + C.Array + " share a cell";
    }
  Line << C.Array << ": " << H.Elements.size() << " elements, " << Count
       << " conflicts in tiles\n";
  return "";
}

TiledCheck liveness::checkTiled(const TextInput &In, const Values &V) {
  TiledCheck Result;
  auto Why = whyNotTiled(In);
  if (!Why || !Why->empty()) {
    Result.Text = Why ? *Why : toString(Why.takeError());
    return Result;
  }
  RegionResult R = plan(In);
  Result.IsTiled = R.Transformed;
  Result.Text = R.Reason;
  Instances All = enumerateTiled(In, V);
  raw_string_ostream Line(Result.Text);
  for (const Level &Band : R.Plan.Levels)
    for (const LocalArray &Local : Band.Arrays)
      if (Result.IsTiled && Result.Failure.empty())
        Result.Failure = checkArray(In, V, All, Band, Local, Line);
  return Result;
}

namespace {

/// Writes regions of which some have values that live inside tiles only.
class TiledRegionWriter {
public:
  explicit TiledRegionWriter(std::mt19937_64 &Random) : Random(Random) {}
  std::string run();

private:
  unsigned below(unsigned Bound) { return Random() % Bound; }
  template <size_t N> std::string pick(const char *const (&Texts)[N]) {
    return Texts[below(N)];
  }

  std::mt19937_64 &Random;
};

} // namespace

std::string TiledRegionWriter::run() {
  const char *Subscripts[] = {"[i, j]", "[i, j]",     "[j, i]",    "[i, 0]",
                              "[0, j]", "[i + j, j]", "[i, j + 1]"};
  const char *Times[] = {"[i, j, K]", "[i, j, K]", "[i, K, j]", "[K, i, j]"};
  const char *Parallel[] = {"[0]", "[1]", "[2]", "[0, 1]", "[1, 2]", "[0, 2]"};
  const char *Bands[] = {"{ outer: 0, size: 2 }", "{ outer: 0, size: 1 }",
                         "{ outer: 1, size: 1 }", "{ outer: 1, size: 2 }"};
  unsigned Count = 2 + below(2);
  std::string Domain, Reads, Writes, Schedule, Time = pick(Times);
  for (unsigned S = 0; S < Count; ++S) {
    std::string Name = "S" + std::to_string(S) + "[i, j]", Own = Time;
    Own.replace(Own.find('K'), 1, std::to_string(S));
    Domain += Name + " : 0 <= i, j < N; ";
    Schedule += Name + " -> " + Own + "; ";
    std::string Array = " -> W" + std::to_string(S);
    std::string Element = pick(Subscripts);
    Writes += Name + Array + Element + "; ";
    for (unsigned T = S + 1; T < Count; ++T)
      if (below(3) != 0)
        Reads += "S" + std::to_string(T) + "[i, j]" + Array +
                 (below(3) ? Element : pick(Subscripts)) + "; ";
  }
  auto Entry = [](const char *Key, const std::string &Relations) {
    return std::string(Key) + ": \"[N] -> { " + Relations + "}\"\n";
  };
  return "context: \"[N] -> { : N >= 1 }\"\n" + Entry("domain", Domain) +
         Entry("reads", Reads) + Entry("mustWrites", Writes) +
         Entry("schedule", Schedule) + "band: " + pick(Bands) +
         "\nparallel: " + pick(Parallel) + "\nliveOut: []\n";
}

int liveness::checkRandomTiled(uint64_t Seed, unsigned Count) {
  std::mt19937_64 Random(Seed);
  unsigned Failures = 0, Tiled = 0;
  outs() << "seed " << Seed << "\n";
  for (unsigned K = 0; K < Count; ++K) {
    IslContext Ctx;
    std::string Text = TiledRegionWriter(Random).run();
    auto In = readText(MemoryBufferRef(Text, "random.stv"), Ctx);
    if (!In) {
      errs() << toString(In.takeError()) << "\n";
      return 1;
    }
    Values V = {
        {"N", 3 + int64_t(K % 2)}, {"T1", 2}, {"T2", 2 + int64_t(K % 2)}};
    TiledCheck C = checkTiled(*In, V);
    Tiled += C.IsTiled;
    Failures += !C.Failure.empty();
    if (!C.Failure.empty())
      outs() << "FAIL: " << C.Failure << "\n" << Text << "\n";
  }
  outs() << Count << " regions, " << Tiled << " tiled, " << Failures
         << " failures\n";
  return Failures != 0;
}
