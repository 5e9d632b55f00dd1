//===- Tiles.cpp - The loops over tiles -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include "NodePrinter.h"
#include "Phases.h"
#include "isl/ast.h"
#include "isl/map.h"
#include "isl/set.h"

namespace stevedore {
namespace codegen {

namespace {

/// The phases of the tile whose origin is in scope, each with the constants it
/// uses.
struct TilePhases {
  std::string Load, Compute, Store;
};

/// Prints the loops over the origins. isl scans all integer points of the
/// outset with unit steps; only the points of the lattice are origins, so each
/// loop starts at the first of them and steps to the next (Darte and Isoard,
/// section 2.1), and a coordinate that isl computes without a loop is tested.
class TileWalk : public NodePrinter {
public:
  TileWalk(const BandFrame &B, const std::vector<OriginLoop> &Origins,
           Writer &W, const std::string &Tile, const TilePhases *Pipeline)
      : NodePrinter(B.N, W), B(B), Origins(Origins), Tile(Tile),
        Pipeline(Pipeline) {}

private:
  void loop(const isl::ast_node &For) override;
  void leaf(const Leaf &L) override;
  void strip(const isl::ast_node &For);
  void block(const std::string &Head, const std::string &Counter,
             const std::string &Value, const std::string &Text);
  /// Number of the tiled dimension whose counter is \p Counter.
  unsigned dimension(const std::string &Counter) const;
  std::string step(unsigned K) const;
  std::string first(const Loop &L, unsigned K) const;
  std::string isOrigin(const Linear &Value, unsigned K) const;

  const BandFrame &B;
  const std::vector<OriginLoop> &Origins;
  const std::string &Tile;
  /// Null: the phases of a tile follow each other.
  const TilePhases *Pipeline;
  std::set<std::string> Looped;
};

} // namespace

unsigned TileWalk::dimension(const std::string &Counter) const {
  for (unsigned K = 0; K < B.OriginNames.size(); ++K)
    if (B.OriginNames[K] == Counter)
      return K;
  return 0;
}

/// How far coordinate number \p K is from one origin to the next.
std::string TileWalk::step(unsigned K) const {
  return Origins[K].Step.linear(B.N).text();
}

/// The first value of coordinate number \p K that is not before the loop \p L.
std::string TileWalk::first(const Loop &L, unsigned K) const {
  Linear Start = Origins[K].Start.linear(B.N);
  std::string Helper = B.N.Prefix + "first(";
  if (Start.isZero())
    return L.Init == "0" ? L.Init : Helper + L.Init + ", " + step(K) + ")";
  std::string From = L.Init + " - " + parenthesize(Start.text());
  return Helper + From + ", " + step(K) + ") + " + Start.text();
}

/// The condition that \p Value is coordinate number \p K of an origin.
std::string TileWalk::isOrigin(const Linear &Value, unsigned K) const {
  Linear Rest = Value;
  Rest.add(Origins[K].Start.linear(B.N), -1);
  return B.N.Prefix + "mod(" + Rest.text() + ", " + step(K) + ") == 0";
}

void TileWalk::loop(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  const std::string &C = L.Counter;
  unsigned K = dimension(C);
  bool Innermost = K + 1 == B.OriginNames.size() &&
                   kind(L.Body) == isl_ast_node_user && !L.Degenerate &&
                   L.Step == 1;
  if (Pipeline && Innermost && Looped.size() == K) {
    strip(For);
    return;
  }
  if (L.Degenerate) {
    openLoop(L);
    W.open("if (" + isOrigin(Linear::name(C), K) + ")");
  } else {
    W.open("for (long " + C + " = " + first(L, K) + "; " + L.Condition + "; " +
           C + " += " + step(K) + ")");
    if (L.Step != 1)
      W.open("if (" + B.N.Prefix + "mod(" + C + " - " + parenthesize(L.Init) +
             ", " + std::to_string(L.Step) + ") == 0)");
  }
  bool New = Looped.insert(C).second;
  node(L.Body);
  if (New)
    Looped.erase(C);
  if (L.Degenerate || L.Step != 1)
    W.close();
  W.close();
}

/// A block in which the counter \p Counter is the constant \p Value.
void TileWalk::block(const std::string &Head, const std::string &Counter,
                     const std::string &Value, const std::string &Text) {
  W.open(Head);
  if (mentions(Text, Counter))
    W.line("const long " + Counter + " = " + Value + ";");
  W.paste(Text);
  W.close();
}

/// A strip of tiles with double buffering (Darte and Isoard, section 4): while
/// tile J is computed, the results of the tile before leave and the data of the
/// tile after arrive, in this order:
///
///   Load(first)
///   for each tile J: { Store(J - T), Load(J + T), wait for Load(J),
///                      compute(J), wait for Store(J - T) }
///   Store(last)
void TileWalk::strip(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  unsigned K = dimension(L.Counter);
  std::string C = L.Counter, Size = step(K);
  std::string J = B.N.of("%tile"), Tag = B.N.of("%tag"), Start = B.N.of("%first");
  const std::string &M = B.Options.MacroPrefix;
  B.N.bind(C, J);
  std::string Condition = takeApart(For, B.N).Condition;
  B.N.bind(C, C);
  Writer Guarded;
  Guarded.open("if (" + L.Condition + ")");
  Guarded.paste(Pipeline->Load);
  Guarded.close();
  std::string Store = Pipeline->Store;
  W.open("");
  W.line("const long " + Start + " = " + first(L, K) + ";");
  W.line("long " + J + " = " + Start + ";");
  W.line("int " + Tag + " = 1;");
  block("", C, J, Guarded.text());
  W.line(Tag + " = 0;");
  W.open("for (; " + Condition + "; " + J + " += " + Size + ")");
  if (!Store.empty())
    block("if (" + J + " != " + Start + ")", C, J + " - " + Size, Store);
  block("", C, J + " + " + Size, Guarded.text());
  W.line(M + "WAIT(" + Tag + ");");
  block("", C, J, Pipeline->Compute);
  if (!Store.empty()) {
    W.open("if (" + J + " != " + Start + ")");
    W.line(M + "WAIT(2);");
    W.close();
  }
  W.line(Tag + " = 1 - " + Tag + ";");
  W.close();
  if (!Store.empty()) {
    Store += M + "WAIT(2);\n";
    block("if (" + J + " != " + Start + ")", C, J + " - " + Size, Store);
  }
  W.close();
}

/// The tile at the origin \p L; coordinates without a loop are defined and
/// tested here.
void TileWalk::leaf(const Leaf &L) {
  unsigned Opened = 0;
  for (unsigned K = 0; K < B.OriginNames.size(); ++K) {
    if (Looped.count(B.OriginNames[K]))
      continue;
    std::string Value = L.Coordinates[K].text();
    W.open("if (" + isOrigin(L.Coordinates[K], K) + ")");
    W.line("const long " + B.OriginNames[K] + " = " + Value + ";");
    ++Opened;
  }
  W.paste(Tile);
  for (; Opened > 0; --Opened)
    W.close();
}

/// The constants of the tile that \p Text uses, and \p Text.
static llvm::Expected<std::string>
withConstants(const BandFrame &B, const std::vector<Buffer> &Buffers,
              const std::string &Text) {
  Writer Constants;
  std::string Full = B.N.Prefix + "full";
  if (mentions(Text, Full)) {
    llvm::Expected<std::string> Condition =
        conditionText(B.Tile, B.FullTile, B.N);
    if (!Condition)
      return Condition.takeError();
    Constants.line("const int " + Full + " = " + *Condition + ";");
  }
  for (const Buffer &Home : Buffers)
    for (const BufferRow &Row : Home.Rows)
      if (!Row.BaseName.empty() && mentions(Text, Row.BaseName))
        Constants.line("const long " + Row.BaseName + " = " + Row.BaseText +
                       ";");
  return Constants.text() + Text;
}

/// The three phases without constants; transfers carry tags when \p Tagged.
static llvm::Expected<TilePhases>
phases(const BandFrame &B, const std::vector<Buffer> &Buffers, bool Tagged) {
  Writer Load, Compute, Store;
  Channel In{Direction::Load, Tagged ? "1 - " + B.N.of("%tag") : ""};
  Channel Out{Direction::Store, Tagged ? "2" : ""};
  Load.line("/* load */");
  if (llvm::Error E = emitTransfers(B, Buffers, In, Load))
    return std::move(E);
  Compute.line("/* compute */");
  if (llvm::Error E = emitCompute(B, Buffers, Compute))
    return std::move(E);
  Store.line("/* store */");
  if (llvm::Error E = emitTransfers(B, Buffers, Out, Store))
    return std::move(E);
  return TilePhases{Load.text(), Compute.text(), Store.text()};
}

/// The loops over the coordinates of the origins.
static llvm::Expected<std::vector<OriginLoop>> originLoops(const BandFrame &B) {
  std::vector<OriginLoop> Result;
  for (unsigned K = 0; K < B.Origins.size(); ++K) {
    std::optional<OriginLoop> Next = B.originLoop(K);
    if (!Next)
      return islError(B.Plan.Program->ctx(), "the origins of the tiles");
    Result.push_back(*Next);
  }
  return std::move(Result);
}

/// Whether the data of the next tile may be fetched while a tile is computed
/// and the results of the tile before leave: no element that a tile loads is
/// written by one of the two tiles before.
static bool mayPrefetch(const BandFrame &B,
                        const std::vector<Buffer> &Buffers) {
  const TileShape &Shape = *B.Tiled.Tiles.Shape;
  for (const Buffer &Home : Buffers)
    for (int Steps : {1, 2}) {
      const ArrayTransfers &T = Home.Local->Transfers;
      if (!T.Write.apply_domain(Shape.along(Steps))
               .is_disjoint(T.Load)
               .is_true())
        return false;
    }
  return true;
}

llvm::Error emitTiles(const BandFrame &B, const std::vector<Buffer> &Buffers,
                      Writer &W) {
  bool Pipelined = B.Options.Order == OrderKind::Pipelined &&
                   !Buffers.empty() && mayPrefetch(B, Buffers);
  llvm::Expected<TilePhases> P = phases(B, Buffers, false);
  if (!P)
    return P.takeError();
  llvm::Expected<std::string> Tile =
      withConstants(B, Buffers, P->Load + P->Compute + P->Store);
  if (!Tile)
    return Tile.takeError();
  TilePhases Overlapped;
  if (Pipelined) {
    for (const char *Name : {"tile", "tag", "first"})
      if (B.N.of(std::string("%") + Name) == std::string("%") + Name)
        B.N.bind(std::string("%") + Name, B.N.fresh(std::string(Name) + "0"));
    llvm::Expected<TilePhases> Tagged = phases(B, Buffers, true);
    if (!Tagged)
      return Tagged.takeError();
    for (std::string TilePhases::*Phase :
         {&TilePhases::Load, &TilePhases::Compute, &TilePhases::Store}) {
      llvm::Expected<std::string> Text =
          withConstants(B, Buffers, (*Tagged).*Phase);
      if (!Text)
        return Text.takeError();
      Overlapped.*Phase = *Text;
    }
  }
  NestOptions Options;
  Options.Counters = B.OriginNames;
  Options.Atomic = Options.Counters.size();
  isl_map *Identity =
      isl_set_identity(isl_set_set_tuple_name(B.Outset.copy(), "tile"));
  Identity = isl_map_reset_tuple_id(Identity, isl_dim_out);
  llvm::Expected<Nest> Loops = buildNest(
      B.Context, isl::union_map(isl::manage(Identity)), Options, B.N);
  if (!Loops)
    return Loops.takeError();
  llvm::Expected<std::vector<OriginLoop>> Origins = originLoops(B);
  if (!Origins)
    return Origins.takeError();
  TileWalk(B, *Origins, W, *Tile, Pipelined ? &Overlapped : nullptr)
      .node(Loops->Root);
  return llvm::Error::success();
}

} // namespace codegen
} // namespace stevedore
