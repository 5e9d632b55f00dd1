//===- Workers.cpp - Tiles for several workers ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stevedore {
namespace lower {

using looptree::AssignNode;
using looptree::ForNode;
using looptree::LetNode;
using looptree::makeAssign;
using looptree::makeIf;
using looptree::makeLet;
using looptree::makeScope;
using looptree::mapBlocks;

void nameWorkers(Names &N) {
  for (const char *Name :
       {"worker", "workers", "turn", "front", "lowest", "highest", "sum"})
    N.bind(std::string("%") + Name, N.inner(Name));
}

static NodeRef makeBarrier() {
  return looptree::share(looptree::BarrierNode());
}

namespace {

/// Coordinates of origins by their numbers.
using Coordinates = std::set<unsigned>;
using UnitMap =
    llvm::function_ref<Block(const Block &Unit, const Coordinates &Known)>;
using LoopMap = llvm::function_ref<NodeRef(const ForNode &F)>;

/// Shares out the loops over the tiles of one band.
class TileSharing {
public:
  explicit TileSharing(const BandFrame &B) : B(B), Shared(B.Tiled.Shared) {}
  Block run(const Block &Loops) const;

private:
  const BandFrame &B;
  const SharedLoops &Shared;

  Expr name(const char *Id) const {
    return Expr::variable(B.N.of(std::string("%") + Id));
  }
  std::optional<unsigned> coordinate(const looptree::Node &N) const;
  bool hasLoop(const Block &Loops, unsigned End) const;
  Block mapUnits(const Block &Loops, const Coordinates &Known, UnitMap Unit,
                 LoopMap Last) const;
  std::optional<Coordinates> knownInUnits(const Block &Loops) const;
  Block inTurn(const Block &Unit) const;
  Block loops(const Block &Loops) const;
  Expr sum(const Coordinates &Of) const;
  NodeRef atFront(const ForNode &Last, const Coordinates &Known) const;
  Block extremes(const Block &Loops) const;
  Block fronts(const Block &Loops, const Coordinates &Known) const;
};

} // namespace

/// The number of the coordinate that \p N is a loop over; none: of no one.
std::optional<unsigned> TileSharing::coordinate(const looptree::Node &N) const {
  const auto *F = llvm::dyn_cast<ForNode>(&N);
  for (unsigned K = 0; F && K < B.OriginNames.size(); ++K)
    if (B.OriginNames[K] == F->Counter)
      return K;
  return std::nullopt;
}

/// Whether \p Loops has one over a coordinate before number \p End.
bool TileSharing::hasLoop(const Block &Loops, unsigned End) const {
  bool Result = false;
  looptree::walk(Loops, [&](const looptree::Node &N) {
    std::optional<unsigned> K = coordinate(N);
    Result |= K && *K < End;
  });
  return Result;
}

/// \p Loops with \p Unit of what lies inside of the shared ones, and \p Last of
/// loops over the last coordinate of these, units in them included; \p Last may
/// be null. Definitions before a shared loop stay where they are.
Block TileSharing::mapUnits(const Block &Loops, const Coordinates &Known,
                            UnitMap Unit, LoopMap Last) const {
  unsigned End = Shared.First + Shared.Count;
  if (!hasLoop(Loops, End))
    return Loops.empty() ? Loops : Unit(Loops, Known);
  Block Result, Open;
  auto Flush = [&] {
    if (!Open.empty())
      append(Result, Unit(Open, Known));
    Open.clear();
  };
  for (const NodeRef &N : Loops) {
    bool IsLet = N->K == looptree::Node::Let;
    if (!IsLet && !hasLoop({N}, End)) {
      Open.push_back(N);
      continue;
    }
    Flush();
    Coordinates Inside = Known;
    std::optional<unsigned> K = coordinate(*N);
    if (K)
      Inside.insert(*K);
    Result.push_back(mapBlocks(N, [&](const Block &Body) {
      return mapUnits(Body, Inside, Unit, Last);
    }));
    if (K == End - 1 && Last)
      Result.back() = Last(llvm::cast<ForNode>(*Result.back()));
  }
  Flush();
  return Result;
}

/// The coordinates that loops around units enumerate; none where not all units
/// have the same, or what could be a part of one stands apart.
std::optional<Coordinates> TileSharing::knownInUnits(const Block &Loops) const {
  std::set<Coordinates> Found;
  mapUnits(
      Loops, {},
      [&](const Block &Unit, const Coordinates &Known) {
        Found.insert(Known);
        return Unit;
      },
      nullptr);
  if (Found.size() != 1)
    return std::nullopt;
  return *Found.begin();
}

/// \p Unit if it is this worker's turn; then it is that of the next one.
Block TileSharing::inTurn(const Block &Unit) const {
  Expr Turn = name("turn");
  Block Own;
  looptree::appendApart(Own, Unit);
  Own.push_back(makeAssign(Turn.name().str(), name("workers")));
  return {makeIf(compare(Expr::Equal, Turn, 0), std::move(Own)),
          makeAssign(Turn.name().str(), -1, /*Adds=*/true)};
}

/// A scope that defines whose turn it is, which tells it from others.
static NodeRef sharedScope(const Expr &Turn, const Expr &First, Block Body) {
  Body.insert(Body.begin(), makeLet(Turn.name().str(), First, LetNode::Number,
                                    /*IsMutable=*/true));
  return makeScope(std::move(Body));
}

Block TileSharing::loops(const Block &Loops) const {
  Block Result = mapUnits(
      Loops, {},
      [&](const Block &Unit, const Coordinates &) { return inTurn(Unit); },
      nullptr);
  Result.push_back(makeBarrier());
  return {sharedScope(name("turn"), name("worker"), std::move(Result))};
}

/// The sum of the numbers of tiles along the coordinates \p Of.
Expr TileSharing::sum(const Coordinates &Of) const {
  Affine Result;
  for (unsigned K : Of)
    Result.add(Affine::atom(
        Expr::make(Expr::FloorDiv, {Expr::variable(B.OriginNames[K]),
                                    B.affine(B.originLoop(K)->Step).expr()})));
  return Result.expr();
}

/// What the loop \p Last does where it makes the sum of tile numbers the front.
NodeRef TileSharing::atFront(const ForNode &Last,
                             const Coordinates &Known) const {
  unsigned K = *coordinate(Last);
  Coordinates Others = Known;
  Others.erase(K);
  Expr Step = B.affine(B.originLoop(K)->Step).expr();
  Expr Value = looptree::product(
      Expr::make(Expr::Sub,
                 {name("front"), Expr::make(Expr::Group, {sum(Others)})}),
      Step);
  Expr Counter = Expr::variable(Last.Counter);
  Expr IsInside = looptree::conjunction(
      {compare(Expr::GreaterEqual, Counter, *Last.Init), Last.Condition});
  return makeScope({makeLet(Last.Counter, Value), makeIf(IsInside, Last.Body)});
}

/// Finds the lowest and the highest front.
Block TileSharing::extremes(const Block &Loops) const {
  Expr Lowest = name("lowest"), Highest = name("highest"), Sum = name("sum");
  auto Note = [&](const Block &, const Coordinates &Known) -> Block {
    Block First = {makeAssign(Lowest.name().str(), Sum),
                   makeAssign(Highest.name().str(), Sum)};
    Block Other = {
        makeAssign(Lowest.name().str(), Expr::make(Expr::Min, {Lowest, Sum})),
        makeAssign(Highest.name().str(),
                   Expr::make(Expr::Max, {Highest, Sum}))};
    return {makeScope({makeLet(Sum.name().str(), sum(Known)),
                       makeIf(compare(Expr::Less, Highest, Lowest),
                              std::move(First), std::move(Other))})};
  };
  Block Result = {
      makeLet(Lowest.name().str(), 0, LetNode::Number, /*IsMutable=*/true),
      makeLet(Highest.name().str(), -1, LetNode::Number, /*IsMutable=*/true)};
  append(Result, mapUnits(Loops, {}, Note, nullptr));
  return Result;
}

Block TileSharing::fronts(const Block &Loops, const Coordinates &Known) const {
  Block Tiles = mapUnits(
      Loops, {},
      [&](const Block &Unit, const Coordinates &) { return inTurn(Unit); },
      [&](const ForNode &Last) { return atFront(Last, Known); });
  Tiles.insert(Tiles.begin(),
               makeAssign(name("turn").name().str(), name("worker")));
  Tiles.push_back(makeBarrier());
  ForNode F;
  F.Counter = name("front").name().str();
  F.Init = name("lowest");
  F.Condition = compare(Expr::LessEqual, name("front"), name("highest"));
  F.Step = 1;
  F.Body = std::move(Tiles);
  Block Result = extremes(Loops);
  Result.push_back(looptree::share(std::move(F)));
  return {sharedScope(name("turn"), 0, std::move(Result))};
}

/// What is inside of the sequential loops is shared out.
Block TileSharing::run(const Block &Loops) const {
  if (hasLoop(Loops, Shared.First)) {
    Block Result;
    for (const NodeRef &N : Loops)
      Result.push_back(
          mapBlocks(N, [&](const Block &Body) { return run(Body); }));
    return Result;
  }
  std::optional<Coordinates> Known = knownInUnits(Loops);
  if (!Known || Known->empty())
    return Loops;
  bool IsLastKnown = Known->count(Shared.First + Shared.Count - 1);
  if (!Shared.IsFront)
    return loops(Loops);
  return IsLastKnown ? fronts(Loops, *Known) : Loops;
}

Block sharedTiles(const BandFrame &B, Block Tiles) {
  return B.Tiled.Shared.Count == 0 ? Tiles : TileSharing(B).run(Tiles);
}

namespace {

/// Leaves to worker 0 what is not shared out.
class Remainder {
public:
  explicit Remainder(const Names &N) : N(N) {}
  Block run(const Block &Loops) const;

private:
  const Names &N;

  bool isShared(const Block &Loops) const;
  bool hasShared(const looptree::Node &Node) const;
  void add(Block &Result, Block &Open) const;
};

} // namespace

/// Whether \p Loops is the body of a sharedScope().
bool Remainder::isShared(const Block &Loops) const {
  const auto *L =
      Loops.empty() ? nullptr : llvm::dyn_cast<LetNode>(Loops.front().get());
  return L && L->Name == N.of("%turn");
}

bool Remainder::hasShared(const looptree::Node &Node) const {
  return llvm::any_of(looptree::blocksOf(Node), [&](const Block *Inside) {
    return isShared(*Inside) || llvm::any_of(*Inside, [&](const NodeRef &Part) {
             return hasShared(*Part);
           });
  });
}

/// Appends what \p Open holds to \p Result, for worker 0, and a barrier behind
/// it.
void Remainder::add(Block &Result, Block &Open) const {
  if (Open.empty())
    return;
  Expr Worker = Expr::variable(N.of("%worker"));
  Result.push_back(makeIf(compare(Expr::Equal, Worker, 0), std::move(Open)));
  Result.push_back(makeBarrier());
  Open.clear();
}

/// Definitions stay where they are: what follows may use them.
Block Remainder::run(const Block &Loops) const {
  if (isShared(Loops))
    return Loops;
  bool HasShared = llvm::any_of(
      Loops, [&](const NodeRef &Part) { return hasShared(*Part); });
  Block Result, Open;
  for (const NodeRef &Part : Loops) {
    if (hasShared(*Part) || (HasShared && Part->K == looptree::Node::Let)) {
      add(Result, Open);
      Result.push_back(
          mapBlocks(Part, [&](const Block &Body) { return run(Body); }));
    } else {
      Open.push_back(Part);
    }
  }
  add(Result, Open);
  return Result;
}

Block forWorkers(const WorkerDecision &Workers, Block Loops, const Names &N) {
  if (Workers.Kind == WorkerDecision::One)
    return Loops;
  bool IsConstant =
      Workers.Kind == WorkerDecision::Callers && Workers.Number > 0;
  Block Result = Remainder(N).run(Loops);
  Result = looptree::defineIfUsed(
      N.of("%workers"), IsConstant ? Expr(Workers.Number) : Expr::workers(),
      std::move(Result));
  return looptree::defineIfUsed(N.of("%worker"), Expr::worker(),
                                std::move(Result));
}

} // namespace lower
} // namespace stevedore
