//===- OuterOrder.cpp - The code around the bands -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OuterOrder.h"
#include "CounterNames.h"
#include "Directives.h"
#include "Phases.h"
#include "Walk.h"
#include "stevedore/Support/Roles.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/union_map.h"

namespace stevedore {
namespace lower {

namespace {

/// Prints the outer order; the first error in a leaf is kept.
class OuterOrderWalk : public NodeLowering {
public:
  OuterOrderWalk(const RegionPlan &Plan, const SourceText &Source,
                 const std::vector<BandCode> &Bands,
                 const std::vector<std::string> &Counters, const Names &N,
                 Builder &W)
      : NodeLowering(N, W), Plan(Plan), Source(Source), Bands(Bands), N(N),
        Parallel(*Plan.Program, Plan.OuterLoops, Counters,
                 [](const std::string &Name) { return Name; }) {}
  llvm::Error run(const isl::ast_node &Root) {
    node(Root);
    return std::move(Failure);
  }

private:
  void loop(const isl::ast_node &For) override {
    Loop L = takeApart(For, N);
    enter(L);
    W.open();
    node(L.Body);
    leave(makeLoop(L, W.close()));
  }
  void enter(const Loop &L) override { Parallel.enter(L); }
  void leave(NodeRef For) override { W.add(Parallel.leave(std::move(For))); }
  void leaf(const Leaf &L) override;
  llvm::Error band(const BandCode &Band, const Leaf &L);

  const RegionPlan &Plan;
  const SourceText &Source;
  const std::vector<BandCode> &Bands;
  const Names &N;
  Directives Parallel;
  llvm::Error Failure = llvm::Error::success();
};

} // namespace

/// The tiles of \p Band, with its outer counters at the values of \p L.
llvm::Error OuterOrderWalk::band(const BandCode &Band, const Leaf &L) {
  llvm::Expected<Block> Tiles = lowerTiles(Band);
  if (!Tiles)
    return Tiles.takeError();
  const std::vector<std::string> &Outer = Band.Frame.Tiled.Tiles.OuterNames;
  for (size_t I = std::min(Outer.size(), L.Coordinates.size()); I-- > 0;)
    *Tiles = looptree::defineIfUsed(N.of(Outer[I]), L.Coordinates[I].expr(),
                                    std::move(*Tiles));
  Block Apart;
  looptree::appendApart(Apart, std::move(*Tiles));
  W.add(Apart);
  return llvm::Error::success();
}

void OuterOrderWalk::leaf(const Leaf &L) {
  if (Failure)
    return;
  if (const Statement *S = Plan.Program->findStatement(L.Tuple)) {
    std::vector<looptree::Element> Elements;
    for (size_t I = 0; I < S->Accesses.size(); ++I)
      Elements.push_back(
          {"", S->Accesses[I].Array, expressions(L.Accesses[I]), false});
    W.add(makeInstance(*Plan.Program, Source, S->Name, L.Coordinates,
                       std::move(Elements)));
    return;
  }
  std::optional<unsigned> Number = bandNumber(L.Tuple);
  bool Known = Number && *Number < Bands.size();
  Failure =
      Known
          ? band(Bands[*Number], L)
          : llvm::createStringError(
                "the outer order names no statement or band '" + L.Tuple + "'");
}

llvm::Expected<Block> lowerOuterOrder(const RegionPlan &Plan,
                                      const SourceText &Source,
                                      const std::vector<BandCode> &Bands,
                                      Names &N) {
  unsigned Dimensions = 0;
  Plan.Order.OuterOrder.foreach_map([&](isl::map M) {
    Dimensions = std::max(Dimensions, countOf(M.dim(isl::dim::out)));
    return isl::stat::ok();
  });
  NestOptions Options;
  for (const std::string &Name : namesOfOuterOrder(Plan, Dimensions))
    Options.Counters.push_back(N.inner(Name));
  Options.Atomic = Dimensions;
  Options.Program = Plan.Program.get();
  llvm::Expected<Nest> Loops =
      buildNest(Plan.Program->Context, Plan.Order.OuterOrder, Options, N);
  if (!Loops)
    return Loops.takeError();
  Builder W;
  OuterOrderWalk Walk(Plan, Source, Bands, Options.Counters, N, W);
  if (llvm::Error E = Walk.run(Loops->Root))
    return std::move(E);
  return W.take();
}

} // namespace lower
} // namespace stevedore
