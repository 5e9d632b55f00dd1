//===- stevedore/lib/Schedule/Flatten.cpp - Time points of a loop tree ----===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTree.h"
#include "TimeMap.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Roles.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace stevedore {

namespace {

/// Walks a loop tree with the bands selected in it and collects times.
class Flattener {
public:
  explicit Flattener(ArrayRef<const LoopTree *> Bands) {
    for (auto [Index, Node] : enumerate(Bands))
      BandOf[Node] = Index;
  }

  Schedule run(const LoopTree &Root) {
    outerOrder(Root, TimeMap(Root.Domain), {});
    Schedule Result;
    Result.Theta = rest(Root, TimeMap(Root.Domain)).withoutConstants(0).map();
    Result.OuterOrder = Around.withoutConstants(0).map();
    Result.Bands = std::move(Found);
    return Result;
  }

private:
  /// The times of the instances below \p Node, \p Prefix being the time of the
  /// node itself.
  static TimeUnion rest(const LoopTree &Node, const TimeMap &Prefix) {
    TimeUnion Result;
    if (Node.Children.empty())
      Result.add(Prefix);
    for (auto [Position, Child] : enumerate(Node.Children))
      Result.add(rest(Child, inside(Node, Prefix, Position)));
    return Result;
  }

  /// The time of child number \p Position of \p Node.
  static TimeMap inside(const LoopTree &Node, const TimeMap &Prefix,
                        unsigned Position) {
    if (Node.K == LoopTree::Loop)
      return Prefix.then(Node.Counter);
    return Prefix.on(Node.Children[Position].Domain).then(Position);
  }

  /// Collects the order around the bands below \p Node, and the bands.
  void outerOrder(const LoopTree &Node, const TimeMap &Prefix,
                  std::vector<isl::union_pw_aff> Outer) {
    auto It = BandOf.find(&Node);
    if (It != BandOf.end()) {
      band(Node, It->second, Prefix, Outer);
      return;
    }
    if (Node.Children.empty())
      Around.add(Prefix);
    if (Node.K == LoopTree::Loop)
      Outer.push_back(Node.Counter);
    for (auto [Position, Child] : enumerate(Node.Children))
      outerOrder(Child, inside(Node, Prefix, Position), Outer);
  }

  /// The band that starts at \p Node and its virtual instances
  /// Band<Index>[o].
  void band(const LoopTree &Node, unsigned Index, const TimeMap &Prefix,
            ArrayRef<isl::union_pw_aff> Outer) {
    Band B;
    B.Domain = Node.Domain;
    TimeMap O(Node.Domain);
    for (const isl::union_pw_aff &Counter : Outer)
      if (!O.determines(Counter))
        O = O.then(Counter);
    B.Outer = O.size();
    B.Size = Node.Width;
    B.FirstTile = NumTiles;
    NumTiles += B.Size;

    TimeMap Inner = O;
    const LoopTree *Body = &Node;
    for (unsigned I = 0; I < Node.Width; ++I, Body = &Body->Children.front())
      Inner = Inner.then(Body->Counter);
    B.Theta =
        coalesced(rest(*Body, Inner).withoutConstants(B.Outer + B.Size).map());
    Around.add(Prefix.on(Node.Domain).renamed(O, bandName(Index)));
    Found.push_back(std::move(B));
  }

  DenseMap<const LoopTree *, unsigned> BandOf;
  std::vector<Band> Found;
  TimeUnion Around;
  unsigned NumTiles = 0;
};

} // namespace

/// The order of \p Node.
static isl::schedule treeOf(const LoopTree &Node) {
  if (Node.Children.empty())
    return isl::schedule::from_domain(Node.Domain);
  isl::schedule Result;
  for (const LoopTree &Child : Node.Children) {
    isl::schedule Part = treeOf(Child);
    Result = Result.is_null() ? Part : Result.sequence(Part);
  }
  if (Node.K == LoopTree::Loop)
    Result =
        Result.insert_partial_schedule(isl::multi_union_pw_aff(Node.Counter));
  return Result;
}

Expected<Schedule> flatten(const LoopTree &Root,
                           ArrayRef<const LoopTree *> Bands) {
  Schedule Result = Flattener(Bands).run(Root);
  Result.Tree = treeOf(Root);
  bool Failed = Result.Theta.is_null() || Result.OuterOrder.is_null();
  for (const Band &B : Result.Bands)
    Failed |= B.Theta.is_null();
  if (Failed)
    return islError(Root.Domain.ctx().get(), "the time points of the schedule");
  return Result;
}

} // namespace stevedore
