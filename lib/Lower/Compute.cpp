//===- Compute.cpp - The compute phase ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "LoopHints.h"
#include "Phases.h"
#include "Registers.h"
#include "Segments.h"
#include "Strips.h"
#include "Values.h"
#include "Variants.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"
#include "isl/ast.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

namespace stevedore {
namespace lower {

namespace {

/// Prints the statement instances of a tile.
class ComputeWalk : public SegmentWalk {
public:
  /// \p Order: { V[i] -> [d] }, d the dimensions inside a tile.
  ComputeWalk(const BandFrame &B, const Variants &V, isl::union_map Order,
              Builder &W)
      : SegmentWalk(B, W), V(V), Order(std::move(Order)),
        Parallel(*B.Plan.Program, B.Tiled.Loops, B.Counters,
                 [&V](const std::string &Name) { return V.original(Name); }) {}

private:
  void leaf(const Leaf &L) override {
    std::vector<looptree::Element> Elements;
    for (const Reference &R : references(L))
      Elements.push_back(element(R));
    statement(L, std::move(Elements));
  }

  std::vector<Reference> references(const Leaf &L) const override {
    std::vector<Reference> Result;
    const Statement &S = *V.Program->findStatement(L.Tuple);
    for (size_t I = 0; I < S.Accesses.size(); ++I)
      Result.push_back(reference(S.Accesses[I].Array, L.Accesses[I]));
    return Result;
  }

  void statement(const Leaf &L,
                 std::vector<looptree::Element> Elements) override {
    W.add(makeInstance(*B.Plan.Program, B.Options.Source, V.original(L.Tuple),
                       L.Coordinates, std::move(Elements)));
  }

  /// The element of array number \p Array of the variants' program.
  Reference reference(unsigned Array,
                      const std::vector<Affine> &Subscripts) const {
    auto It = V.Buffers.find(Array);
    if (It == V.Buffers.end())
      return {nullptr, Array, Subscripts};
    return {It->second, It->second->ArrayNumber, Subscripts};
  }

  void enter(const Loop &L) override {
    Parallel.enter(L);
    Hints.push_back(hints(L));
  }

  /// Not where directives stand before loops: they speak of each execution of
  /// one.
  bool mayRunInStrips(llvm::ArrayRef<Loop> Around,
                      const Loop &L) const override {
    auto First = llvm::find(B.Counters, Around.front().Counter);
    auto Last = llvm::find(B.Counters, L.Counter);
    if (!B.Plan.Decided.OrdersPoints ||
        !B.Plan.Program->ParallelLoops.empty() || First >= Last ||
        Last == B.Counters.end())
      return false;
    PointLoops Nest;
    Nest.First = First - B.Counters.begin();
    Nest.Last = Last - B.Counters.begin();
    for (const Leaf *Below : leavesBelow(L.Body))
      Nest.Names.push_back(Below->Tuple);
    return lower::mayRunInStrips(B, V, Order, Nest);
  }

  /// A directive has to stand directly before its loop, and so have hints.
  void leave(NodeRef For) override {
    NodeRef Directed = Parallel.leave(For);
    auto *Loop = llvm::dyn_cast<looptree::ForNode>(Directed.get());
    if (Loop && !Hints.back().empty()) {
      looptree::ForNode Hinted = *Loop;
      Hinted.Hints = Hints.back();
      Directed = looptree::share(std::move(Hinted));
    }
    Hints.pop_back();
    W.add(std::move(Directed));
  }

  /// The hints for \p L, whose body is lowered next.
  std::vector<unsigned> hints(const Loop &L) const {
    const SourceText &Source = B.Options.Source;
    if (Source.Hints.empty())
      return {};
    std::vector<HintedLeaf> Leaves;
    for (const Leaf *Below : leavesBelow(L.Body)) {
      auto Place = Source.Places.find(V.original(Below->Tuple));
      Leaves.push_back({Place == Source.Places.end() ? nullptr : &Place->second,
                        Below, references(*Below)});
    }
    return hintsFor(L, Leaves, Source.Hints, *B.Plan.Program,
                    [this](const Affine &A) { return isDefined(A); });
  }

  const Variants &V;
  isl::union_map Order;
  Directives Parallel;
  /// Of each loop around.
  std::vector<std::vector<unsigned>> Hints;
};

} // namespace

/// The schedule of one tile, { S[i] -> [b, r] : i in the tile at I }, with the
/// tiled dimensions in the band's order of points.
static isl::union_map tileSchedule(const BandFrame &B, const Variants &V) {
  const Band &Tiled = B.Tiled.B;
  isl::space Time = isl::manage(
      isl_space_set_alloc(V.Theta.ctx().get(), 0, timeDimensions(Tiled)));
  isl::map Inner =
      pointOrder(Tiled, Time).project_out(isl::dim::out, 0, Tiled.Outer);
  return V.Theta.apply_range(isl::union_map(Inner));
}

/// The last of the \p Depth dimensions of \p Order { S[i] -> [t] } along which
/// a statement moves; 0 where there is none.
static unsigned innermostLoop(const isl::union_map &Order, unsigned Depth) {
  unsigned Result = 0;
  Order.foreach_map([&](isl::map M) {
    for (unsigned D = Result + 1; D < Depth; ++D)
      if (isl::manage(isl_map_plain_get_val_if_fixed(M.get(), isl_dim_out, D))
              .is_nan()
              .is_true())
        Result = D;
    return isl::stat::ok();
  });
  return Result;
}

static llvm::Expected<Block> oneVersion(const BandFrame &B, const Variants &V,
                                        isl::set Context, isl::union_map Order,
                                        unsigned Depth) {
  NestOptions Options;
  Options.Counters.assign(B.Counters.begin(), B.Counters.begin() + Depth);
  Options.MoreCounters = B.MoreCounters;
  Options.Program = V.Program.get();
  // Variants of one statement take turns along the outer loops, which isl would
  // cut at each turn, once for each combination. Their conditions stand around
  // the innermost loop instead. Not where a loop has a stride: the isl of LLVM
  // 22 loses instances of such loops when it separates them.
  if (!V.areTrivial() && !hasDivisions(Order)) {
    Options.Atomic = innermostLoop(Order, Depth);
    Options.Separate = true;
  }
  Order = Order.intersect_params(Context);
  llvm::Expected<Nest> Loops = buildNest(Context, Order, Options, B.N);
  if (!Loops)
    return Loops.takeError();
  Builder W;
  ComputeWalk(B, V, Order, W).run(*Loops);
  return W.take();
}

/// \p Full in full tiles in which each statement has one variant, \p General
/// elsewhere.
static llvm::Expected<Block> lowerUniform(const BandFrame &B, const Variants &V,
                                          Block Full, Block General) {
  llvm::Expected<Expr> Condition = condition(B.FullTile, V.Uniform, B.N);
  if (!Condition)
    return Condition.takeError();
  Expr When = isFull(B);
  if (!Condition->isInteger(1))
    When = When && Expr::make(Expr::Group, {*Condition});
  return lowerBoth(When, std::move(Full), std::move(General));
}

/// \p General, and before it loops for tiles of one statement alone where these
/// can be jammed.
static llvm::Expected<Block> lowerTilesOfOne(const BandFrame &B,
                                             const std::vector<Buffer> &Buffers,
                                             const Variants &V,
                                             isl::union_map Order,
                                             unsigned Depth, Block General) {
  if (B.Plan.Decided.Registers.isOff())
    return General;
  for (const isl::set &Tiles : tilesOfOne(B, V)) {
    llvm::Expected<Block> Own = oneVersion(B, V, Tiles, Order, Depth);
    llvm::Expected<Expr> Condition = condition(B.Tile, Tiles, B.N);
    if (!Own || !Condition)
      return Own ? Condition.takeError() : Own.takeError();
    Block Jammed = inRegisters(B, Buffers, Tiles, *Own);
    if (!isEqual(Jammed, *Own))
      General = lowerBoth(*Condition, std::move(Jammed), std::move(General));
  }
  return General;
}

static Block apart(Block B) {
  Block Result;
  looptree::appendApart(Result, std::move(B));
  return Result;
}

/// Whether code for full tiles alone, \p Full, is worth having beside
/// \p General.
static bool isSimpler(const Block &Full, const Block &General) {
  return !Full.empty() && !isEqual(Full, General) &&
         countParts(Full) < countParts(General);
}

/// Whether the number of iterations of \p F is a number.
static bool hasKnownLength(const looptree::ForNode &F) {
  if (!F.Init || F.Condition.operands().size() != 2)
    return false;
  Affine Length = formOf(F.Condition.operands()[1]);
  return Length.add(formOf(*F.Init), -1).isConstant();
}

/// Whether \p Full has loops of known lengths, or less around and inside of
/// loops than \p General: not if only bounds differ.
static bool isShorter(const Block &Full, const Block &General) {
  bool IsKnown = false;
  looptree::walk(Full, [&](const looptree::Node &N) {
    const auto *F = llvm::dyn_cast<looptree::ForNode>(&N);
    IsKnown |= F && hasKnownLength(*F);
  });
  return IsKnown || countLines(Full) < countLines(General);
}

llvm::Expected<Block> lowerCompute(const BandFrame &B,
                                   const std::vector<Buffer> &Buffers) {
  unsigned Dimensions = timeDimensions(B.Tiled.B);
  if (Dimensions < B.Tiled.B.Outer + B.Tiled.B.Size)
    return islError(B.Plan.Program->ctx(), "the points of a band");
  llvm::Expected<Variants> V = splitStatements(B, Buffers);
  if (!V)
    return V.takeError();
  isl::union_map Order = tileSchedule(B, *V);
  unsigned Depth = Dimensions - B.Tiled.B.Outer;
  llvm::Expected<Block> General = oneVersion(B, *V, B.Tile, Order, Depth);
  if (!General)
    return General;
  if (B.IsAlwaysFull && V->areTrivial())
    return apart(inRegisters(B, Buffers, B.Tile, std::move(*General)));
  llvm::Expected<Block> Full = Block();
  if (V->Uniform.is_empty().is_false())
    Full = oneVersion(B, *V, V->Uniform, Order, Depth);
  if (!Full)
    return Full.takeError();
  if (!V->areTrivial() && !Full->empty())
    return lowerUniform(B, *V,
                        inRegisters(B, Buffers, V->Uniform, std::move(*Full)),
                        std::move(*General));
  Block Jammed;
  bool IsApart = isSimpler(*Full, *General);
  if (IsApart) {
    Jammed = inRegisters(B, Buffers, B.FullTile, *Full);
    IsApart = !isEqual(Jammed, *Full) || isShorter(*Full, *General);
  }
  if (!IsApart) {
    Block Points = inRegisters(B, Buffers, B.Tile, *General);
    if (isEqual(Points, *General))
      General = lowerTilesOfOne(B, Buffers, *V, Order, Depth, Points);
    else
      General = std::move(Points);
    return General ? apart(std::move(*General)) : std::move(General);
  }
  isl::set Partial = coalesced(B.Tile.subtract(B.FullTile));
  if (isConvex(Partial))
    General = oneVersion(B, *V, Partial, Order, Depth);
  if (!General)
    return General.takeError();
  return lowerBoth(isFull(B), std::move(Jammed), std::move(*General));
}

Block lowerByFullness(const BandFrame &B, Block Full, Block General) {
  if (!isSimpler(Full, General))
    return apart(std::move(General));
  return lowerBoth(isFull(B), std::move(Full), std::move(General));
}

} // namespace lower
} // namespace stevedore
