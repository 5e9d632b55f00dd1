//===- Tiled.cpp - Regions that are tiled ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tiled.h"
#include "Assumptions.h"
#include "Candidates.h"
#include "Choices.h"
#include "EmittedScript.h"
#include "Folding.h"
#include "Given.h"
#include "Ladder.h"
#include "Remarks.h"
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
                             const PhaseOf<std::vector<Value>, Inputs...> &P,
                             const Inputs &...In) {
  if (Plan.Program->ParallelLoops.empty() && Given.Parallel.empty())
    return Error::success();
  auto Found = valueOr(D.run(P, In...), {});
  if (!Found)
    return Found.takeError();
  Loops = std::move(*Found);
  return Error::success();
}

/// The dependences, memory-based ones where others take too long.
Expected<Dependences> TiledRegion::dependences() {
  const Scop &S = *Plan.Program;
  auto Found = D.run(DependencesPhase, S, Wanted.Decided.Dependences);
  if (Found || Wanted.Decided.Dependences == DependenceKind::Memory)
    return Found;
  Error Failed = Found.takeError();
  if (!takeOverBudget(Failed))
    return std::move(Failed);
  Result.Remarks.push_back(
      {false,
       "memory-based dependences are taken, and tiles load all that they "
       "read: computing the dataflow went over the budget"});
  return D.run(DependencesPhase, S, DependenceKind::Memory);
}

/// The order that the script of the user gives the region; null where there is
/// none, or where it leaves the region as it is. A region that a script changes
/// is not restricted to parameters for which others would do.
Expected<isl::schedule> TiledRegion::transformedOrder() {
  const Scop &S = *Plan.Program;
  if (!Wanted.Decided.Transformation && !D.goal().HasRepresentation)
    return isl::schedule();
  ScriptRequest Request = {
      Wanted.Decided, Place,
      [&](const ScriptCandidate &Candidate) {
        return figuresOf(S, Given, Target, Candidate, IsCoarser);
      },
      [&](const ScriptCandidate &Candidate) { return bandsOf(S, Candidate); }};
  auto Found =
      Transformed
          ? D.accept(RepresentationPhase, *Transformed, S, Plan.Deps, Request)
          : D.run(RepresentationPhase, S, Plan.Deps, Request);
  if (!Found)
    return Found.takeError();
  Transformed = *Found;
  if (Wanted.Decided.Transformation)
    Chosen = Found->Choices;
  if (!Found->IsChanged)
    return isl::schedule();
  if (Given.HasBand)
    return createStringError("the text gives the order: no script changes it");
  IsTransformed = true;
  Chosen.Decided.MayRestrict = false;
  if (!Chosen.SetsProfitable)
    Chosen.Decided.Profitable = false;
  if (Found->Relaid)
    takeLayout(*Found);
  return orderOf(*Plan.Program, Found->Program);
}

/// Plans the program in the layout that \p T gives it.
void TiledRegion::takeLayout(const Transformation &T) {
  Unlaid = Plan.Program;
  auto Program = std::make_shared<Scop>(*T.Relaid);
  for (unsigned A = 0; A < Program->Arrays.size(); ++A)
    if (Homes.count(Program->Arrays[A].Name))
      collapsePrivate(*Program, A);
  Plan.Program = std::move(Program);
  Plan.Deps = T.Deps;
}

/// Fixes the sizes that are no choice, for all that plans or evaluates bands of
/// \p Order.
void TiledRegion::setTileSizes(const Schedule &Order) {
  Plan.Decided.TileSizes = withNumberedTiles(Order, Chosen.Decided.TileSizes);
}

Error TiledRegion::schedule() {
  auto Deps = dependences();
  if (!Deps)
    return Deps.takeError();
  Plan.Deps = std::move(*Deps);
  auto Wanted = transformedOrder();
  if (!Wanted)
    return Wanted.takeError();
  Plan.Decided = IsCoarser ? coarser(Chosen.Decided) : Chosen.Decided;
  Plan.Decided.MaxLocal = least(Plan.Decided.MaxLocal, Target);
  D.show(ScopPhase, [&](raw_ostream &OS) { print(OS, *Plan.Program); });
  Scop S = *Plan.Program;
  const Decisions &Decided = Plan.Decided;
  OrderRequest Request = {Decided.Scheduler,
                          tilingWanted(Given, Decided, S.ctx())};
  if (!Wanted->is_null()) {
    S.Order = *Wanted;
    Request.Kind = ScheduleKind::Source;
  }
  auto Order = Given.HasBand
                   ? D.accept(SchedulePhase,
                              tiledGiven(S, Given, Plan.Deps, Request.Tiling),
                              S, Plan.Deps, Request)
                   : D.run(SchedulePhase, S, Plan.Deps, Request);
  if (!Order)
    return Order.takeError();
  if (std::string Why = whyBoxes(*Order, S, Request.Tiling); !Why.empty())
    Result.Remarks.push_back({false, "tiles are boxes: " + Why});
  setTileSizes(*Order);
  if (std::string Why = unlikeTiles(*Order, Decided.TileSizes); !Why.empty())
    Result.Remarks.push_back({false, Why});
  Misfit = misfitOf(Chosen, *Order);
  if (Misfit.empty())
    setPointOrders(*Order, Chosen);
  Plan.Order = std::move(*Order);
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
Error TiledRegion::findParallelPoints(TiledBand &Planned) {
  Band &B = Planned.B;
  for (unsigned Dimension : Given.Parallel)
    if (Dimension >= B.Outer)
      B.ParallelPoints.push_back(Dimension - B.Outer);
  llvm::sort(B.ParallelPoints);
  if (Error E = findLoops(Planned.Loops, ParallelPointsPhase, *Plan.Program,
                          Plan.Deps, B))
    return E;
  for (unsigned K = 0; K < Planned.Loops.size(); ++K)
    if (Planned.Loops[K].mayBeParallel())
      B.ParallelPoints.push_back(K);
  if (B.ParallelPoints.empty())
    Planned.Loops.clear();
  return Error::success();
}

/// What there is to say of the loads of \p A, which are not what \p Wanted asked
/// for; empty: nothing.
static std::string remarkOf(const ArrayTransfers &A, TransferKind Wanted,
                            const Scop &S) {
  if (!A.Remark.empty() || A.Reach.is_null() || Wanted == TransferKind::Hull)
    return A.Remark;
  return "array '" + S.Arrays[A.Array].Name + "' is loaded by convex hulls" +
         (A.FullLoad.is_null() ? "" : " in partial tiles") +
         ": what they need exactly has too many cases";
}

/// The transfers and the buffers of the arrays of \p Planned.
Error TiledRegion::planTransfers(TiledBand &Planned, const Decisions &As) {
  const Scop &S = *Plan.Program;
  bool HasBuffers = As.Allocation != AllocationKind::None;
  Dependences Deps = Plan.Deps;
  if (As.Dependences == DependenceKind::Memory)
    Deps.Kind = DependenceKind::Memory;
  std::set<unsigned> InPlace;
  for (unsigned Array = 0; HasBuffers && Array < S.Arrays.size(); ++Array)
    if (isInPlace(Array))
      InPlace.insert(Array);
  auto Transfers = D.run(TransfersPhase, S, Deps, Planned.B, Planned.Tiles,
                         {As.Transfers, HasBuffers, Planned.Phases, InPlace});
  if (!Transfers)
    return Transfers.takeError();
  Planned.MayOverlap = HasBuffers && mayFollow(*Transfers, Planned.Phases);
  for (const ArrayTransfers &A : *Transfers)
    if (!A.Load.is_empty().is_true() || !A.Store.is_empty().is_true())
      Moved.insert(A.Array);
  if (!HasBuffers || !D.takes(Step::Conflicts))
    return Error::success();
  for (ArrayTransfers &A : *Transfers) {
    if (std::string Said = remarkOf(A, As.Transfers, S); !Said.empty())
      Result.Remarks.push_back({false, Said});
    unsigned Array = A.Array;
    auto Folded = foldArray(D, FoldingRequest(As, D.goal()), S, Planned, std::move(A));
    if (!Folded)
      return Folded.takeError();
    llvm::move(Folded->Arrays, std::back_inserter(Planned.Arrays));
    if (Folded->Bound)
      Result.Bounds.back()[Array] = *Folded->Bound;
  }
  return Error::success();
}

Error TiledRegion::planBandAs(Band B, const Decisions &As) {
  TiledBand Planned;
  Planned.B = std::move(B);
  Result.Bounds.emplace_back();
  if (Error E = findParallelPoints(Planned))
    return E;
  auto Tiles =
      D.run(TilingPhase, *Plan.Program, Planned.B, As.Reuse, Given.Assumptions);
  if (!Tiles)
    return Tiles.takeError();
  Planned.Tiles = std::move(*Tiles);
  Planned.Phases = phaseOrder(As.Order, As.Channels, *Planned.Tiles.Shape);
  if (D.takes(Step::Transfers) || hasPrivates())
    if (Error E = planTransfers(Planned, As))
      return E;
  Plan.Bands.push_back(std::move(Planned));
  return Error::success();
}

/// planBandAs() with no more than a part of what the region may spend, so that
/// there is something left for others. Nothing of a plan that fails is left.
Error TiledRegion::planBandWithin(const Band &B, const Decisions &As) {
  isl::ctx Ctx = Plan.Program->Context.ctx();
  size_t NumBands = Plan.Bands.size(), NumBounds = Result.Bounds.size();
  std::set<unsigned> MovedBefore = Moved;
  bool IsOnly = Plan.Order.Bands.size() == 1;
  BudgetLimits Part = Budget(Ctx, {}).partLeft(IsOnly ? 1 : limits::LeftShare);
  bool IsLong = As.Transfers == TransferKind::Exact ||
                As.Transfers == TransferKind::Box ||
                !D.goal().BoundsAt.empty();
  Budget Limit(Ctx, IsLong ? Part : Part.upTo(limits::BandOperations));
  Error Failed = within(Limit, planBandAs(B, As), "the plan of a band");
  if (Failed) {
    Plan.Bands.resize(NumBands);
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
  const char *Otherwise =
      "with bounding boxes and no reuse between tiles, for ";
  std::vector<Decisions> Answers = bandAnswers(Plan.Decided);
  for (const Decisions &As : Answers) {
    Error Failed = planBandWithin(B, As);
    if (!Failed)
      return true;
    bool IsLast = &As == &Answers.back();
    if (!Failed.isA<IslError>() ||
        Budget(Plan.Program->Context.ctx(), {}).exhausted() ||
        (IsLast && Plan.Order.Bands.size() == 1))
      return std::move(Failed);
    if (IsLast)
      Otherwise = "without tiles for ";
    Result.Remarks.push_back({false, "a coarser answer is taken, " +
                                         (Otherwise + sizesOf(B)) + ": " +
                                         toString(std::move(Failed))});
  }
  return false;
}

/// Plans every band. Those of which even the coarser plan costs too much are
/// not tiled.
Error TiledRegion::planBands() {
  for (unsigned I = 0; I < Plan.Order.Bands.size();) {
    auto Planned = planBand(Plan.Order.Bands[I]);
    if (!Planned)
      return Planned.takeError();
    if (*Planned) {
      ++I;
      continue;
    }
    auto Rest = D.accept(SchedulePhase, withoutBand(Plan.Order, I),
                         *Plan.Program, Plan.Deps,
                         {Plan.Decided.Scheduler, TilingRequest()});
    if (!Rest)
      return Rest.takeError();
    Plan.Order = std::move(*Rest);
    setTileSizes(Plan.Order);
  }
  return Error::success();
}

/// Restricts the program to parameters for which all of its loops run where
/// more loops can be tiled then; the plan has to be made anew.
bool TiledRegion::assumesThatLoopsRun() {
  if (!Plan.Assumed.is_null() || Given.HasBand || !MayAssume ||
      !Plan.Decided.MayRestrict)
    return false;
  isl::set Running = worthAssuming(D, *Plan.Program, Plan.Deps, Plan.Order,
                                   Plan.Decided.Scheduler);
  if (Running.is_null())
    return false;
  Plan.Assumed = Running.gist(Plan.Program->Context);
  Plan.Unrestricted = Plan.Program;
  Plan.Program =
      std::make_shared<const Scop>(restricted(*Plan.Program, Running));
  return true;
}

/// Schedule and plan of every band, once.
Error TiledRegion::planOnce() {
  D.restart();
  Result.Bounds.clear();
  Result.Remarks.resize(NumSaid);
  Moved.clear();
  RegionPlan Next;
  Next.Program = Unlaid ? Unlaid : Plan.Program;
  Next.Assumed = Plan.Assumed;
  Next.Unrestricted = Plan.Unrestricted;
  Next.DependentLoops = std::move(Plan.DependentLoops);
  Plan = std::move(Next);
  if (Error E = schedule())
    return E;
  if (assumesThatLoopsRun())
    return planOnce();
  if (D.takes(Step::Tiling) || hasPrivates())
    if (Error E = planBands())
      return E;
  return findLoops(Plan.SkeletonLoops, ParallelOutsidePhase, *Plan.Program,
                   Plan.Deps, Plan.Order);
}

bool TiledRegion::hasPrivates() const {
  return llvm::any_of(Plan.Program->Arrays,
                      [](const Array &A) { return A.Private; });
}

/// True if the private array number \p Array cannot live in local memory alone:
/// it is used in several bands or outside of them, or some tile loads or stores
/// it.
bool TiledRegion::needsRemoteHome(unsigned Array) const {
  const Scop &S = *Plan.Program;
  isl::union_set Users = isl::manage(isl_union_set_empty_ctx(S.ctx()));
  for (const Statement &Stmt : S.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        Users = Users.unite(isl::union_set(Stmt.Domain));
  bool IsLocal = !isInPlace(Array) && !Moved.count(Array) &&
                 llvm::any_of(Plan.Bands, [&](const TiledBand &T) {
                   return Users.is_subset(T.B.Domain).is_true();
                 });
  return !Users.is_empty().is_true() && !IsLocal;
}

bool TiledRegion::withdrawAssumption() {
  bool NeedsHome = false;
  for (unsigned A = 0; A < Plan.Program->Arrays.size(); ++A)
    NeedsHome |= Plan.Program->Arrays[A].Private && needsRemoteHome(A);
  if (!NeedsHome || !Plan.Unrestricted)
    return false;
  MayAssume = false;
  Plan.Program = std::move(Plan.Unrestricted);
  Plan.Unrestricted = nullptr;
  Plan.Assumed = isl::set();
  return true;
}

/// Gives a remote home to the private arrays that need one; true if there were
/// any, so that the phases have to run again.
bool TiledRegion::collapsePrivates() {
  std::vector<unsigned> Collapsed;
  for (unsigned A = 0; A < Plan.Program->Arrays.size(); ++A)
    if (Plan.Program->Arrays[A].Private && needsRemoteHome(A))
      Collapsed.push_back(A);
  if (Collapsed.empty())
    return false;
  auto Program = std::make_shared<Scop>(Unlaid ? *Unlaid : *Plan.Program);
  for (unsigned A : Collapsed)
    if (A < Program->Arrays.size()) {
      collapsePrivate(*Program, A);
      Transformed.reset();
    } else {
      Homes.insert(Plan.Program->Arrays[A].Name);
    }
  (Unlaid ? Unlaid : Plan.Program) = std::move(Program);
  return true;
}

/// Finds out which bands pay where that matters. Errors: none does.
Error TiledRegion::judge() {
  bool MustPay = Plan.Decided.Profitable && !IsMarked;
  if (!MustPay || Plan.Bands.empty() || !D.takes(Step::Plan))
    return Error::success();
  auto Found = D.run(ProfitPhase, Plan);
  if (!Found)
    return Found.takeError();
  if (Found->Bands.empty())
    return createStringError("not profitable: " + Found->WhyNot);
  Plan.PayingBands = std::move(Found->Bands);
  return Error::success();
}

/// Lets arrays share buffers where that can be found out and proved; where it
/// cannot, each keeps its own.
Error TiledRegion::share() {
  separateBuffers(Plan);
  if (!Plan.Decided.ShareBuffers || !D.takes(Step::Plan))
    return Error::success();
  auto Shared = D.run(SharingPhase, Plan);
  if (Shared) {
    Plan = std::move(*Shared);
    return Error::success();
  }
  return doWithout(Shared.takeError(), "each array has a buffer of its own",
                   Result);
}

/// Says where transfers do not overlap with computation although that was asked
/// for.
void TiledRegion::explainOrder() {
  bool InTurn = llvm::any_of(Plan.Bands, [](const TiledBand &T) {
    return !T.Phases.isSequential() && !T.MayOverlap && !T.Arrays.empty();
  });
  if (InTurn)
    Result.Remarks.push_back(
        {false, "transfers do not overlap with computation: a tile loads what "
                "the tile before it may not have stored yet"});
}

/// Shows a script that leads to the plan, which is tried out.
void TiledRegion::emitScript() {
  auto PlanAgain = [&](const isl::schedule &Order) {
    return planOf(*Source, Order, Given, Target, Chosen, IsCoarser);
  };
  D.show(ScriptPhase, [&](raw_ostream &OS) {
    OS << scriptOf({Place, Plan, Chosen.Decided, !IsMarked, PlanAgain});
  });
}

Error TiledRegion::run() {
  if (Error E = checkPlannable(Target))
    return E;
  if (Error E = planOnce())
    return E;
  if (Error E = findLoops(Plan.DependentLoops, DependentLoopsPhase,
                          *Plan.Program, Plan.Deps))
    return E;
  if (withdrawAssumption())
    if (Error E = planOnce())
      return E;
  while (collapsePrivates())
    if (Error E = planOnce())
      return E;
  if (!Misfit.empty())
    return make_error<ScriptError>(Misfit);
  if (Error E = judge())
    return E;
  if (Error E = share())
    return E;
  explainOrder();
  if (Plan.Order.Bands.empty())
    return createStringError("the region has no loop that can be tiled");
  emitScript();
  return Error::success();
}
