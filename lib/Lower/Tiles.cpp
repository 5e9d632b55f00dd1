//===- Tiles.cpp - The loops over tiles -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include "Expression.h"
#include "NodeLowering.h"
#include "Phases.h"
#include "Workers.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Limits.h"
#include "isl/ast.h"
#include "isl/map.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

using looptree::LetNode;
using looptree::makeAssign;
using looptree::makeIf;
using looptree::makeLet;
using looptree::PhaseNode;

namespace {

/// The phases of the tile whose origin is in scope, each with the constants it
/// uses.
struct TilePhases {
  Block Load, Compute, Store;
};

/// Lowers the loops over the origins. isl scans all integer points of the
/// outset with unit steps; only the points of the lattice are origins, so each
/// loop starts at the first of them and steps to the next (Darte and Isoard,
/// section 2.1), and a coordinate that isl computes without a loop is tested.
class TileWalk : public NodeLowering {
public:
  TileWalk(const BandFrame &B, const std::vector<OriginLoop> &Origins,
           Builder &W, const Block &Tile, const TilePhases *Pipeline)
      : NodeLowering(B.N, W), B(B), Origins(Origins), Tile(Tile),
        Pipeline(Pipeline) {}

private:
  void loop(const isl::ast_node &For) override;
  void leaf(const Leaf &L) override;
  void strip(const isl::ast_node &For, const Expr &IsTile);
  bool isFenced() const;
  /// Number of the tiled dimension whose counter is \p Counter.
  unsigned dimension(const std::string &Counter) const;
  Expr step(unsigned K) const;
  Expr first(const Loop &L, unsigned K) const;
  int64_t multipleOf(llvm::StringRef Name) const;
  Expr isOrigin(const Affine &Value, unsigned K) const;
  bool isAlwaysOrigin(const Affine &Value, unsigned K) const;

  const BandFrame &B;
  const std::vector<OriginLoop> &Origins;
  const Block &Tile;
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
Expr TileWalk::step(unsigned K) const {
  return B.affine(Origins[K].Step).expr();
}

/// What all values of the variable \p Name are multiples of: 1 unless it is a
/// coordinate of origins.
int64_t TileWalk::multipleOf(llvm::StringRef Name) const {
  for (unsigned K = 0; K < B.OriginNames.size(); ++K) {
    if (B.OriginNames[K] != Name)
      continue;
    Affine Start = B.affine(Origins[K].Start), Step = B.affine(Origins[K].Step);
    bool IsMultiple = Start.isZero() && Step.isConstant() &&
                      Step.constant() <= INT32_MAX;
    return IsMultiple ? Step.constant() : 1;
  }
  return 1;
}

/// The first value of coordinate number \p K that is not before the loop \p L.
Expr TileWalk::first(const Loop &L, unsigned K) const {
  Affine Start = B.affine(Origins[K].Start);
  if (L.Init == Start.expr())
    return L.Init;
  if (int64_t Step = multipleOf(B.OriginNames[K]); Step > 1)
    if (std::optional<Expr> First = firstMultiple(
            L.Init, Step, [&](llvm::StringRef Name) { return multipleOf(Name); }))
      return *First;
  if (!Start.isZero())
    return sum(Expr::make(Expr::FirstMultiple,
                          {Expr::make(Expr::Sub, {L.Init, Start.expr()}),
                           step(K)}),
               Start.expr());
  if (L.Init.isInteger(0))
    return L.Init;
  return Expr::make(Expr::FirstMultiple, {L.Init, step(K)});
}

/// \p Value is a multiple of \p Size.
static Expr isMultiple(const Expr &Value, const Expr &Size) {
  return compare(Expr::Equal, Expr::make(Expr::Modulo, {Value, Size}), 0);
}

/// The condition that \p Value is coordinate number \p K of an origin.
Expr TileWalk::isOrigin(const Affine &Value, unsigned K) const {
  Affine Rest = Value;
  Rest.add(B.affine(Origins[K].Start), -1);
  return isMultiple(Rest.expr(), step(K));
}

/// Whether \p Value is a number, and coordinate number \p K of an origin.
bool TileWalk::isAlwaysOrigin(const Affine &Value, unsigned K) const {
  Affine Step = B.affine(Origins[K].Step), Rest = Value;
  Rest.add(B.affine(Origins[K].Start), -1);
  return Rest.isZero() || (Rest.isConstant() && Step.isConstant() &&
                           Rest.constant() % Step.constant() == 0);
}

/// When the one leaf below \p Body is executed; none where there are several,
/// or loops.
static std::optional<Expr> reachOfLeaf(isl::ast_node Body, const Names &N) {
  std::vector<Expr> Conditions;
  while (kind(Body) == isl_ast_node_if &&
         isl_ast_node_if_has_else_node(Body.get()) == isl_bool_false) {
    Conditions.push_back(
        toExpr(isl::manage(isl_ast_node_if_get_cond(Body.get())), N));
    Body = isl::manage(isl_ast_node_if_get_then_node(Body.get()));
  }
  if (kind(Body) != isl_ast_node_user)
    return std::nullopt;
  return looptree::conjunction(std::move(Conditions));
}

void TileWalk::loop(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  const std::string &C = L.Counter;
  unsigned K = dimension(C);
  bool Innermost = K + 1 == B.OriginNames.size() && !L.Degenerate &&
                   L.Step == 1 && Looped.size() == K;
  if (Pipeline && Innermost)
    if (auto IsTile = reachOfLeaf(L.Body, B.N))
      return strip(For, *IsTile);
  bool New = Looped.insert(C).second;
  W.open();
  node(L.Body);
  Block Body = W.close();
  if (New)
    Looped.erase(C);
  if (L.Degenerate) {
    W.add(makeLoop(
        L, {makeIf(isOrigin(Affine::name(C), K), std::move(Body))}));
    return;
  }
  if (L.Step != 1) {
    Expr Distance = Expr::make(Expr::Sub, {Expr::variable(C), L.Init});
    Body = {makeIf(isMultiple(Distance, L.Step), std::move(Body))};
  }
  looptree::ForNode F;
  F.Counter = C;
  F.Init = first(L, K);
  F.Condition = L.Condition;
  F.Step = step(K);
  F.Body = std::move(Body);
  W.add(looptree::share(std::move(F)));
}

/// The identifier of a variable for strips of overlapped tiles of \p B.
static std::string pipelineId(const BandFrame &B, const char *Name) {
  return "%" + std::string(Name) + std::to_string(B.Tiled.B.Memory);
}

/// Tag number \p Number of the memory of \p B: 0 and 1 are those of the loads
/// of tiles in turn, 2 that of stores.
static Expr tagOf(const BandFrame &B, const Expr &Number) {
  Affine Sum = Affine(3 * int64_t(B.Tiled.B.Memory));
  if (Number.kind() == Expr::Integer)
    return Sum.add(Affine(int64_t(Number.value()))).expr();
  return looptree::sum(Number, Sum.expr());
}

/// The number of the tag of the next tile's loads.
static Expr nextTag(const BandFrame &B) {
  return Expr::make(Expr::Sub,
                    {Expr(1), Expr::variable(B.N.of(pipelineId(B, "tag")))});
}

/// Waits for the transfers with tag number \p Number, or keeps later ones
/// behind them.
template <typename T>
static NodeRef makeTagged(const Expr &Number, const BandFrame &B) {
  T N;
  N.Tag = tagOf(B, Number);
  N.Memory = B.Tiled.B.Memory;
  return looptree::share(std::move(N));
}

static bool hasTransfers(const Block &B) {
  bool Result = false;
  looptree::walk(B, [&](const looptree::Node &N) {
    Result |= N.K == looptree::Node::Transfer;
  });
  return Result;
}

/// Whether loads of the strip have to wait for the stores started before them:
/// what arrives may take the cells of what leaves.
bool TileWalk::isFenced() const {
  return B.Tiled.Phases.isFenced() &&
         hasTransfers(Pipeline->Load) && hasTransfers(Pipeline->Store);
}

/// A strip of tiles with double buffering (Darte and Isoard, section 4): while
/// tile J is computed, the results of the tile before leave and the data of the
/// tile after arrive, in this order:
///
///   Load(first)
///   for each tile J: { Store(J - T), fence, Load(J + T), wait for Load(J),
///                      compute(J), wait for Store(J - T) }
///   Store(last)
///
/// where phases of the tile at J are executed if \p IsTile holds there.
void TileWalk::strip(const isl::ast_node &For, const Expr &IsTile) {
  Loop L = takeApart(For, B.N);
  const std::string C = L.Counter, J = B.N.of(pipelineId(B, "tile")),
                    Tag = B.N.of(pipelineId(B, "tag")),
                    Start = B.N.of(pipelineId(B, "first"));
  unsigned K = dimension(C);
  Expr Size = step(K), Tile = Expr::variable(J), Begin = Expr::variable(Start),
       Channel = Expr::variable(Tag);
  B.N.bind(C, J);
  Expr Condition = takeApart(For, B.N).Condition;
  B.N.bind(C, C);
  Expr IsLater = compare(Expr::NotEqual, Tile, Begin);
  Expr Earlier = Expr::make(Expr::Sub, {Tile, Size});
  Expr Later = Expr::make(Expr::Add, {Tile, Size});
  auto whereTile = [&](Block Phase) {
    return IsTile.isInteger(1) || Phase.empty()
               ? Phase
               : Block{makeIf(IsTile, std::move(Phase))};
  };
  Block Guarded = {makeIf(L.Condition, whereTile(Pipeline->Load))};
  Block Compute = whereTile(Pipeline->Compute);
  Block Store = whereTile(Pipeline->Store);
  bool Stores = !Store.empty();

  Block Steps;
  if (Stores) {
    Block Before = looptree::defineIfUsed(C, Earlier, Store);
    if (isFenced())
      Before.push_back(makeTagged<looptree::FenceNode>(2, B));
    Steps.push_back(makeIf(IsLater, std::move(Before)));
  }
  Steps.push_back(looptree::makeScope(looptree::defineIfUsed(C, Later, Guarded)));
  Steps.push_back(makeTagged<looptree::WaitNode>(Channel, B));
  Steps.push_back(
      looptree::makeScope(looptree::defineIfUsed(C, Tile, Compute)));
  if (Stores)
    Steps.push_back(makeIf(IsLater, {makeTagged<looptree::WaitNode>(2, B)}));
  Steps.push_back(makeAssign(Tag, nextTag(B)));

  W.open();
  W.let(Start, first(L, K));
  W.add(makeLet(J, Begin, LetNode::Number, true));
  W.add(makeLet(Tag, 1, LetNode::Flag, true));
  W.add(looptree::makeScope(looptree::defineIfUsed(C, Tile, Guarded)));
  W.add(makeAssign(Tag, 0));
  looptree::ForNode F;
  F.Counter = J;
  F.Condition = Condition;
  F.Step = Size;
  F.Body = std::move(Steps);
  W.add(looptree::share(std::move(F)));
  if (Stores) {
    Block Last = Store;
    Last.push_back(makeTagged<looptree::WaitNode>(2, B));
    W.add(makeIf(IsLater, looptree::defineIfUsed(C, Earlier, Last)));
  }
  W.add(looptree::makeScope(W.close()));
}

void TileWalk::leaf(const Leaf &L) {
  Block Body = Tile;
  for (unsigned K = B.OriginNames.size(); K-- > 0;) {
    if (Looped.count(B.OriginNames[K]))
      continue;
    const Affine &Value = L.Coordinates[K];
    Body = looptree::defineIfUsed(B.OriginNames[K], Value.expr(), Body);
    if (!isAlwaysOrigin(Value, K))
      Body = {makeIf(isOrigin(Value, K), std::move(Body))};
  }
  W.add(Body);
}

/// \p Body after the sizes of a tile that ends where the one around it does, as
/// far as it needs them.
static Block withCuts(const BandFrame &B, Block Body) {
  const TileSpace &T = B.Tiled.Tiles;
  for (unsigned K = T.CutNames.size(); K-- > 0;) {
    std::optional<OriginLoop> Loop = B.originLoop(K);
    if (!Loop)
      continue;
    Affine Left = named(T.Around.back().Origins[K], B.N);
    Left.add(named(T.Around.back().Ends[K], B.N));
    Left.add(named(B.Origins[K], B.N), -1);
    Body = looptree::defineIfUsed(
        B.N.of(T.CutNames[K]),
        Expr::make(Expr::Min, {B.affine(Loop->Step).expr(), Left.expr()}),
        std::move(Body));
  }
  return Body;
}

/// The constants of the tile that \p Body uses, and \p Body.
static llvm::Expected<Block> withConstants(const BandFrame &B,
                                           const std::vector<Buffer> &Buffers,
                                           const Block &Body) {
  Block Result;
  if (looptree::uses(Body, isFull(B).name())) {
    llvm::Expected<Expr> Condition = condition(B.Tile, B.FullTile, B.N);
    if (!Condition)
      return Condition.takeError();
    Result.push_back(
        makeLet(isFull(B).name().str(), *Condition, LetNode::Flag));
  }
  for (const Buffer &Home : Buffers)
    for (const BufferRow &Row : Home.Rows)
      if (!Row.BaseName.empty() && looptree::uses(Body, Row.BaseName))
        Result.push_back(makeLet(Row.BaseName, Row.BaseValue));
  append(Result, Body);
  return withCuts(B, std::move(Result));
}

static NodeRef makePhase(PhaseNode::PhaseKind Role, Block Body) {
  PhaseNode N;
  N.Role = Role;
  N.Body = std::move(Body);
  return looptree::share(std::move(N));
}

/// The three phases without constants; transfers carry tags when \p Tagged.
static llvm::Expected<TilePhases>
phases(const BandCode &Code, const std::vector<Buffer> *Farther, bool Tagged) {
  const BandFrame &B = Code.Frame;
  const std::vector<Buffer> &Buffers = Code.Buffers;
  Channel In{Direction::Load, {}, Farther}, Out{Direction::Store, {}, Farther};
  if (Tagged) {
    In.Tag = tagOf(B, nextTag(B));
    Out.Tag = tagOf(B, 2);
  }
  llvm::Expected<Block> Load = lowerTransfers(B, Buffers, In);
  if (!Load)
    return Load.takeError();
  llvm::Expected<Block> Compute =
      Code.Inside.empty() ? lowerCompute(B, Buffers)
                          : lowerTiles(Code.Inside.front(), &Buffers);
  if (!Compute)
    return Compute.takeError();
  llvm::Expected<Block> Store = lowerTransfers(B, Buffers, Out);
  if (!Store)
    return Store.takeError();
  return TilePhases{{makePhase(PhaseNode::Load, std::move(*Load))},
                    {makePhase(PhaseNode::Compute, std::move(*Compute))},
                    {makePhase(PhaseNode::Store, std::move(*Store))}};
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

/// The phases for a strip of overlapped tiles, each with its constants.
static llvm::Expected<TilePhases>
overlappedPhases(const BandCode &Code, const std::vector<Buffer> *Farther) {
  const BandFrame &B = Code.Frame;
  unsigned Memory = B.Tiled.B.Memory;
  std::string Prefix = Memory == 0 ? "" : B.Plan.Memories.of(Memory) + "_";
  for (const char *Name : {"tile", "tag", "first"})
    if (std::string Id = pipelineId(B, Name); !B.N.isBound(Id))
      B.N.bind(Id, B.N.inner(Prefix + Name + "0"));
  llvm::Expected<TilePhases> Tagged = phases(Code, Farther, true);
  if (!Tagged)
    return Tagged.takeError();
  TilePhases Result;
  for (Block TilePhases::*Phase :
       {&TilePhases::Load, &TilePhases::Compute, &TilePhases::Store}) {
    llvm::Expected<Block> Body =
        withConstants(B, Code.Buffers, (*Tagged).*Phase);
    if (!Body)
      return Body.takeError();
    Result.*Phase = std::move(*Body);
  }
  return Result;
}

/// The tiles that loops enumerate, { I }: those that have points, where they are
/// wanted alone and can be told at little cost.
static isl::set enumerated(const BandFrame &B) {
  if (B.Plan.Decided.Tiles == TileLoops::Rational)
    return B.Outset;
  Budget Limit(B.Outset.ctx(), {0, limits::NonemptyTileOperations});
  isl::set Exact = inRuns(B.fixSizes(tilesWithPoints(B.Tiled.B, B.Tiled.Tiles))
                              .intersect(B.Outset));
  return Exact.is_null() ? B.Outset : Exact;
}

llvm::Expected<Block> lowerTiles(const BandCode &Code,
                                 const std::vector<Buffer> *Farther) {
  const BandFrame &B = Code.Frame;
  const std::vector<Buffer> &Buffers = Code.Buffers;
  bool Pipelined = B.Tiled.MayOverlap && !Buffers.empty();
  llvm::Expected<TilePhases> P = phases(Code, Farther, false);
  if (!P)
    return P.takeError();
  Block InTurn = P->Load;
  append(InTurn, P->Compute);
  append(InTurn, P->Store);
  llvm::Expected<Block> Tile = withConstants(B, Buffers, InTurn);
  if (!Tile)
    return Tile.takeError();
  llvm::Expected<TilePhases> Overlapped = TilePhases();
  if (Pipelined)
    Overlapped = overlappedPhases(Code, Farther);
  if (!Overlapped)
    return Overlapped.takeError();

  isl::set Tiles = Pipelined ? B.Outset : enumerated(B);
  NestOptions Options;
  Options.Counters = B.OriginNames;
  Options.Atomic = Options.Counters.size();
  isl_map *Identity =
      isl_set_identity(isl_set_set_tuple_name(Tiles.release(), "tile"));
  Identity = isl_map_reset_tuple_id(Identity, isl_dim_out);
  llvm::Expected<Nest> Loops = buildNest(
      B.Context, isl::union_map(isl::manage(Identity)), Options, B.N);
  if (!Loops)
    return Loops.takeError();
  llvm::Expected<std::vector<OriginLoop>> Origins = originLoops(B);
  if (!Origins)
    return Origins.takeError();
  Builder W;
  TileWalk(B, *Origins, W, *Tile, Pipelined ? &*Overlapped : nullptr)
      .node(Loops->Root);
  return sharedTiles(B, W.take());
}

} // namespace lower
} // namespace stevedore
