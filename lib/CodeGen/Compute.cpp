//===- Compute.cpp - The compute phase ------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Directives.h"
#include "Phases.h"
#include "Segments.h"
#include "Variants.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Size.h"
#include "isl/ast.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

namespace stevedore {
namespace codegen {

namespace {

/// Prints the statement instances of a tile.
class ComputeWalk : public SegmentWalk {
public:
  ComputeWalk(const BandFrame &B, const Variants &V, Writer &W)
      : SegmentWalk(B, W), V(V),
        Parallel(*B.Plan.Program, *B.Options.Source, B.Tiled.Loops, B.Counters,
                 [&V](const std::string &Name) { return V.original(Name); }) {}

private:
  void leaf(const Leaf &L) override {
    std::vector<std::string> Elements;
    for (const Reference &R : references(L))
      Elements.push_back(element(R));
    statement(L, Elements);
  }

  std::vector<Reference> references(const Leaf &L) const override {
    std::vector<Reference> Result;
    const Statement &S = *V.Program->findStatement(L.Tuple);
    for (size_t I = 0; I < S.Accesses.size(); ++I)
      Result.push_back({homeOf(S.Accesses[I].Array),
                        &V.Program->Arrays[S.Accesses[I].Array],
                        L.Accesses[I]});
    return Result;
  }

  void statement(const Leaf &L,
                 const std::vector<std::string> &Elements) override {
    const TextTemplate &Body =
        B.Options.Source->body(V.original(L.Tuple));
    if (!Body.empty()) {
      W.line(fill(Body, L.Coordinates, Elements));
      return;
    }
    std::string Text;
    for (const Linear &C : L.Coordinates)
      Text += (Text.empty() ? "" : ", ") + C.text();
    for (const std::string &E : Elements)
      Text += (Text.empty() ? "&" : ", &") + E;
    W.line(V.original(L.Tuple) + "(" + Text + ");");
  }

  const Buffer *homeOf(unsigned Array) const {
    auto It = V.Homes.find(Array);
    return It == V.Homes.end() ? nullptr : It->second;
  }

  void enter(const Loop &L) override { Parallel.enter(L, W); }
  void leave() override { Parallel.leave(); }

  const Variants &V;
  Directives Parallel;
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

static llvm::Expected<std::string>
oneVersion(const BandFrame &B, const Variants &V, isl::set Context,
           isl::union_map Order, unsigned Depth, Writer W) {
  NestOptions Options;
  Options.Counters.assign(B.Counters.begin(), B.Counters.begin() + Depth);
  Options.Program = V.Program.get();
  // Variants of one statement take turns along the outer loops, which isl would
  // cut at each turn, once for each combination. Their conditions stand around
  // the innermost loop instead. Not where a loop has a stride: the isl of LLVM
  // 22 loses instances of such loops when it separates them.
  if (!V.areTrivial() && !hasDivisions(Order)) {
    Options.Atomic = innermostLoop(Order, Depth);
    Options.Separate = true;
  }
  llvm::Expected<Nest> Loops =
      buildNest(Context, Order.intersect_params(Context), Options, B.N);
  if (!Loops)
    return Loops.takeError();
  ComputeWalk(B, V, W).run(*Loops);
  return W.text();
}

/// \p Full in full tiles in which each statement has one variant, \p General
/// elsewhere.
static llvm::Error emitUniform(const BandFrame &B, const Variants &V, Writer &W,
                               const std::string &Full,
                               const std::string &General) {
  llvm::Expected<std::string> Condition =
      conditionText(B.FullTile, V.Uniform, B.N);
  if (!Condition)
    return Condition.takeError();
  std::string Always = B.N.Prefix + "full";
  emitBoth(W, *Condition == "1" ? Always : Always + " && (" + *Condition + ")",
           Full, General);
  return llvm::Error::success();
}

llvm::Error emitCompute(const BandFrame &B, const std::vector<Buffer> &Buffers,
                        Writer &W) {
  unsigned Dimensions = timeDimensions(B.Tiled.B);
  if (Dimensions < B.Tiled.B.Outer + B.Tiled.B.Size)
    return islError(B.Plan.Program->ctx(), "the points of a band");
  llvm::Expected<Variants> V = splitStatements(B, Buffers);
  if (!V)
    return V.takeError();
  isl::union_map Order = tileSchedule(B, *V);
  unsigned Depth = Dimensions - B.Tiled.B.Outer;
  llvm::Expected<std::string> General =
      oneVersion(B, *V, B.Tile, Order, Depth, W.sibling());
  if (!General)
    return General.takeError();
  llvm::Expected<std::string> Full = std::string();
  if (V->Uniform.is_empty().is_false())
    Full = oneVersion(B, *V, V->Uniform, Order, Depth, W.sibling());
  if (!Full)
    return Full.takeError();
  if (!V->areTrivial() && !Full->empty())
    return emitUniform(B, *V, W, *Full, *General);
  emitByFullness(B, W, *Full, *General);
  return llvm::Error::success();
}

void emitByFullness(const BandFrame &B, Writer &W, const std::string &Full,
                    const std::string &General) {
  if (Full.empty() || Full == General || Full.size() >= General.size()) {
    addBlock(W, General);
    return;
  }
  emitBoth(W, B.N.Prefix + "full", Full, General);
}

void emitBoth(Writer &W, const std::string &Condition, const std::string &Then,
              const std::string &General) {
  W.open("if (" + Condition + ")");
  W.raw(deeper(Then));
  W.otherwise();
  W.raw(deeper(General));
  W.close();
}

} // namespace codegen
} // namespace stevedore
