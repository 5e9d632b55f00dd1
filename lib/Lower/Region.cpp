//===- Region.cpp - The code of a region ----------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guard.h"
#include "Homes.h"
#include "Skeleton.h"
#include "Storage.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Support/Size.h"
#include <set>

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
  void declare(const Block &Loops, Block &Result) const;
  void mention(const Block &Loops, Builder &W) const;
  Block define(Block Body) const;
  llvm::Expected<std::vector<Expr>> assumptions() const;
  std::vector<Expr> checks(std::vector<Expr> Before,
                           const std::vector<Expr> &Overlap) const;
  Block storage(const Storage &Buffers, const MadeHomes &Homes,
                const Block &Loops) const;

  const RegionPlan &Plan;
  const Scop &Program;
  const LoweringOptions &Options;
  Names N;
  /// The variable that tells whether the new loops have run.
  std::string Done;
  std::vector<std::string> Sizes;
  std::vector<BandCode> Bands;
};

} // namespace

/// Names of structure parameters are taken first, so that no other variable
/// hides them.
void RegionLowering::bindParameters() {
  Done = N.fresh("done");
  N.bind("%full", N.inner("full"));
  for (const Parameter &P : Program.Parameters)
    N.bind(P.Name, N.fresh(P.Name));
}

void RegionLowering::bindSizes() {
  fixConstantSizes(Plan, N);
  for (const Level &T : Plan.Levels) {
    for (const std::string &Name : T.Tiles.SizeNames) {
      if (!N.value(Name))
        N.bind(Name, N.fresh(Name));
      Sizes.push_back(Name);
    }
    for (const std::string &Name : T.Tiles.OuterNames)
      if (!N.isBound(Name))
        N.bind(Name, N.inner(Name));
  }
}

llvm::Error RegionLowering::layOut() {
  for (unsigned I = 0; I < Plan.Levels.size(); ++I) {
    llvm::Expected<BandFrame> Frame = makeBandFrame(Plan, I, Options, N);
    if (!Frame)
      return Frame.takeError();
    llvm::Expected<std::vector<Buffer>> Buffers = layOutBuffers(*Frame);
    if (!Buffers)
      return Buffers.takeError();
    Bands.push_back({std::move(*Frame), std::move(*Buffers)});
  }
  unifyStorage(Bands);
  return llvm::Error::success();
}

static bool isRemote(const looptree::Element &E, unsigned Array) {
  return !E.isLocal() && E.Array == Array;
}

/// Mentions of variables outside of the region that neither \p Loops nor
/// anything else uses, so that compilers do not find them unused.
void RegionLowering::mention(const Block &Loops, Builder &W) const {
  std::set<std::string> Used;
  looptree::walk(Loops, [&](const looptree::Node &Node) {
    for (const looptree::Element *E : elementsOf(Node))
      if (!E->isLocal())
        Used.insert(Options.Source.array(Program.Arrays[E->Array]).Variable);
  });
  for (unsigned I = 0; I < Program.Arrays.size(); ++I) {
    const std::string &Name = Options.Source.array(Program.Arrays[I]).Variable;
    if (Name.empty() || !Used.insert(Name).second)
      continue;
    looptree::MentionNode M;
    M.Array = I;
    W.add(looptree::share(std::move(M)));
  }
}

/// Remote homes of arrays that the original program declared inside of the
/// region, as far as \p Loops use them; also of private ones, which are mentioned
/// only where that is never executed.
void RegionLowering::declare(const Block &Loops, Block &Result) const {
  for (unsigned I = 0; I < Program.Arrays.size(); ++I) {
    const Array &A = Program.Arrays[I];
    bool Used = A.Pointers > 0, Read = Used;
    looptree::walk(Loops, [&](const looptree::Node &Node) {
      auto *Instance = llvm::dyn_cast<looptree::InstanceNode>(&Node);
      size_t At = 0;
      for (const looptree::Element *E : elementsOf(Node)) {
        bool Reads =
            !Instance ||
            Program.Statements[Instance->Statement].Accesses[At].Reads;
        ++At;
        if (isRemote(*E, I)) {
          Used = true;
          Read |= Reads;
        }
      }
    });
    if (A.Made || !(A.Private || A.DeclaredInside || A.Pointers) || !Used)
      continue;
    looptree::DeclareNode D;
    D.Array = I;
    Result.push_back(looptree::share(std::move(D)));
    if (Read)
      continue;
    looptree::MentionNode M;
    M.Array = I;
    Result.push_back(looptree::share(std::move(M)));
  }
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
  if (asksForTeam(Program))
    Result.push_back(Expr::make(Expr::Not, {Expr::inTeam()}));
  Result.insert(Result.end(), Overlap.begin(), Overlap.end());
  return Result;
}

/// \p Body, in which compilers shall not look for mistakes.
static Block quiet(Block Body) {
  if (Body.empty())
    return Body;
  looptree::QuietNode Q;
  Q.Body = std::move(Body);
  return {looptree::share(std::move(Q))};
}

static NodeRef makeFree(const std::string &Memory, bool IsRemote) {
  looptree::FreeNode F;
  F.Name = Memory;
  F.IsRemote = IsRemote;
  return looptree::share(std::move(F));
}

/// Memory and \p Loops, which run where the allocator refused nothing.
Block RegionLowering::storage(const Storage &Buffers, const MadeHomes &Homes,
                              const Block &Loops) const {
  Builder W;
  for (const NodeRef &Definition : Homes.Definitions)
    W.add(Definition);
  Buffers.declare(W);
  std::vector<Expr> Granted = Buffers.granted();
  for (const std::string &Name : Homes.Pointers)
    Granted.push_back(Expr::variable(Name));
  if (Granted.empty()) {
    W.add(quiet(Loops));
    return W.take();
  }
  Block Then = quiet(Loops);
  Then.push_back(looptree::makeAssign(Done, 1));
  W.add(looptree::makeIf(looptree::conjunction(Granted), std::move(Then)));
  for (const std::string &Name : Buffers.pointers())
    W.add(makeFree(Name, false));
  for (const std::string &Name : Homes.Pointers)
    W.add(makeFree(Name, true));
  return W.take();
}

static NodeRef makeEnding(looptree::EndingNode::EndingKind Role) {
  looptree::EndingNode E;
  E.Role = Role;
  return looptree::share(std::move(E));
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
  llvm::Expected<Block> Loops = lowerSkeleton(Plan, Options.Source, Bands, N);
  if (!Loops)
    return Loops.takeError();
  Storage Buffers(Program, Bands, N, *Loops);
  if (Plan.Decided.MaxLocal) {
    llvm::Expected<std::vector<Expr>> Fits = Buffers.fit(*Plan.Decided.MaxLocal);
    if (!Fits)
      return Fits.takeError();
    Checks.insert(Checks.end(), Fits->begin(), Fits->end());
  }
  llvm::Expected<MadeHomes> Homes =
      lowerHomes(Program, Options.Source, *Loops, N);
  if (!Homes)
    return Homes.takeError();
  if (Options.ChecksBeliefs)
    if (llvm::Error E = addBeliefs(unrestricted(), Overlap->Believed, N, *Loops))
      return std::move(E);
  Block New = storage(Buffers, *Homes, *Loops);
  Block Original = {looptree::share(looptree::OriginalNode())};

  Builder W;
  W.add(quiet(Overlap->Ranges));
  bool Allocates = Buffers.allocates() || !Homes->Pointers.empty();
  if (Allocates)
    W.add(looptree::makeLet(Done, 0, looptree::LetNode::Int, true));
  if (Checks.empty())
    W.add(New);
  else
    W.add(looptree::makeIf(looptree::conjunction(Checks), New,
                           Allocates ? Block() : Original));
  if (Allocates)
    W.add(looptree::makeIf(Expr::make(Expr::Not, {Expr::variable(Done)}),
                           Original));
  else if (Checks.empty() && Options.HasMentions)
    W.add(makeEnding(looptree::EndingNode::Mentions));
  if (!Allocates && Checks.empty())
    mention(*Loops, W);
  if (Options.HasEpilogue)
    W.add(makeEnding(looptree::EndingNode::Epilogue));
  Block Result;
  declare(*Loops, Result);
  append(Result, define(W.take()));
  return looptree::tidied(Result);
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
