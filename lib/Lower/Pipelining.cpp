//===- Pipelining.cpp - Tiles that overlap --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelining.h"
#include "Ast.h"
#include "stevedore/Plan/Sides.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

namespace stevedore {
namespace lower {

using looptree::ForNode;
using looptree::IfNode;
using looptree::LetNode;
using looptree::makeAssign;
using looptree::makeIf;
using looptree::makeLet;
using looptree::makeScope;

/// isl's name for the variable \p Name of the pipeline through memory number
/// \p Memory.
static std::string idOf(const char *Name, unsigned Memory) {
  return "%" + std::string(Name) + std::to_string(Memory);
}

void namePipeline(Names &N, unsigned Memory) {
  auto bind = [&](const std::string &Prefix, const char *Name) {
    std::string Id = idOf((Prefix + Name).c_str(), Memory);
    if (!N.isBound(Id))
      N.bind(Id, N.inner(Name));
  };
  for (const char *Name : {"turn", "side"})
    bind("buffer_", Name);
  for (const char *Name :
       {"turn0", "side0", "held_side", "held", "last", "part", "begins"})
    bind("pipeline_", Name);
}

std::string sideName(SideKind Sides, unsigned Memory) {
  return idOf(areOfTiles(Sides) ? "buffer_turn" : "buffer_side", Memory);
}

/// Tag number \p Number of those that begin with \p First.
static Expr tagFrom(int64_t First, const Expr &Number) {
  if (Number.kind() == Expr::Integer)
    return Expr(First + int64_t(Number.value()));
  return First == 0 ? Number : looptree::sum(Number, Expr(First));
}

/// The tag of the loads of group number \p Group on the side \p Turn. Each
/// memory has three tags, two of them for group 0, and behind those of all
/// memories two for each further group.
static Expr groupTag(const BandFrame &B, unsigned Group, const Expr &Turn) {
  int64_t Memory = B.Tiled.B.Memory, Memories = B.Plan.numMemories();
  return tagFrom(Group == 0
                     ? 3 * Memory
                     : 3 * Memories + 2 * ((Group - 1) * Memories + Memory),
                 Turn);
}

static Expr loadingTurn(const BandFrame &B) {
  return Expr::variable(B.N.of(idOf("pipeline_turn0", B.Tiled.B.Memory)));
}

static Expr other(const Expr &Flag) {
  return Expr::make(Expr::Sub, {Expr(1), Flag});
}

Expr loadTag(const BandFrame &B, unsigned Group) {
  return groupTag(B, Group, loadingTurn(B));
}

Expr awaitedTag(const BandFrame &B, unsigned Group) {
  return groupTag(B, Group, other(loadingTurn(B)));
}

Expr storeTag(const BandFrame &B) {
  return tagFrom(3 * int64_t(B.Tiled.B.Memory), 2);
}

/// A wait for, or a fence behind, the transfers of \p B with tag \p Tag.
template <typename T>
static NodeRef makeTagged(const BandFrame &B, const Expr &Tag) {
  T N;
  N.Tag = Tag;
  N.Memory = B.Tiled.B.Memory;
  return looptree::share(std::move(N));
}

NodeRef makeWait(const BandFrame &B, const Expr &Tag) {
  return makeTagged<looptree::WaitNode>(B, Tag);
}

static NodeRef makeFence(const BandFrame &B) {
  return makeTagged<looptree::FenceNode>(B, storeTag(B));
}

Expr Pipelining::name(const char *Id) const {
  return Expr::variable(B->N.of(idOf(Id, B->Tiled.B.Memory)));
}

bool hasTransfers(const Block &B) {
  bool Result = false;
  looptree::walk(B, [&](const looptree::Node &N) {
    Result |= N.K == looptree::Node::Transfer;
  });
  return Result;
}

static NodeRef assign(const Expr &Name, Expr Value) {
  return makeAssign(Name.name().str(), std::move(Value));
}

Pipelining::Pipelining(const BandFrame &B, PipelinedPhases Phases)
    : B(&B), P(std::move(Phases)), Counters(B.OriginNames),
      Held(B.OriginNames) {
  Depth = B.Tiled.Stops.is_null() ? Counters.size() - 1 : 0;
  HasGaps = mayHaveGaps(B.Tiled);
  std::string Side = B.N.of(sideName(SideKind::Strips, B.Tiled.B.Memory));
  HasStrips = looptree::uses(P.Load, Side) || looptree::uses(P.Work, Side);
  for (unsigned K = Depth; K < Counters.size(); ++K) {
    Counters[K] = B.N.inner(B.OriginNames[K] + "_next");
    Held[K] = B.N.inner(B.OriginNames[K] + "_held");
  }
}

llvm::Expected<Pipelining> Pipelining::make(const BandFrame &B,
                                            PipelinedPhases P) {
  Pipelining Result(B, std::move(P));
  if (B.Tiled.Stops.is_null() || B.Tiled.Stops.is_empty().is_true())
    return std::move(Result);
  isl::set Stops = B.fixSizes(B.atOrigin(B.Tiled.Stops)).intersect(B.Tile);
  llvm::Expected<Expr> Stop = condition(B.Tile, Stops, B.N);
  if (!Stop)
    return Stop.takeError();
  if (!Stop->isInteger(0))
    Result.Stop = std::move(*Stop);
  return std::move(Result);
}

/// Whether some node of \p B has the variable \p Name, if only to tell which
/// instance it is.
static bool mentions(const Block &B, const std::string &Name) {
  return looptree::uses(B, Name) ||
         !looptree::isEqual(looptree::defineIfUsed(Name, Expr(0), B), B);
}

/// \p Body where the origin is \p I, with the sides of its tile and strip.
Block Pipelining::bound(const std::vector<Expr> &I, const Expr &Turn,
                        const Expr &Side, Block Body) const {
  for (unsigned K = I.size(); K-- > Depth;)
    Body = looptree::defineIfUsed(B->OriginNames[K], I[K], std::move(Body));
  Body = looptree::defineIfUsed(
      B->N.of(sideName(SideKind::Strips, B->Tiled.B.Memory)), Side,
      std::move(Body));
  return looptree::defineIfUsed(
      B->N.of(sideName(SideKind::Tiles, B->Tiled.B.Memory)), Turn,
      std::move(Body));
}

Block Pipelining::load(const std::vector<Expr> &I) const {
  Block Result;
  if (B->Tiled.Phases.isFenced() && P.HasStores && hasTransfers(P.Load))
    Result.push_back(makeFence(*B));
  looptree::appendApart(
      Result, bound(I, name("pipeline_turn0"), name("pipeline_side0"), P.Load));
  return Result;
}

/// The tile that is held is computed.
Block Pipelining::work() const {
  std::vector<Expr> At;
  for (const std::string &Name : Held)
    At.push_back(Expr::variable(Name));
  Expr Turn = other(name("pipeline_turn0"));
  Block Result = {makeWait(*B, awaitedTag(*B, 0))};
  looptree::appendApart(Result,
                        bound(At, Turn, name("pipeline_held_side"), P.Work));
  return Result;
}

/// Whether tiles were left out between the one that is held and the one at \p I
/// of the same strip: buffers hold those that follow each other, no others.
Expr Pipelining::isBehindGap(const std::vector<Expr> &I) const {
  unsigned Last = I.size() - 1;
  std::vector<Expr> Result;
  for (unsigned K = Depth; K < Last; ++K)
    Result.push_back(compare(Expr::Equal, I[K], Expr::variable(Held[K])));
  Affine Next = Affine::name(Held[Last]);
  Next.add(B->affine(B->originLoop(Last)->Step));
  Result.push_back(compare(Expr::NotEqual, I[Last], Next.expr()));
  return looptree::conjunction(std::move(Result));
}

/// Whether coordinate number \p K of the tile that is held is needed.
bool Pipelining::keeps(unsigned K) const {
  return HasGaps || mentions(P.Work, B->OriginNames[K]);
}

/// First the tile that is held, then the one at \p I, where it stops.
Block Pipelining::inParts(const std::vector<Expr> &I) const {
  Expr Stops = Stop.value_or(0), Part = name("pipeline_part"),
       Last = name("pipeline_last");
  for (unsigned K = Depth; K < I.size(); ++K)
    Stops = Stops.substitute(B->OriginNames[K], I[K]);
  if (HasGaps)
    Stops =
        Stop ? Expr::make(Expr::Or, {Stops, isBehindGap(I)}) : isBehindGap(I);
  Block Work = work();
  Work.push_back(assign(name("pipeline_held"), 0));
  ForNode F;
  F.Counter = Part.name().str();
  F.Init =
      Expr::make(Expr::Select,
                 {Expr::make(Expr::Or, {compare(Expr::Equal, Last, 1), Stops}),
                  Expr(0), Expr(1)});
  F.Condition =
      compare(Expr::Less, Part, Expr::make(Expr::Sub, {Expr(2), Last}));
  F.Step = Expr(1);
  F.Body = {
      makeIf(compare(Expr::Equal, Part, 1), load(I)),
      makeIf(compare(Expr::Equal, name("pipeline_held"), 1), std::move(Work))};
  return {looptree::share(std::move(F))};
}

Block Pipelining::beginStrip() const {
  if (!HasStrips)
    return {};
  return {assign(name("pipeline_begins"), 1)};
}

/// A strip of one tile has the side of the tile that is being stored; where
/// loads do not wait for all stores, those of its first tile do.
NodeRef Pipelining::step(const std::vector<Expr> &I) {
  Block Body;
  Expr Side = name("pipeline_side0"), Turn = name("pipeline_turn0");
  if (HasStrips) {
    Block Begin = {assign(Side, other(Side)),
                   assign(name("pipeline_begins"), 0)};
    if (!B->Tiled.Phases.isFenced() && P.HasStores)
      Begin.push_back(makeFence(*B));
    Body.push_back(makeIf(compare(Expr::Equal, name("pipeline_begins"), 1),
                          std::move(Begin)));
  }
  if (Stop || HasGaps) {
    looptree::append(Body, inParts(I));
  } else {
    Body.push_back(
        makeIf(compare(Expr::Equal, name("pipeline_last"), 0), load(I)));
    Body.push_back(
        makeIf(compare(Expr::Equal, name("pipeline_held"), 1), work()));
  }
  Body.push_back(assign(name("pipeline_held"), 1));
  for (unsigned K = Depth; K < I.size(); ++K)
    if (keeps(K))
      Body.push_back(makeAssign(Held[K], I[K]));
  if (HasStrips)
    Body.push_back(assign(name("pipeline_held_side"), Side));
  Body.push_back(assign(Turn, other(Turn)));
  Steps.push_back(makeScope(std::move(Body)));
  return Steps.back();
}

/// \p Loops, which in the last round reach their only step once; none where
/// they are no nest of one step.
std::optional<Block> Pipelining::onceMore(const Block &Loops) const {
  Expr IsLast = compare(Expr::Equal, name("pipeline_last"), 1);
  Block Result;
  unsigned Nests = 0;
  for (const NodeRef &N : Loops) {
    Result.push_back(N);
    if (N->K == looptree::Node::Let || N->K == looptree::Node::Assign)
      continue;
    ++Nests;
    if (llvm::is_contained(Steps, N))
      continue;
    bool IsNest = true;
    NodeRef Mapped = looptree::mapBlocks(N, [&](const Block &Body) {
      if (Body.empty())
        return Body;
      std::optional<Block> Inside = onceMore(Body);
      IsNest &= Inside.has_value();
      return Inside.value_or(Body);
    });
    if (const auto *F = llvm::dyn_cast<ForNode>(Mapped.get()); F && F->Init) {
      ForNode Round = *F;
      Round.Condition = Expr::make(
          Expr::Select,
          {IsLast, compare(Expr::Equal, Expr::variable(F->Counter), *F->Init),
           F->Condition});
      Result.back() = looptree::share(std::move(Round));
    } else if (const auto *I = llvm::dyn_cast<IfNode>(Mapped.get());
               I && I->Else.empty()) {
      Result.back() =
          makeIf(Expr::make(Expr::Or, {IsLast, I->Condition}), I->Then);
    } else if (N->K == looptree::Node::Scope) {
      Result.back() = Mapped;
    } else {
      return std::nullopt;
    }
    if (!IsNest)
      return std::nullopt;
  }
  if (Nests != 1)
    return std::nullopt;
  return Result;
}

NodeRef Pipelining::around(const Block &Loops) const {
  Block Result;
  auto define = [&](const Expr &Name, int64_t Value, LetNode::ValueType Type) {
    Result.push_back(makeLet(Name.name().str(), Value, Type, true));
  };
  define(name("pipeline_held"), 0, LetNode::Flag);
  define(name("pipeline_turn0"), 0, LetNode::Flag);
  if (HasStrips) {
    define(name("pipeline_side0"), 1, LetNode::Flag);
    define(name("pipeline_held_side"), 0, LetNode::Flag);
    define(name("pipeline_begins"), 1, LetNode::Flag);
  }
  for (unsigned K = Depth; K < Held.size(); ++K)
    if (keeps(K))
      define(Expr::variable(Held[K]), 0, LetNode::Number);
  Expr Last = name("pipeline_last");
  if (std::optional<Block> Rounds =
          Steps.size() == 1 ? onceMore(Loops) : std::nullopt) {
    ForNode F;
    F.Counter = Last.name().str();
    F.Init = Expr(0);
    F.Condition = compare(Expr::Less, Last, 2);
    F.Step = Expr(1);
    F.Body = std::move(*Rounds);
    Result.push_back(looptree::share(std::move(F)));
  } else {
    Result.push_back(makeLet(Last.name().str(), 0));
    looptree::append(Result, Loops);
    Result.push_back(
        makeIf(compare(Expr::Equal, name("pipeline_held"), 1), work()));
  }
  if (P.HasStores)
    Result.push_back(makeWait(*B, storeTag(*B)));
  return makeScope(std::move(Result));
}

} // namespace lower
} // namespace stevedore
