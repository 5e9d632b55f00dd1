//===- Tiles.cpp - The loops over tiles -----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiles.h"
#include "Expression.h"
#include "LateWaits.h"
#include "NodeLowering.h"
#include "Pipelining.h"
#include "Workers.h"
#include "llvm/ADT/ScopeExit.h"
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

/// The phases of the tile whose origin is in scope.
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
           Builder &W, const Block &Tile, Pipelining *Pipeline)
      : NodeLowering(B.N, W), B(B), Origins(Origins),
        Counters(Pipeline ? Pipeline->counters() : B.OriginNames), Tile(Tile),
        Pipeline(Pipeline) {}

  void run(const isl::ast_node &Root);

private:
  void loop(const isl::ast_node &For) override;
  void leaf(const Leaf &L) override;
  void pipelined(llvm::function_ref<void()> Loops);
  /// Number of the tiled dimension whose counter is \p Counter.
  unsigned dimension(const std::string &Counter) const;
  Expr step(unsigned K) const;
  Expr first(const Loop &L, unsigned K) const;
  int64_t multipleOf(llvm::StringRef Name) const;
  Expr isOrigin(const Affine &Value, unsigned K) const;
  bool isAlwaysOrigin(const Affine &Value, unsigned K) const;

  const BandFrame &B;
  const std::vector<OriginLoop> &Origins;
  const std::vector<std::string> &Counters;
  const Block &Tile;
  /// Null: the phases of a tile follow each other.
  Pipelining *Pipeline;
  bool IsPipelined = false;
  std::set<std::string> Looped;
};

} // namespace

unsigned TileWalk::dimension(const std::string &Counter) const {
  for (unsigned K = 0; K < Counters.size(); ++K)
    if (Counters[K] == Counter)
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
  for (unsigned K = 0; K < Counters.size(); ++K) {
    if (Counters[K] != Name)
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
  if (int64_t Step = multipleOf(Counters[K]); Step > 1)
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

/// Makes a pipeline of what \p Loops adds.
void TileWalk::pipelined(llvm::function_ref<void()> Loops) {
  IsPipelined = true;
  W.open();
  Loops();
  NodeRef Whole = Pipeline->around(W.close());
  W.add(Whole);
  IsPipelined = false;
}

void TileWalk::run(const isl::ast_node &Root) {
  if (Pipeline && Pipeline->depth() == 0)
    pipelined([&] { node(Root); });
  else
    node(Root);
}

void TileWalk::loop(const isl::ast_node &For) {
  Loop L = takeApart(For, B.N);
  const std::string &C = L.Counter;
  unsigned K = dimension(C);
  bool IsStrip = K + 1 == Counters.size();
  if (Pipeline && IsStrip && !IsPipelined)
    return pipelined([&] { loop(For); });
  if (IsPipelined && IsStrip)
    W.add(Pipeline->beginStrip());
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

void TileWalk::leaf(const Leaf &L) {
  Block Body = Tile;
  if (IsPipelined) {
    std::vector<Expr> Origin;
    for (unsigned K = 0; K < Counters.size(); ++K)
      Origin.push_back(Looped.count(Counters[K]) ? Expr::variable(Counters[K])
                                                 : L.Coordinates[K].expr());
    Body = Looped.count(Counters.back()) ? Block() : Pipeline->beginStrip();
    Body.push_back(Pipeline->step(Origin));
  }
  for (unsigned K = Counters.size(); K-- > 0;) {
    if (Looped.count(Counters[K]))
      continue;
    const Affine &Value = L.Coordinates[K];
    if (!IsPipelined)
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
      for (const RowBase &Base : {Row.Base, Row.Other})
        if (!Base.Name.empty() && looptree::uses(Body, Base.Name))
          Result.push_back(makeLet(Base.Name, Base.Value));
  append(Result, Body);
  return withCuts(B, std::move(Result));
}

static NodeRef makePhase(PhaseNode::PhaseKind Role, Block Body) {
  PhaseNode N;
  N.Role = Role;
  N.Body = std::move(Body);
  return looptree::share(std::move(N));
}

/// Those of \p Buffers that may be waited for late: they have loads, and their
/// memory is no other one's.
static llvm::BitVector mayBeLate(const std::vector<Buffer> &Buffers) {
  llvm::BitVector Result(Buffers.size());
  for (size_t K = 0; K < Buffers.size(); ++K)
    if (!Buffers[K].Local->Transfers.loadedAnyway().is_empty().is_true() &&
        llvm::count_if(Buffers, [&](const Buffer &Other) {
          return Other.Local->Buffer == Buffers[K].Local->Buffer;
        }) == 1)
      Result.set(K);
  return Result;
}

/// The loads of a tile, which carry tags where it computes in \p Groups.
static llvm::Expected<Block> lowerLoads(const BandCode &Code,
                                        const std::vector<Buffer> *Farther,
                                        const LateWaits *Groups) {
  Channel In{Direction::Load, {}, Farther};
  if (!Groups)
    return lowerTransfers(Code.Frame, Code.Buffers, In);
  Block Result;
  for (unsigned Group = 0; Group < Groups->NumGroups; ++Group) {
    std::vector<Buffer> Together;
    for (size_t K = 0; K < Code.Buffers.size(); ++K)
      if (Groups->Groups[K] == Group)
        Together.push_back(Code.Buffers[K]);
    In.Tag = loadTag(Code.Frame, Group);
    llvm::Expected<Block> Some = lowerTransfers(Code.Frame, Together, In);
    if (!Some)
      return Some;
    append(Result, *Some);
  }
  return Result;
}

/// The three phases without constants; transfers carry tags when \p Tagged.
static llvm::Expected<TilePhases>
phases(const BandCode &Code, const std::vector<Buffer> *Farther, bool Tagged) {
  const BandFrame &B = Code.Frame;
  const std::vector<Buffer> &Buffers = Code.Buffers;
  llvm::Expected<Block> Kept = lowerKept(B, Buffers, KeptTime::BeforeTile);
  if (!Kept)
    return Kept.takeError();
  llvm::Expected<Block> Load = Block();
  if (!Tagged)
    Load = lowerLoads(Code, Farther, nullptr);
  if (!Load)
    return Load.takeError();
  llvm::Expected<Block> Compute =
      Code.Inside.empty() ? lowerCompute(B, Buffers)
                          : lowerTiles(Code.Inside.front(), &Buffers);
  if (!Compute)
    return Compute.takeError();
  if (Tagged) {
    LateWaits Waits = waitLate(
        std::move(*Compute), Buffers,
        Code.Inside.empty() ? mayBeLate(Buffers)
                            : llvm::BitVector(Buffers.size()),
        [&](unsigned Group) { return makeWait(B, awaitedTag(B, Group)); });
    Compute = std::move(Waits.Compute);
    Load = lowerLoads(Code, Farther, &Waits);
  }
  if (!Load)
    return Load.takeError();
  append(*Kept, *Load);
  Channel Out{Direction::Store, {}, Farther};
  if (Tagged)
    Out.Tag = storeTag(B);
  llvm::Expected<Block> Store = lowerTransfers(B, Buffers, Out);
  if (!Store)
    return Store.takeError();
  if (!B.Plan.Decided.IsTiled)
    return TilePhases{{}, std::move(*Compute), {}};
  return TilePhases{{makePhase(PhaseNode::Load, std::move(*Kept))},
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

/// The phases for tiles that overlap, each with its constants. Computed results
/// leave behind those of the tile before; what stays is moved to the other side
/// when these have left it.
static llvm::Expected<PipelinedPhases>
overlappedPhases(const BandCode &Code, const std::vector<Buffer> *Farther) {
  llvm::Expected<TilePhases> Tagged = phases(Code, Farther, true);
  if (!Tagged)
    return Tagged.takeError();
  PipelinedPhases Result;
  Block Work = Tagged->Compute;
  Result.HasStores = hasTransfers(Tagged->Store);
  if (Result.HasStores) {
    Work.push_back(makeWait(Code.Frame, storeTag(Code.Frame)));
    append(Work, Tagged->Store);
  }
  llvm::Expected<Block> Kept =
      lowerKept(Code.Frame, Code.Buffers, KeptTime::AfterTile);
  if (!Kept)
    return Kept.takeError();
  if (!Kept->empty())
    Work.push_back(makePhase(PhaseNode::Load, std::move(*Kept)));
  llvm::Expected<Block> Load =
      withConstants(Code.Frame, Code.Buffers, Tagged->Load);
  if (!Load)
    return Load.takeError();
  llvm::Expected<Block> Both = withConstants(Code.Frame, Code.Buffers, Work);
  if (!Both)
    return Both.takeError();
  Result.Load = std::move(*Load);
  Result.Work = std::move(*Both);
  return std::move(Result);
}

/// The loops over \p Tiles, { [I] }, with counters called \p Counters.
static llvm::Expected<Nest>
tileLoops(const BandFrame &B, isl::set Tiles,
          const std::vector<std::string> &Counters) {
  NestOptions Options;
  Options.Counters = Counters;
  Options.Atomic = Counters.size();
  isl_map *Identity =
      isl_set_identity(isl_set_set_tuple_name(Tiles.release(), "tile"));
  Identity = isl_map_reset_tuple_id(Identity, isl_dim_out);
  return buildNest(B.Context, isl::union_map(isl::manage(Identity)), Options,
                   B.N);
}

/// The phases of a tile one after the other, with the constants of the tile.
static llvm::Expected<Block> phasesInTurn(const BandCode &Code,
                                          const std::vector<Buffer> *Farther) {
  llvm::Expected<TilePhases> P = phases(Code, Farther, false);
  if (!P)
    return P.takeError();
  Block InTurn = P->Load;
  append(InTurn, P->Compute);
  append(InTurn, P->Store);
  llvm::Expected<Block> Tile = withConstants(Code.Frame, Code.Buffers, InTurn);
  if (!Tile)
    return Tile.takeError();
  return looptree::defineIfUsed(
      Code.Frame.N.of(sideName(SideKind::Tiles, Code.Frame.Tiled.B.Memory)), 0,
      std::move(*Tile));
}

/// The loops over tiles, which \p Pipeline overlaps; null: nothing does.
static llvm::Expected<Block> lowerLoops(const BandFrame &B, const Block &Tile,
                                        Pipelining *Pipeline) {
  const std::vector<std::string> &Counters =
      Pipeline ? Pipeline->counters() : B.OriginNames;
  for (unsigned K = 0; K < Counters.size(); ++K)
    B.N.bind(B.Origins[K], Counters[K]);
  llvm::scope_exit Restore([&] {
    for (unsigned K = 0; K < Counters.size(); ++K)
      B.N.bind(B.Origins[K], B.OriginNames[K]);
  });
  llvm::Expected<Nest> Loops = tileLoops(
      B, enumeratedTiles(B.Plan, B.Tiled, B.NonEmpty, B.Sizes), Counters);
  if (!Loops)
    return Loops.takeError();
  llvm::Expected<std::vector<OriginLoop>> Origins = originLoops(B);
  if (!Origins)
    return Origins.takeError();
  Builder W;
  TileWalk(B, *Origins, W, Tile, Pipeline).run(Loops->Root);
  return W.take();
}

llvm::Expected<Block> lowerTiles(const BandCode &Code,
                                 const std::vector<Buffer> *Farther) {
  const BandFrame &B = Code.Frame;
  llvm::Expected<Block> Tile = phasesInTurn(Code, Farther);
  if (!Tile)
    return Tile.takeError();
  std::optional<Pipelining> Pipeline;
  if (B.Tiled.MayOverlap && !Code.Buffers.empty()) {
    llvm::Expected<PipelinedPhases> P = overlappedPhases(Code, Farther);
    if (!P)
      return P.takeError();
    llvm::Expected<Pipelining> Made = Pipelining::make(B, std::move(*P));
    if (!Made)
      return Made.takeError();
    Pipeline = std::move(*Made);
  }
  llvm::Expected<Block> Loops =
      lowerLoops(B, *Tile, Pipeline ? &*Pipeline : nullptr);
  if (!Loops)
    return Loops.takeError();
  return sharedTiles(B, std::move(*Loops));
}

} // namespace lower
} // namespace stevedore
