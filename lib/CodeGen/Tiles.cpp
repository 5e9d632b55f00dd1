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

/// Prints the loops over the origins. isl scans all integer points of the
/// outset with unit steps; only multiples of the sizes are origins, so each
/// loop starts at the first multiple and steps by the size (Goumas et al.;
/// Darte and Isoard, section 2.1), and a coordinate that isl computes without
/// a loop is tested.
class TileWalk : public NodePrinter {
public:
  TileWalk(const BandFrame &B, Writer &W, const std::string &Tile)
      : NodePrinter(B.N, W), B(B), Tile(Tile) {}

private:
  void loop(const isl::ast_node &For) override;
  void leaf(const Leaf &L) override;
  /// Number of the tiled dimension whose counter is \p Counter.
  unsigned dimension(const std::string &Counter) const;

  const BandFrame &B;
  const std::string &Tile;
  std::set<std::string> Looped;
};

} // namespace

unsigned TileWalk::dimension(const std::string &Counter) const {
  for (unsigned K = 0; K < B.OriginNames.size(); ++K)
    if (B.OriginNames[K] == Counter)
      return K;
  return 0;
}

void TileWalk::loop(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  const std::string &C = L.Counter;
  std::string Size = B.sizeName(dimension(C));
  if (L.Degenerate) {
    W.open("");
    W.line("const long " + C + " = " + L.Init + ";");
    W.open("if (" + B.N.Prefix + "mod(" + C + ", " + Size + ") == 0)");
  } else {
    std::string First = L.Init == "0" ? L.Init
                                      : B.N.Prefix + "first(" + L.Init + ", " +
                                            Size + ")";
    W.open("for (long " + C + " = " + First + "; " + L.Condition + "; " + C + " += " + Size + ")");
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

/// The tile at the origin \p L; coordinates without a loop are defined and
/// tested here.
void TileWalk::leaf(const Leaf &L) {
  unsigned Opened = 0;
  for (unsigned K = 0; K < B.OriginNames.size(); ++K) {
    if (Looped.count(B.OriginNames[K]))
      continue;
    std::string Value = L.Coordinates[K].text();
    W.open("if (" + B.N.Prefix + "mod(" + Value + ", " + B.sizeName(K) +
           ") == 0)");
    W.line("const long " + B.OriginNames[K] + " = " + Value + ";");
    ++Opened;
  }
  llvm::StringRef Rest = Tile;
  while (!Rest.empty()) {
    auto [Line, More] = Rest.split('\n');
    W.line(Line);
    Rest = More;
  }
  for (; Opened > 0; --Opened)
    W.close();
}

/// The three phases, preceded by the constants of the tile that they use.
static llvm::Expected<std::string>
tileText(const BandFrame &B, const std::vector<Buffer> &Buffers) {
  Writer Phases;
  Phases.line("/* load */");
  if (llvm::Error E = emitTransfers(B, Buffers, Direction::Load, Phases))
    return std::move(E);
  Phases.line("/* compute */");
  if (llvm::Error E = emitCompute(B, Buffers, Phases))
    return std::move(E);
  Phases.line("/* store */");
  if (llvm::Error E = emitTransfers(B, Buffers, Direction::Store, Phases))
    return std::move(E);
  Writer Constants;
  std::string Full = B.N.Prefix + "full";
  if (mentions(Phases.text(), Full)) {
    llvm::Expected<std::string> Condition =
        conditionText(B.Tile, B.FullTile, B.N);
    if (!Condition)
      return Condition.takeError();
    Constants.line("const int " + Full + " = " + *Condition + ";");
  }
  for (const Buffer &Home : Buffers)
    for (const BufferRow &Row : Home.Rows)
      if (!Row.BaseName.empty() && mentions(Phases.text(), Row.BaseName))
        Constants.line("const long " + Row.BaseName + " = " + Row.BaseText +
                       ";");
  return Constants.text() + Phases.text();
}

llvm::Error emitTiles(const BandFrame &B, const std::vector<Buffer> &Buffers,
                      Writer &W) {
  llvm::Expected<std::string> Tile = tileText(B, Buffers);
  if (!Tile)
    return Tile.takeError();
  NestOptions Options;
  Options.Counters = B.OriginNames;
  Options.Atomic = true;
  isl_map *Identity = isl_set_identity(isl_set_set_tuple_name(
      B.Outset.copy(), "tile"));
  Identity = isl_map_reset_tuple_id(Identity, isl_dim_out);
  llvm::Expected<Nest> Loops =
      buildNest(B.Context, isl::union_map(isl::manage(Identity)), Options, B.N);
  if (!Loops)
    return Loops.takeError();
  TileWalk(B, W, *Tile).node(Loops->Root);
  return llvm::Error::success();
}

} // namespace codegen
} // namespace stevedore
