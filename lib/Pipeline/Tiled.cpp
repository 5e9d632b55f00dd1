//===- Tiled.cpp - Regions that are tiled ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiled.h"
#include "ArrayAllocation.h"
#include "Candidates.h"
#include "CommonBuffers.h"
#include "EmittedScript.h"
#include "InputSchedule.h"
#include "Ladder.h"
#include "Remarks.h"
#include "stevedore/Plan/ConstantModuli.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/union_map.h"
#include "isl/union_set.h"

using namespace stevedore;
using namespace llvm;

/// Finds loops where there are parallel ones; that it does not end in time is
/// no error.
template <typename Value, typename... Inputs>
Error TiledRegion::findLoops(std::vector<Value> &Loops,
                             const StageOf<std::vector<Value>, Inputs...> &P,
                             const Inputs &...In) {
  if (Plan.Program->ParallelLoops.empty() && Given.Parallel.empty())
    return Error::success();
  auto Found = valueOr(D.run(P, In...), {});
  if (!Found)
    return Found.takeError();
  Loops = std::move(*Found);
  return Error::success();
}

/// Fixes the sizes that are no choice, for all that plans or evaluates bands of
/// \p Order.
void TiledRegion::setTileSizes(const Schedule &Order) {
  Plan.Decided.TileSizes =
      withNumberedTiles(Order, Ordered->Decided.TileSizes);
}

/// Takes the program of the form with its order into the plan. Where more loops
/// can be tiled for parameters for which all loops run, the program is that of
/// these.
Error TiledRegion::takeOrder() {
  auto Found = Orders.of(Form);
  if (!Found)
    return Found.takeError();
  bool WasFree = Form.Assumed.is_null();
  if (WasFree && !Given.HasBand && MayAssume && Found->Decided.MayRestrict)
    Form = Orders.worthAssuming(Form, *Found);
  if (!Form.Assumed.is_null() && WasFree) {
    D.restart();
    return takeOrder();
  }
  Ordered = std::move(*Found);
  append_range(Result.Remarks, Ordered->Remarks);
  for (const std::string &Why : Ordered->Program->Forced)
    Result.Remarks.push_back(
        {false, "the script forces a step that is not valid: " + Why, true});
  Plan.Program = Ordered->Program;
  Plan.Deps = Ordered->Deps;
  Plan.Order = Ordered->Order;
  Plan.Decided = Ordered->Decided;
  Plan.Decided.MaxLocal = least(Plan.Decided.MaxLocal, Target);
  if (Error E = countMemories())
    return E;
  setTileSizes(Plan.Order);
  if (Form.Assumed.is_null())
    return Error::success();
  Plan.Unrestricted = Orders.program({Form.WithRemote, isl::set()});
  Plan.Assumed = Form.Assumed.gist(Plan.Unrestricted->Context);
  return Error::success();
}

/// Whether tiles access array number \p Array where it is.
bool TiledRegion::isInPlace(unsigned Array) const {
  const Decisions &Decided = Plan.Decided;
  return Decided.Allocation == AllocationKind::None ||
         (Decided.Buffers &&
          !is_contained(*Decided.Buffers, Plan.Program->Arrays[Array].Name));
}

/// Finds the loops inside the tiles of \p Planned that are parallel: those
/// that were given, and those that a directive stands for.
Error TiledRegion::findParallelPoints(Level &Planned) {
  Band &B = Planned.B;
  for (unsigned Dimension : Given.Parallel)
    if (Dimension >= B.Outer)
      B.ParallelPoints.push_back(Dimension - B.Outer);
  llvm::sort(B.ParallelPoints);
  if (Error E = findLoops(Planned.Loops, ParallelPointsStage, *Plan.Program,
                          Plan.Deps, B))
    return E;
  for (unsigned K = 0; K < Planned.Loops.size(); ++K)
    if (Planned.Loops[K].mayBeParallel())
      B.ParallelPoints.push_back(K);
  if (B.ParallelPoints.empty())
    Planned.Loops.clear();
  return Error::success();
}

/// planBandAs() with no more than a part of what the region may spend, so that
/// there is something left for others. Nothing of a plan that fails is left.
Error TiledRegion::planBandWithin(const Band &B, const Decisions &As) {
  isl::ctx Ctx = Plan.Program->Context.ctx();
  size_t NumBands = Plan.Levels.size(), NumBounds = Result.Bounds.size();
  std::set<unsigned> MovedBefore = Moved;
  bool IsOnly = Plan.Order.Bands.size() == 1 && Plan.Decided.IsTiled;
  BudgetLimits Part = Budget::partLeft(Ctx, IsOnly ? 1 : limits::LeftShare);
  bool IsLong = As.Transfers == TransferKind::Exact ||
                As.Transfers == TransferKind::Box ||
                D.goal().HasBounds;
  Budget Limit(
      Ctx, IsLong ? Part
                  : Part.upTo(limits::BandOperations * Plan.Decided.Memories *
                              shareOfStatements(*Plan.Program)));
  Error Failed = within(Limit, planBandAs(B, As), "the plan of a band");
  if (Failed) {
    Plan.Levels.resize(NumBands);
    Result.Bounds.resize(NumBounds);
    Moved = std::move(MovedBefore);
  }
  return Failed;
}

/// The tile sizes of \p B, for a message.
static std::string sizesOf(const Band &B) {
  std::string First = nameOf(Role::TileSize, B.FirstTile + 1);
  if (B.Size == 1)
    return "the loop of " + First;
  return "the loops of " + First + " to " +
         nameOf(Role::TileSize, B.FirstTile + B.Size);
}

/// Plans a band as it was asked for, or more coarsely where that costs too
/// much. False: that does so, too, and there are other bands.
Expected<bool> TiledRegion::planBand(const Band &B) {
  std::vector<Decisions> Coarser = bandDecisions(Plan.Decided);
  for (const Decisions &As : Coarser) {
    Error Failed = planBandWithin(B, As);
    if (!Failed)
      return true;
    bool IsLast = &As == &Coarser.back();
    if (!Failed.isA<IslError>() ||
        Budget(Plan.Program->Context.ctx(), {}).exhausted() ||
        (IsLast && Plan.Order.Bands.size() == 1))
      return std::move(Failed);
    bool HasHulls = Coarser.size() == 3 && &As == &Coarser.front();
    const char *Otherwise =
        IsLast     ? "without tiles for "
        : HasHulls ? "with convex hulls in the nearest memory, for "
                   : "with bounding boxes and no reuse between tiles, for ";
    Result.Remarks.push_back({false, "a coarser answer is taken, " +
                                         (Otherwise + sizesOf(B)) + ": " +
                                         toString(std::move(Failed))});
  }
  return false;
}

/// Takes \p Order, in which fewer bands are tiled.
Error TiledRegion::untile(Expected<Schedule> Order) {
  auto Rest = D.accept(ScheduleStage, std::move(Order), *Plan.Program,
                       Plan.Deps, {Plan.Decided.Scheduler, TilingRequest()});
  if (!Rest)
    return Rest.takeError();
  Plan.Order = std::move(*Rest);
  setTileSizes(Plan.Order);
  return Error::success();
}

/// Plans every band. Those of which even the coarser plan costs too much are
/// not tiled.
Error TiledRegion::planBands() {
  if (!Plan.Decided.IsTiled) {
    auto IsOneTile = planOneTile();
    if (!IsOneTile || *IsOneTile)
      return IsOneTile.takeError();
    if (!Plan.Order.Bands.empty())
      if (Error E = untile(withoutBands(Plan.Order)))
        return E;
  }
  for (unsigned I = 0; I < Plan.Order.Bands.size();) {
    auto Planned = planBand(Plan.Order.Bands[I]);
    if (!Planned)
      return Planned.takeError();
    if (*Planned) {
      ++I;
      continue;
    }
    if (Error E = untile(withoutBand(Plan.Order, I)))
      return E;
  }
  return Error::success();
}

/// Whether tiles of the region have to pay by \p Decided.
bool TiledRegion::mustPay(const Decisions &Decided) const {
  return Decided.Profitable.value_or(true) && !In.IsMarked && Decided.IsTiled &&
         D.takes(Step::Plan);
}

/// The region is left alone where there is \p Why.
static Error unlessPays(const std::string &Why) {
  return Why.empty() ? Error::success()
                     : createStringError("not profitable: " + Why);
}

/// Order and plan of every band, once.
Error TiledRegion::planOnce() {
  D.restart();
  Result.Bounds.clear();
  Result.Remarks.resize(NumSaid);
  Moved.clear();
  Plan = RegionPlan();
  Plan.Program = Orders.program(Form);
  if (Error E = takeOrder())
    return E;
  if (D.takes(Step::Text) && mustPay(Plan.Decided))
    if (Error E = unlessPays(whyNothingPays(*Plan.Program, Plan.Order)))
      return E;
  if (D.takes(Step::Tiling) || hasPrivates())
    if (Error E = planBands())
      return E;
  return findLoops(Plan.OuterLoops, ParallelOutsideStage, *Plan.Program,
                   Plan.Deps, Plan.Order);
}

bool TiledRegion::hasPrivates() const {
  return llvm::any_of(Plan.Program->Arrays,
                      [](const Array &A) { return A.Private; });
}

/// True if the private array number \p Array cannot live in local memory alone:
/// it is used in several bands or outside of them, or some tile loads or stores
/// it.
bool TiledRegion::needsRemoteArray(unsigned Array) const {
  const Scop &S = *Plan.Program;
  isl::union_set Users = isl::manage(isl_union_set_empty_ctx(S.ctx()));
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        Users = Users.unite(isl::union_set(Stmt.Domain));
  bool IsLocal = !isInPlace(Array) && !Moved.count(Array) &&
                 llvm::any_of(Plan.Levels, [&](const Level &T) {
                   return Users.is_subset(T.B.Domain).is_true();
                 });
  return !Users.is_empty().is_true() && !IsLocal;
}

/// The names of the private arrays that need a home in remote memory.
std::set<std::string> TiledRegion::withoutRemote() const {
  std::set<std::string> Result;
  for (unsigned A = 0; A < Plan.Program->Arrays.size(); ++A)
    if (Plan.Program->Arrays[A].Private && needsRemoteArray(A))
      Result.insert(Plan.Program->Arrays[A].Name);
  return Result;
}

/// Finds out which bands pay where that matters. Errors: none does.
Error TiledRegion::judge() {
  if (!mustPay(Plan.Decided) || Plan.Levels.empty())
    return Error::success();
  auto Found = D.run(ProfitStage, Plan);
  if (!Found)
    return Found.takeError();
  if (Found->Bands.empty())
    return unlessPays(Found->WhyNot);
  Plan.PayingBands = std::move(Found->Bands);
  return Error::success();
}

/// Whether an array of \p Plan has a strided form, which is left out where
/// its positions would wrap.
static bool hasStrides(RegionPlan &Plan) {
  bool Has = false;
  Plan.forEachLevel([&](Level &T) {
    for (const LocalArray &L : T.Arrays)
      Has |= L.Mapping.Strided.has_value();
  });
  return Has;
}

/// Lets arrays share buffers where that can be found out and proved; where it
/// cannot, each keeps its own.
Error TiledRegion::share() {
  separateBuffers(Plan);
  if (hasStrides(Plan)) {
    auto Placed = D.run(WindowsStage, Plan);
    if (!Placed)
      return Placed.takeError();
    Plan = std::move(*Placed);
  }
  if (!Plan.Decided.ShareBuffers || !D.takes(Step::Plan))
    return Error::success();
  auto Shared = D.run(SharingStage, Plan);
  if (!Shared)
    return doWithout(Shared.takeError(), "each array has a buffer of its own",
                     Result);
  Plan = std::move(*Shared);
  return Plan.Decided.OverlapsInTiles ? overlap() : Error::success();
}

/// Lets arrays of a tile that have buffers of their own overlap in one.
Error TiledRegion::overlap() {
  if (workersOf(Plan.Decided, Target.Workers).Kind != WorkerDecision::One)
    return Error::success();
  AllocationRequest Wanted(Plan.Decided, D.goal());
  std::vector<std::vector<PlannedArray>> Buffers = buffersOf(Plan);
  auto isAlone = [&](const LocalArray &L) {
    return llvm::any_of(Buffers, [&](const std::vector<PlannedArray> &Of) {
      return Of.size() == 1 && Of.front().Local->Buffer == L.Buffer;
    });
  };
  for (Level &T : Plan.Levels) {
    std::vector<OverlappingArray> Arrays;
    std::vector<const ArrayTransfers *> Transfers;
    for (LocalArray &L : T.Arrays)
      if (Wanted.MayOverlap && isAlone(L) && mayOverlapOthers(Plan, T, L)) {
        Arrays.push_back({&L, &Plan.Program->Arrays[L.Transfers.Array]});
        Transfers.push_back(&L.Transfers);
      }
    auto Across = [&](unsigned First, unsigned Second) {
      return computeCrossConflicts(*Plan.Program, T.B, T.Tiles,
                                   *Transfers[First], *Transfers[Second]);
    };
    if (Error E = overlapArrays(D, Wanted, Across, Arrays))
      return E;
    for (const OverlappingArray &A : Arrays)
      if (!A.Mapped->Mapping.Offsets.empty())
        D.show(MappingStage.Info, [&](raw_ostream &OS) {
          print(OS, A.Mapped->Conflicts, A.Mapped->Mapping);
        });
    showCommonBuffers(D, Arrays);
  }
  if (D.takes(Step::Loops))
    useConstantModuli();
  return Error::success();
}

/// Gives arrays that overlap constant moduli, where all have some by tile sizes
/// that are constants, and that is proved, too.
void TiledRegion::useConstantModuli() {
  RegionPlan Constant = Plan;
  bool HasChanged = false;
  Constant.forEachLevel([&](Level &T) {
    for (LocalArray &L : T.Arrays) {
      if (L.Mapping.Offsets.empty())
        continue;
      auto M = atConstantModuli(
          L.Mapping, T.Tiles.Context.ctx(),
          FixedSizes(Plan.Decided.TileSizes, T.Tiles.Parameters),
          int64_t(Plan.Program->Arrays[L.Transfers.Array].ElementBytes));
      HasChanged |= M.has_value();
      if (M)
        L.Mapping = std::move(*M);
    }
  });
  if (!HasChanged)
    return;
  Budget Limit(D.context(), {0, limits::SharingOperations});
  Error Failed =
      within(Limit, verifySharing(Constant), "the proof of shared buffers");
  if (!Failed)
    Plan = std::move(Constant);
  consumeError(std::move(Failed));
}

/// Says where transfers do not overlap with computation although that was asked
/// for.
void TiledRegion::explainOrder() {
  bool InTurn = llvm::any_of(Plan.Levels, [](const Level &T) {
    return !T.Phases.isSequential() && !T.MayOverlap && !T.Arrays.empty();
  });
  if (InTurn)
    Result.Remarks.push_back(
        {false, "transfers do not overlap with computation: a tile loads what "
                "the tile before it may not have stored yet"});
}

/// Says where the constant sizes that are given are not as many as the tiled
/// loops, so that the size of every buffer is known at run time alone.
void TiledRegion::explainSizes() {
  const ConstantSizes &Sizes = Plan.Decided.TileSizes;
  unsigned Given = 0, All = Plan.numTileSizes();
  while (Given < All && Sizes.of(Given + 1))
    ++Given;
  bool AreFirst = Given > 0 && Given < All && Sizes.values().size() == Given;
  if (!AreFirst || Plan.numMemories() > 1 || !D.takes(Step::Text))
    return;
  std::string List;
  for (unsigned K = 1; K <= All; ++K)
    List += (K == 1 ? "" : ",") + std::to_string(*Sizes.of(std::min(K, Given)));
  Result.Remarks.push_back(
      {false, "'" + nameOf(Role::TileSize, Given + 1) +
                  "' has no constant size, so that buffers are allocated: with "
                  "'--tile=" +
                  List + "' they are arrays"});
}

/// Shows a script that leads to the plan, which is tried out.
void TiledRegion::emitScript() {
  auto PlanAgain = [&](const isl::schedule &Order) {
    return planIn(D, Order, *In.Program, Given, Target, Ordered->Decided);
  };
  D.show(ScriptStage, [&](raw_ostream &OS) {
    OS << scriptOf(
        {In.Place, Plan, Ordered->Decided, !In.IsMarked, PlanAgain});
  });
}

/// Private arrays get a home in remote memory only where that is needed; an
/// assumption that costs one its place in local memory is withdrawn.
Error TiledRegion::run() {
  if (Error E = checkPlannable(Target))
    return E;
  if (D.takes(Step::Text) && mustPay(Wanted) && !Wanted.Transformation)
    if (Error E = unlessPays(whyNothingPays(*In.Program, Wanted.typical())))
      return E;
  if (Error E = planOnce())
    return E;
  while (leavesInPlace())
    if (Error E = planOnce())
      return E;
  std::vector<DependentLoop> Dependent;
  if (Error E =
          findLoops(Dependent, DependentLoopsStage, *Plan.Program, Plan.Deps))
    return E;
  if (!Form.Assumed.is_null() && !withoutRemote().empty()) {
    MayAssume = false;
    Form.Assumed = isl::set();
    if (Error E = planOnce())
      return E;
  }
  for (std::set<std::string> Names = withoutRemote(); !Names.empty();
       Names = withoutRemote()) {
    Form.WithRemote.insert(Names.begin(), Names.end());
    if (Error E = planOnce())
      return E;
  }
  Plan.DependentLoops = std::move(Dependent);
  if (!Ordered->Misfit.empty())
    return make_error<ScriptError>(Ordered->Misfit);
  if (Error E = judge())
    return E;
  if (Error E = share())
    return E;
  if (Error E = shareOut())
    return E;
  explainOrder();
  explainSizes();
  if (Plan.Order.Bands.empty() && Plan.Decided.IsTiled)
    return createStringError("the region has no loop that can be tiled");
  emitScript();
  return Error::success();
}
