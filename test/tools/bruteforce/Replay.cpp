//===- test/tools/bruteforce/Replay.cpp - Counting what tiles move and hold
//===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Replay.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace bruteforce {

namespace {

using Elements = std::set<Point>;

/// What one tile does to one array.
struct Touched {
  const Tile *T;
  Elements Reads;
  Elements Writes;
};

/// What became of an element in a scope.
struct History {
  bool Loaded = false;
  bool Written = false;
  bool WrittenForSure = false;
  Instance LastWriter;
  size_t FirstTile = 0;
  size_t LastTile = 0;
};

/// Replays the tiles of one scope.
class ScopeReplay {
public:
  ScopeReplay(unsigned Array, bool Pipelined, const Readers &Others,
              const CellOf &Cells, Count &Result)
      : Array(Array), Pipelined(Pipelined), Others(Others), Cells(Cells),
        Result(Result) {}

  void add(const Tile &T) {
    Tiles.push_back({&T, {}, {}});
    for (const Event &E : T.Events)
      if (E.Array == Array) {
        Scope.insert(E.Of);
        add(E);
      }
  }

  void finish() {
    for (const auto &[Element, H] : Seen) {
      Result.Accessed = true;
      Result.Loads += H.Loaded;
      Result.Stores += H.Written;
      Result.LeastStores +=
          H.Written && Others.seeOutside(Array, Element, H.LastWriter, Scope);
    }
    for (size_t I = 0; I < Tiles.size(); ++I)
      hold(I);
  }

private:
  void add(const Event &E) {
    size_t Now = Tiles.size() - 1;
    auto [It, New] = Seen.try_emplace(E.Element);
    History &H = It->second;
    if (New)
      H.FirstTile = Now;
    H.LastTile = Now;
    H.Loaded |= (E.Reads || E.MayWrites) && !H.WrittenForSure;
    H.Written |= E.MustWrites || E.MayWrites;
    H.WrittenForSure |= E.MustWrites;
    if (!E.Reads)
      H.LastWriter = E.Of;
    (E.Reads ? Tiles[Now].Reads : Tiles[Now].Writes).insert(E.Element);
  }

  /// Everything that is in local memory at once around tile number \p I.
  void hold(size_t I) {
    Elements Live;
    for (const auto &[Element, H] : Seen)
      if (H.FirstTile <= I && I <= H.LastTile)
        Live.insert(Element);
    if (!Pipelined) {
      together(I, Live);
      return;
    }
    Elements WithNext = Live, WithPrevious = Live;
    for (const Touched &Other : Tiles) {
      int Distance = stripDistance(*Tiles[I].T, *Other.T);
      if (Distance == 1)
        WithNext.insert(Other.Reads.begin(), Other.Reads.end());
      if (Distance == -1)
        WithPrevious.insert(Other.Writes.begin(), Other.Writes.end());
    }
    together(I, WithNext);
    together(I, WithPrevious);
  }

  /// 1 when \p B follows \p A in its strip, -1 when it precedes it, else 0.
  static int stripDistance(const Tile &A, const Tile &B) {
    if (!std::equal(A.Index.begin(), A.Index.end() - 1, B.Index.begin()))
      return 0;
    int64_t Distance = B.Index.back() - A.Index.back();
    return Distance == 1 || Distance == -1 ? int(Distance) : 0;
  }

  void together(size_t I, const Elements &Live) {
    Result.MaxLive = std::max<uint64_t>(Result.MaxLive, Live.size());
    if (!Cells)
      return;
    std::map<Point, Point> Owner;
    for (const Point &Element : Live) {
      auto [It, Free] = Owner.try_emplace(Cells(*Tiles[I].T, Element), Element);
      if (!Free && Result.Conflict.empty())
        Result.Conflict = text(It->second) + " and " + text(Element);
    }
  }

  static std::string text(const Point &P) {
    std::string Result = "[";
    for (size_t I = 0; I < P.size(); ++I)
      Result += (I ? ", " : "") + std::to_string(P[I]);
    return Result + "]";
  }

  unsigned Array;
  bool Pipelined;
  const Readers &Others;
  const CellOf &Cells;
  Count &Result;
  std::set<Instance> Scope;
  std::vector<Touched> Tiles;
  std::map<Point, History> Seen;
};

} // namespace

/// Whether the two tiles belong to the same reuse scope.
static bool sameScope(const Tile &A, const Tile &B, Reuse Scope) {
  size_t Free = std::min<size_t>(Scope, A.Index.size());
  return Scope != 0 && A.Outer == B.Outer &&
         std::equal(A.Index.begin(), A.Index.end() - Free, B.Index.begin());
}

Count replay(const std::vector<Tile> &Tiles, unsigned Array, Reuse Scope,
             bool Pipelined, const Readers &Others, const CellOf &Cells) {
  Count Result;
  for (size_t I = 0; I < Tiles.size();) {
    ScopeReplay Replay(Array, Pipelined, Others, Cells, Result);
    size_t First = I;
    do
      Replay.add(Tiles[I++]);
    while (I < Tiles.size() && sameScope(Tiles[First], Tiles[I], Scope));
    Replay.finish();
  }
  return Result;
}

} // namespace bruteforce
