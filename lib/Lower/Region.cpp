//===- Region.cpp - The code of a region ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Banks.h"
#include "Guard.h"
#include "OuterOrder.h"
#include "Pipelining.h"
#include "RemoteArrays.h"
#include "Storage.h"
#include "Workers.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Support/Size.h"

namespace stevedore {

using namespace lower;

namespace {

/// Lowers one region.
class RegionLowering {
public:
  RegionLowering(const RegionPlan &Plan, const LoweringOptions &Options)
      : Plan(Plan), Program(*Plan.Program), Options(Options),
        N(*Plan.Program, Options.Source) {}
  llvm::Expected<Block> run();

private:
  void bindParameters();
  void bindSizes();
  llvm::Error layOut();
  /// The program without what is only assumed for its plan.
  const Scop &unrestricted() const {
    return Plan.Unrestricted ? *Plan.Unrestricted : Program;
  }
  Block define(Block Body) const;
  llvm::Expected<std::vector<Expr>> assumptions() const;
  std::vector<Expr> checks(std::vector<Expr> Before,
                           const std::vector<Expr> &Overlap) const;

  const RegionPlan &Plan;
  const Scop &Program;
  const LoweringOptions &Options;
  Names N;
  /// For GuardNode::Flag.
  std::string Done;
  std::vector<std::string> Sizes;
  std::vector<BandCode> Bands;
};

} // namespace

/// Names of structure parameters are taken first, so that no other variable
/// hides them.
void RegionLowering::bindParameters() {
  Done = N.fresh("done");
  if (Plan.Workers.Kind != WorkerDecision::One)
    nameWorkers(N);
  for (const LevelPlace &Place : Plan.allLevels())
    if (Place.level().MayOverlap)
      namePipeline(N, Place.level().B.Memory);
  for (unsigned M = 0; M < Plan.numMemories(); ++M)
    N.bind("%full" + std::to_string(M), N.inner("full"));
  for (const Parameter &P : Program.Parameters)
    N.bind(P.Name, N.fresh(P.Name));
}

void RegionLowering::bindSizes() {
  FixedSizes Constant(Plan);
  for (const LevelPlace &Place : Plan.allLevels()) {
    const Level &T = Place.level();
    for (const std::string &Name : T.Tiles.SizeNames) {
      if (auto Size = Constant.of(Name))
        N.fix(Name, *Size);
      else
        N.bind(Name, N.fresh(Plan.Memories.shown(Name)));
      Sizes.push_back(Name);
    }
    for (const std::string &Name : T.Tiles.CutNames)
      N.bind(Name, N.inner(Plan.Memories.shown(nameOf(
                               Role::TileSize,
                               T.Tiles.Parameters.numberOf(Name), T.B.Memory)) +
                           "_cut"));
    for (const std::string &Name : T.Tiles.OuterNames)
      if (!N.isBound(Name))
        N.bind(Name, N.inner(Name));
  }
}

llvm::Error RegionLowering::layOut() {
  for (const LevelPlace &Place : Plan.allLevels()) {
    std::vector<BandCode> *Levels = &Bands;
    const BandFrame *Around = nullptr;
    for (size_t Depth = 1; Depth < Place.Path.size(); ++Depth) {
      Around = &Levels->back().Frame;
      Levels = &Levels->back().Inside;
    }
    llvm::Expected<BandFrame> Frame =
        makeBandFrame(Plan, Place, Around, Options, N);
    if (!Frame)
      return Frame.takeError();
    llvm::Expected<std::vector<Buffer>> Buffers = layOutBuffers(*Frame);
    if (!Buffers)
      return Buffers.takeError();
    Levels->push_back({std::move(*Frame), std::move(*Buffers), {}});
  }
  unifyStorage(Bands);
  return llvm::Error::success();
}

/// \p Body after run-time tile sizes and the structure parameters that it
/// needs. Sizes are limited so that sums of a coordinate and a few sizes stay in
/// a long.
Block RegionLowering::define(Block Body) const {
  for (unsigned I = Program.Parameters.size(); I-- > 0;)
    Body = looptree::defineIfUsed(N.of(Program.Parameters[I].Name),
                                  Expr::parameter(I), std::move(Body));
  Block Result;
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      Result.push_back(looptree::makeLet(N.of(Name), Expr::tileSize(Name)));
  append(Result, Body);
  return Result;
}

/// What the plan assumes of parameters, and that the new loops pay; the latter
/// is only known where the former holds.
llvm::Expected<std::vector<Expr>> RegionLowering::assumptions() const {
  std::vector<Expr> Result;
  if (!Plan.Assumed.is_null()) {
    llvm::Expected<Expr> Holds =
        condition(isl::set::universe(Plan.Assumed.get_space()), Plan.Assumed, N);
    if (!Holds)
      return Holds.takeError();
    Result.push_back(std::move(*Holds));
  }
  llvm::Expected<std::vector<Expr>> Pays = lowerTripCheck(Plan, N);
  if (Pays)
    Result.insert(Result.end(), Pays->begin(), Pays->end());
  return Pays ? Result : std::move(Pays);
}

/// What must hold for the new loops to run, \p Before first.
std::vector<Expr>
RegionLowering::checks(std::vector<Expr> Before,
                       const std::vector<Expr> &Overlap) const {
  std::vector<Expr> Result = std::move(Before);
  for (const std::string &Name : Sizes)
    if (!N.value(Name))
      Result.push_back(
          compare(Expr::GreaterEqual, Expr::variable(N.of(Name)), 1));
  if (!Options.Source.RuntimeCondition.empty())
    Result.push_back(Expr::runtimeCondition());
  if (Plan.Workers.Kind == WorkerDecision::Callers && Plan.Workers.Number > 0)
    Result.push_back(
        compare(Expr::Equal, Expr::workers(), Plan.Workers.Number));
  if (asksForTeam(Program))
    Result.push_back(Expr::make(Expr::Not, {Expr::inTeam()}));
  Result.insert(Result.end(), Overlap.begin(), Overlap.end());
  return Result;
}

/// The tests of rows in \p Overlap, where \p Checks hold, which then ask for
/// their flags, too.
static Block rowTests(const OverlapCheck &Overlap, std::vector<Expr> &Checks) {
  Block Result;
  for (const std::string &Flag : Overlap.Flags)
    Result.push_back(looptree::makeLet(Flag, 1, looptree::LetNode::Flag,
                                       /*IsMutable=*/true));
  if (!Overlap.RowTests.empty())
    Result.push_back(
        looptree::makeIf(looptree::conjunction(Checks), Overlap.RowTests));
  for (const std::string &Flag : Overlap.Flags)
    Checks.push_back(Expr::variable(Flag));
  return Result;
}

llvm::Expected<Block> RegionLowering::run() {
  bindParameters();
  bindSizes();
  if (llvm::Error E = layOut())
    return std::move(E);
  llvm::Expected<OverlapCheck> Overlap = OverlapCheck();
  if (!Options.AssumesNoAlias)
    Overlap = lowerOverlapCheck(unrestricted(), Options.ChecksBeliefs, N);
  if (!Overlap)
    return Overlap.takeError();
  llvm::Expected<std::vector<Expr>> Before = assumptions();
  if (!Before)
    return Before.takeError();
  std::vector<Expr> Checks = checks(std::move(*Before), Overlap->Conditions);
  Block RowTests = rowTests(*Overlap, Checks);
  llvm::Expected<Block> Loops = lowerOuterOrder(Plan, Options.Source, Bands, N);
  if (!Loops)
    return Loops.takeError();
  *Loops = forWorkers(Plan.Workers, std::move(*Loops), N);
  *Loops = inBanks(Plan, Options, Bands, N, std::move(*Loops));
  Storage Buffers(Bands, N, *Loops);
  if (llvm::Error E = Buffers.checkAlignment())
    return std::move(E);
  for (const auto &[Memory, Most] : Plan.Decided.mostBytes()) {
    llvm::Expected<std::vector<Expr>> Fits = Buffers.fit(Memory, Most);
    if (!Fits)
      return Fits.takeError();
    Checks.insert(Checks.end(), Fits->begin(), Fits->end());
  }
  llvm::Expected<Block> Homes =
      lowerRemoteArrays(Program, Options.Source, *Loops, N);
  if (!Homes)
    return Homes.takeError();
  if (Options.ChecksBeliefs)
    if (llvm::Error E = addBeliefs(unrestricted(), Overlap->Believed, N, *Loops))
      return std::move(E);
  Builder Memory;
  Memory.add(*Homes);
  Buffers.declare(Memory);
  looptree::GuardNode G;
  G.Condition = looptree::conjunction(std::move(Checks));
  G.Flag = Done;
  G.Workers = looptree::GuardNode::WorkerKind(Plan.Workers.Kind);
  G.TeamSize = Plan.Workers.Number;
  G.Memory = Memory.take();
  G.Body = std::move(*Loops);
  Block Result = std::move(Overlap->Ranges);
  append(Result, RowTests);
  Result.push_back(looptree::share(std::move(G)));
  return looptree::tidied(define(std::move(Result)));
}

looptree::ProgramShape shapeOf(const Scop &S) {
  looptree::ProgramShape Result;
  Result.NumParameters = S.Parameters.size();
  Result.NumParallelLoops = S.ParallelLoops.size();
  for (const Array &A : S.Arrays)
    Result.Ranks.push_back(A.Rank);
  for (const Statement &Stmt : S.Statements)
    Result.Statements.emplace_back(countOf(Stmt.Domain.tuple_dim()),
                                   Stmt.Accesses.size());
  return Result;
}

char LocalMemoryError::ID;

llvm::Expected<looptree::Block> lowerRegion(const RegionPlan &Plan,
                                            const LoweringOptions &Options) {
  return RegionLowering(Plan, Options).run();
}

} // namespace stevedore
