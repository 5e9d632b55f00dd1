//===- test/tools/bruteforce/Main.cpp - Brute-force numbers of a region ===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Enumerates a region in the text form of stevedore-opt at given numbers and
// executes its tiles on paper. Independent of the analyses: only the reader of
// the text form and the schedule are shared with them.
//
//   stevedore-bruteforce --values=N=8,M=4,T1=2,T2=3
//   [--reuse=none|strip|strip:K|nest]
//       [--order=sequential|pipelined] [--schedule=source|isl]
//       [--bands=FILE] [--mappings=FILE] [--subscripts=x=1,...] file.stv
//
// prints {"arrays": [{"name", "loads", "stores", "leastStores",
//         "maxLive"}],
//         "bands": [{"tiles", "arrays": [...]}]}
// and fails when a mapping lets two live elements share a cell. With --bands,
// the bands are those that `--print=schedule` of stevedore or stevedore-opt put
// into FILE, so that the schedule of the program under test is replayed;
// otherwise the region is scheduled as stevedore-opt does. The region of a C
// file is what `stevedore --print=scop` shows of it. The file of mappings has
// one line for each array of each band, in the order of the bands and, within a
// band, of the arrays it accesses: the rows of the matrix separated by ';', a
// '|', and the moduli, e.g. "1 -1; 0 1 | 5 2"; for an array in parts all of
// them (Cells.h). Tile sizes default to 32. Arrays of which --subscripts=
// says that they have fewer are private ones that the program under test gave
// remote memory, without the first subscripts.
//
//===----------------------------------------------------------------------===//

#include "Cells.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Schedule/TileLattice.h"
#include "stevedore/Scop/Text.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace stevedore;
using namespace bruteforce;

namespace {

struct Settings {
  Values V;
  Reuse Scope = 1;
  bool Pipelined = false;
  ScheduleKind Kind = ScheduleKind::Isl;
  std::string Bands;
  std::string Mappings;
  StringMap<unsigned> Subscripts;
  std::string File;
};

} // namespace

template <typename Map> static Error parseNumbers(StringRef Text, Map &V) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    auto [Name, Value] = Part.split('=');
    if (Value.getAsInteger(10, V[Name.str()]))
      return wrong("not a value: '" + Part + "'");
  }
  return Error::success();
}

static Error parseOption(StringRef Option, Settings &S) {
  auto [Name, Value] = Option.split('=');
  if (Name == "--values")
    return parseNumbers(Value, S.V);
  if (Name == "--subscripts")
    return parseNumbers(Value, S.Subscripts);
  else if (Name == "--mappings")
    S.Mappings = Value.str();
  else if (Name == "--bands")
    S.Bands = Value.str();
  else if (Option == "--reuse=none")
    S.Scope = 0;
  else if (Option == "--reuse=strip")
    S.Scope = 1;
  else if (Option == "--reuse=nest")
    S.Scope = ~0u;
  else if (Option.consume_front("--reuse=strip:")) {
    if (Option.getAsInteger(10, S.Scope))
      return wrong("not a number: '" + Option + "'");
  } else if (Option == "--order=pipelined")
    S.Pipelined = true;
  else if (Option == "--order=sequential")
    S.Pipelined = false;
  else if (Option == "--schedule=source")
    S.Kind = ScheduleKind::Source;
  else if (Option == "--schedule=isl")
    S.Kind = ScheduleKind::Isl;
  else if (Option.starts_with("-") || !S.File.empty())
    return wrong("unknown option '" + Option + "'");
  else
    S.File = Option.str();
  return Error::success();
}

/// The band that the text gives.
static Expected<Schedule> inputSchedule(const TextInput &In) {
  Band B;
  B.Domain = In.Program->domain();
  B.Theta = In.Theta;
  B.Outer = In.Band->Outer;
  B.Size = In.Band->Size;
  if (!In.Tiling.Hyperplanes.is_null())
    B = tiledAlong(B, In.Tiling.Hyperplanes);
  if (!In.Tiling.Lattice.is_null()) {
    auto Tiles = tilesAround(In.Tiling.Lattice, In.Tiling.Shape);
    if (!Tiles)
      return Tiles.takeError();
    B = tiledInto(B, *Tiles);
  }
  Schedule Result;
  Result.Bands = {B};
  return std::move(Result);
}

/// Starts a band at the line "band 0 (1 outer, 2 tiled, T1...T2):".
static Expected<Band> parseBandTitle(StringRef Line, isl_ctx *Ctx) {
  Band B;
  B.Theta = isl::union_map::empty(isl::ctx(Ctx));
  StringRef Rest = Line.split('(').second;
  auto [Outer, Tail] = Rest.split(" outer, ");
  auto [Size, Numbered] = Tail.split(" tiled, ");
  auto [Numbers, Last] = Numbered.split(" numbered, ");
  StringRef Tiles = Last.empty() ? Numbered : Last;
  if (!Last.empty() && Numbers.getAsInteger(10, B.TileNumbers))
    return wrong("not the title of a band: '" + Line + "'");
  if (!Tiles.consume_front("T") || Outer.getAsInteger(10, B.Outer) ||
      Size.getAsInteger(10, B.Size) ||
      Tiles.split("...").first.getAsInteger(10, B.FirstTile))
    return wrong("not the title of a band: '" + Line + "'");
  --B.FirstTile;
  return std::move(B);
}

/// The bands of the text that `--print=schedule` shows.
static Expected<Schedule> parseBands(StringRef Text, isl_ctx *Ctx) {
  SmallVector<StringRef, 32> Lines;
  Text.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  Schedule Result;
  bool InBand = false;
  for (StringRef Line : Lines) {
    if (!Line.starts_with("  ")) {
      // "points of band 0: [b3, b4, b1, b2]"
      StringRef Points = Line.split(": [b").second;
      unsigned First;
      if (Line.starts_with("points of") && !Points.consumeInteger(10, First))
        Result.Bands.back().HasCoordinates = First > Result.Bands.back().Size;
      InBand = Line.starts_with("band ");
      if (!InBand)
        continue;
      Expected<Band> B = parseBandTitle(Line, Ctx);
      if (!B)
        return B.takeError();
      Result.Bands.push_back(std::move(*B));
    } else if (InBand) {
      Band &B = Result.Bands.back();
      isl::union_map Theta(isl::ctx(Ctx), Line.trim().str());
      B.Theta = B.Theta.unite(Theta);
      if (B.Theta.is_null())
        return islError(Ctx, "a band");
    }
  }
  for (Band &B : Result.Bands)
    B.Domain = B.Theta.domain();
  return std::move(Result);
}

static Expected<Schedule> scheduleOf(const TextInput &In, const Settings &Set) {
  if (!Set.Bands.empty()) {
    auto Buffer = MemoryBuffer::getFile(Set.Bands, /*IsText=*/true);
    if (!Buffer)
      return wrong("cannot read '" + Set.Bands + "'");
    return parseBands((*Buffer)->getBuffer(), In.Program->ctx());
  }
  if (In.Band)
    return inputSchedule(In);
  Expected<Dependences> D = computeDependences(*In.Program);
  if (!D)
    return D.takeError();
  return computeSchedule(*In.Program, *D, Set.Kind);
}

namespace {

/// Runs all bands of a region and adds up.
class Run {
public:
  Run(const Scop &S, const Readers &Others, const Settings &Set,
      std::vector<StringRef> Lines)
      : S(S), Others(Others), Set(Set), Lines(std::move(Lines)),
        Total(S.Arrays.size()) {}

  Error band(const Band &B) {
    Expected<std::vector<Tile>> Tiles = traceBand(S, B, Set.V);
    if (!Tiles)
      return Tiles.takeError();
    json::Array Arrays;
    for (unsigned A = 0; A < S.Arrays.size(); ++A) {
      if (!accesses(B, A))
        continue;
      Expected<Count> C = array(B, A, *Tiles);
      if (!C)
        return C.takeError();
      if (!C->Conflict.empty())
        Conflicts.push_back(S.Arrays[A].Name + C->Conflict);
      Arrays.push_back(describe(A, *C));
      Total[A].Accessed = true;
      Total[A].Loads += C->Loads;
      Total[A].Stores += C->Stores;
      Total[A].LeastStores += C->LeastStores;
      Total[A].MaxLive = std::max(Total[A].MaxLive, C->MaxLive);
    }
    Bands.push_back(json::Object{{"tiles", int64_t(Tiles->size())},
                                 {"arrays", std::move(Arrays)}});
    return Error::success();
  }

  /// Prints the numbers. Errors: two live elements in one cell.
  Error finish() {
    json::Array Arrays;
    for (unsigned A = 0; A < S.Arrays.size(); ++A)
      if (Total[A].Accessed)
        Arrays.push_back(describe(A, Total[A]));
    outs() << json::Value(json::Object{{"arrays", std::move(Arrays)},
                                       {"bands", std::move(Bands)}})
           << "\n";
    if (!Lines.empty() && NextLine != Lines.size())
      return wrong("more mappings than arrays");
    if (!Conflicts.empty())
      return wrong("live elements share a cell: " + Conflicts.front());
    return Error::success();
  }

private:
  bool accesses(const Band &B, unsigned Array) const {
    for (const Statement &Stmt : S.Statements)
      for (const Access &A : Stmt.Accesses)
        if (A.Array == Array &&
            isl::union_set(A.Relation.domain().intersect(Stmt.Domain))
                .intersect(B.Domain)
                .is_empty()
                .is_false())
          return true;
    return false;
  }

  /// An array that nothing observes after the band, and that the band defines
  /// before it reads it, is not stored.
  Expected<Count> array(const Band &B, unsigned A,
                        const std::vector<Tile> &Tiles) {
    CellOf Cells;
    if (!Lines.empty()) {
      if (NextLine == Lines.size())
        return wrong("fewer mappings than arrays");
      auto M =
          parseMappings(S.Context.ctx(), Lines[NextLine++], S.Arrays[A].Rank);
      if (!M)
        return M.takeError();
      Cells = cellsOf(std::move(*M), B, Set.V);
    }
    Count C = replay(Tiles, A, Set.Scope, Set.Pipelined, Others, Cells);
    if (!S.Arrays[A].LiveOut && !readOutside(S, B, A) && C.Loads == 0)
      C.Stores = 0;
    return C;
  }

  json::Object describe(unsigned A, const Count &C) const {
    return json::Object{{"name", S.Arrays[A].Name},
                        {"loads", int64_t(C.Loads)},
                        {"stores", int64_t(C.Stores)},
                        {"leastStores", int64_t(C.LeastStores)},
                        {"maxLive", int64_t(C.MaxLive)}};
  }

  const Scop &S;
  const Readers &Others;
  const Settings &Set;
  std::vector<StringRef> Lines;
  size_t NextLine = 0;
  std::vector<Count> Total;
  std::vector<std::string> Conflicts;
  json::Array Bands;
};

} // namespace

static Error run(const Settings &Set) {
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Set.File, /*IsText=*/true);
  if (!Buffer)
    return wrong("cannot read '" + Set.File + "'");
  IslContext Ctx;
  Expected<TextInput> In = readText((*Buffer)->getMemBufferRef(), Ctx);
  if (!In)
    return In.takeError();
  if (!In->Program)
    return wrong("not a region");
  for (unsigned A = 0; A < In->Program->Arrays.size(); ++A) {
    Array &Of = In->Program->Arrays[A];
    auto Found = Set.Subscripts.find(Of.Name);
    if (Found == Set.Subscripts.end() || Found->second >= Of.Rank)
      continue;
    Of.Expanded = Of.Rank - Found->second;
    collapsePrivate(*In->Program, A);
  }
  std::vector<StringRef> Lines;
  std::unique_ptr<MemoryBuffer> Mappings;
  if (!Set.Mappings.empty()) {
    auto File = MemoryBuffer::getFile(Set.Mappings, /*IsText=*/true);
    if (!File)
      return wrong("cannot read '" + Set.Mappings + "'");
    Mappings = std::move(*File);
    SmallVector<StringRef, 8> Split;
    Mappings->getBuffer().split(Split, '\n', -1, /*KeepEmpty=*/false);
    Lines.assign(Split.begin(), Split.end());
  }
  Expected<Schedule> Order = scheduleOf(*In, Set);
  if (!Order)
    return Order.takeError();
  Expected<Readers> Others = Readers::make(*In->Program, Set.V);
  if (!Others)
    return Others.takeError();
  Run R(*In->Program, *Others, Set, std::move(Lines));
  for (const Band &B : Order->Bands)
    if (Error E = R.band(B))
      return E;
  return R.finish();
}

int main(int argc, char **argv) {
  Settings Set;
  Error E = Error::success();
  for (int I = 1; I < argc && !E; ++I)
    E = joinErrors(std::move(E), parseOption(argv[I], Set));
  if (!E)
    E = joinErrors(std::move(E), run(Set));
  if (!E)
    return 0;
  errs() << "stevedore-bruteforce: error: " << toString(std::move(E)) << "\n";
  return 1;
}
