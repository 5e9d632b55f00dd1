//===- TiledLevels.cpp - The levels of a band -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayAllocation.h"
#include "Tiled.h"
#include "stevedore/Plan/ConstantModuli.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Support/FixedAt.h"
#include "llvm/ADT/STLExtras.h"

using namespace stevedore;
using namespace llvm;

/// Why no chain of memories is planned for with \p D; empty: nothing speaks
/// against it.
static std::string whyNoChain(const Decisions &D, const MemoryNames &Names,
                              const Scop &S) {
  if (!areBoxes(D.Tiling.Kind))
    return "tiles for several memories are boxes: leave out '--tiling'";
  if (std::string Why = Names.whyNot(D.Memories); !Why.empty())
    return Why;
  for (const Parameter &P : S.Parameters)
    if (Names.inRelations(P.Name) != P.Name)
      return "the parameter '" + P.Name +
             "' has the name of a tile size: call it, or the memory, "
             "otherwise";
  return "";
}

/// Errors: lists of values are for more memories than there are.
static Error checkLists(const Decisions &D) {
  unsigned Most = D.memoriesOfLists();
  if (Most == 1 || Most == D.Memories)
    return Error::success();
  return createStringError("there are values for " + Twine(Most) +
                           " memories, and tiles are in " + Twine(D.Memories) +
                           ": give one for all, or one for each, from the "
                           "farthest to the nearest");
}

Error TiledRegion::countMemories() {
  Decisions &D = Plan.Decided;
  D.Memories = D.Memories ? D.Memories : Target.Memories.size();
  for (unsigned M = 1; M < Target.Memories.size(); ++M)
    if (Target.Memories[M].Bytes)
      D.MaxFarther[M] = *Target.Memories[M].Bytes;
  if (Error E = checkLists(D))
    return E;
  if (D.Memories == 1)
    return Error::success();
  Plan.Memories = memoryNames(Target);
  std::string Why = whyNoChain(D, Plan.Memories, *Plan.Program);
  return Why.empty() ? Error::success() : createStringError(Why);
}

/// What there is to say of the loads of \p A, which are not what \p Wanted
/// asked for; empty: nothing.
static std::string remarkOf(const ArrayTransfers &A, TransferKind Wanted,
                            const Scop &S) {
  if (!A.Remark.empty() || !A.isInHulls() || Wanted == TransferKind::Hull)
    return A.Remark;
  return "array '" + S.Arrays[A.Array].Name + "' is loaded by convex hulls" +
         (A.FullLoad.is_null() ? "" : " in partial tiles") +
         ": what they need exactly has too many cases";
}

/// Lets strips of \p Planned overlap, where that is proved in time.
static Error overlapStrips(const Scop &S, Level &Planned,
                           ArrayRef<ArrayTransfers> Transfers,
                           ChannelKind Channels) {
  Planned.Stops = stopsBetweenStrips(Transfers, Planned, Channels);
  Budget Limit(S.ctx(), {0, limits::StopOperations});
  Error Failed = within(Limit, verifyStops(S, Planned, Transfers),
                        "the proof of strips that overlap");
  if (takeOverBudget(Failed)) {
    Planned.Stops = isl::set();
    return Error::success();
  }
  return Failed;
}

Expected<std::vector<ArrayTransfers>>
TiledRegion::transfersOf(Level &Planned, const Decisions &As,
                         std::vector<ArrayTransfers> Farther) {
  const Scop &S = *Plan.Program;
  bool HasBuffers = As.Allocation != AllocationKind::None;
  Dependences Deps = Plan.Deps;
  if (As.Dependences == DependenceKind::Memory)
    Deps.Kind = DependenceKind::Memory;
  std::set<unsigned> InPlace;
  for (unsigned Array = 0; HasBuffers && Array < S.Arrays.size(); ++Array)
    if (isInPlace(Array))
      InPlace.insert(Array);
  bool IsInner = !Planned.Tiles.Around.empty();
  TransferKind Kind = IsInner && As.Transfers == TransferKind::Box
                          ? TransferKind::Auto
                          : As.Transfers;
  auto Transfers =
      D.run(TransfersStage, S, Deps, Planned.B, Planned.Tiles,
            {Kind, HasBuffers, Planned.Phases, InPlace, std::move(Farther)});
  if (!Transfers)
    return Transfers;
  Planned.MayOverlap = HasBuffers && mayFollow(*Transfers, Planned.Phases);
  if (Planned.MayOverlap && As.Overlap == OverlapKind::Nest && !As.Linearize &&
      workersOf(As, Target.Workers).Kind == WorkerDecision::One)
    if (Error E = overlapStrips(S, Planned, *Transfers, As.Channels))
      return std::move(E);
  for (const ArrayTransfers &A : *Transfers)
    if (!IsInner && isMoved(A))
      Moved.insert(A.Array);
  return Transfers;
}

bool TiledRegion::isMoved(const ArrayTransfers &A) {
  return !A.Load.is_empty().is_true() || !A.Store.is_empty().is_true();
}

/// Whether the sizes of the tiles of \p B are constants.
static bool hasConstants(const Band &B, const Decisions &As) {
  bool Result = true;
  for (unsigned K = 1; K <= B.Size; ++K)
    Result &= As.TileSizes.of(B.FirstTile + K, B.Memory).has_value();
  return Result;
}

/// Gives \p L, folded for tiles of \p Planned, what it has besides its mapping.
void TiledRegion::finish(LocalArray &L, const Level &Planned,
                         const Decisions &As) const {
  if ((D.takes(Step::Loops) || As.Banks > 1) && hasConstants(Planned.B, As))
    L.Mapping = withConstantModuli(
        std::move(L.Mapping), L.Conflicts,
        FixedSizes(As.TileSizes, Planned.Tiles.Parameters),
        int64_t(Plan.Program->Arrays[L.Transfers.Array].ElementBytes));
  addSides(L, Planned);
}

/// Whether what stays of the array of \p A in the tiles of \p Planned is moved
/// between two sides of its buffer: where nothing
/// wraps with them, and something does otherwise. Without them cells may be
/// fewer where strips do not overlap.
Expected<bool> TiledRegion::movesBetweenSides(const Level &Planned,
                                              const Decisions &As,
                                              const ArrayTransfers &A) const {
  if (As.Linearize || As.Overlap == OverlapKind::Strip ||
      !D.takes(Step::Plan) || !mayMoveBetweenSides(A, Planned))
    return false;
  RegionPlan Trial = Plan;
  Trial.forEachLevel([](Level &T) { T.Arrays.clear(); });
  Trial.Levels.push_back(Planned);
  std::vector<LocalArray> &Arrays = Trial.Levels.back().Arrays;
  bool IsInCache = Target.Memories.front().IsCache;
  for (bool Moves : {false, true}) {
    auto L = foldArray(D, AllocationRequest(As, D.goal(), IsInCache),
                       *Plan.Program, Planned, A, Moves);
    if (!L)
      return L.takeError();
    Arrays = {std::move(*L)};
    finish(Arrays.front(), Planned, As);
    if (Error E = placeWindows(Trial))
      return std::move(E);
    bool Wraps = any_of(Arrays.front().Windows, [](const RowWindow &W) {
      return !W.Bounds.empty() && !W.IsStatic && !W.IsAligned;
    });
    if (Moves)
      return !Arrays.front().Kept.Elements.is_null();
    if (!Wraps)
      return false;
  }
  return false;
}

/// The buffers of the arrays of \p Planned.
Error TiledRegion::allocateArrays(Level &Planned, const Decisions &As,
                                  std::vector<ArrayTransfers> Transfers) {
  const Scop &S = *Plan.Program;
  if (As.Allocation == AllocationKind::None || !D.takes(Step::Conflicts))
    return Error::success();
  bool IsInCache = Target.Memories.front().IsCache;
  for (ArrayTransfers &A : Transfers) {
    if (std::string Said = remarkOf(A, As.Transfers, S); !Said.empty())
      Result.Remarks.push_back({false, Said});
    unsigned Array = A.Array;
    auto Moves = movesBetweenSides(Planned, As, A);
    if (!Moves)
      return Moves.takeError();
    auto Folded = allocateArray(D, AllocationRequest(As, D.goal(), IsInCache),
                                S, Planned, std::move(A), *Moves);
    if (!Folded)
      return Folded.takeError();
    for (LocalArray &L : Folded->Arrays) {
      finish(L, Planned, As);
      if (Error E = verifySides(S, Planned, L))
        return E;
    }
    llvm::move(Folded->Arrays, std::back_inserter(Planned.Arrays));
    if (Folded->Bound && Planned.Tiles.Around.empty())
      Result.Bounds.back()[Array] = *Folded->Bound;
  }
  return Error::success();
}

/// What the tiles of \p B may assume of parameters: what is given, and that
/// constant sizes are what they are.
isl::set TiledRegion::assumptionsOf(const Band &B) const {
  isl::set Result = Given.Assumptions;
  for (unsigned K = B.FirstTile + 1; K <= B.FirstTile + B.Size; ++K) {
    std::optional<int64_t> Size = Plan.Decided.TileSizes.of(K, B.Memory);
    if (!Size)
      continue;
    isl_space *Space =
        isl_space_params_alloc(Plan.Program->Context.ctx().get(), 1);
    Space = isl_space_set_dim_name(Space, isl_dim_param, 0,
                                   nameOf(Role::TileSize, K, B.Memory).c_str());
    isl::set Is =
        fixedAt(isl::manage(isl_set_universe(Space)), isl_dim_param, 0, *Size);
    Result = Result.is_null() ? Is : Result.intersect(Is);
  }
  return Result;
}

/// Plans the level inside of \p Planned, whose tiles have \p Transfers. Leaves
/// out of these what its tiles do not move: the other arrays live in the nearer
/// memory alone.
Error TiledRegion::planInside(Level &Planned, const Decisions &As,
                              std::vector<ArrayTransfers> &Transfers) {
  Level Inner;
  Inner.B = Planned.B;
  --Inner.B.Memory;
  Inner.Loops = Planned.Loops;
  auto Moved = planLevel(Inner, As, &Planned.Tiles, Transfers);
  if (!Moved)
    return Moved.takeError();
  erase_if(Transfers, [&](const ArrayTransfers &A) {
    return !isMoved(A) && !Moved->count(A.Array);
  });
  Planned.Inside = {std::move(Inner)};
  return Error::success();
}

Expected<std::set<unsigned>>
TiledRegion::planLevel(Level &Planned, const Decisions &ForAll,
                       const TileSpace *Around,
                       std::vector<ArrayTransfers> Farther) {
  const Decisions As = ForAll.of(Planned.B.Memory);
  auto Tiles = D.run(TilingStage, *Plan.Program, Planned.B, As.Reuse,
                     assumptionsOf(Planned.B), Around);
  if (!Tiles)
    return Tiles.takeError();
  Planned.Tiles = std::move(*Tiles);
  Planned.Tiles.IsDivided = Planned.B.Memory > 0;
  Planned.Phases = phaseOrder(As.Order, As.Channels, *Planned.Tiles.Shape);
  std::vector<ArrayTransfers> Transfers;
  if (D.takes(Step::Transfers) || hasPrivates()) {
    auto Found = transfersOf(Planned, As, std::move(Farther));
    if (!Found)
      return Found.takeError();
    Transfers = std::move(*Found);
  }
  std::set<unsigned> Moved;
  for (const ArrayTransfers &A : Transfers)
    if (isMoved(A))
      Moved.insert(A.Array);
  if (Planned.Tiles.IsDivided)
    if (Error E = planInside(Planned, ForAll, Transfers))
      return std::move(E);
  if (Error E = allocateArrays(Planned, As, std::move(Transfers)))
    return std::move(E);
  return Moved;
}

Error TiledRegion::planBandAs(Band B, const Decisions &As) {
  Level Planned;
  Planned.B = std::move(B);
  Planned.B.Memory = Plan.Decided.Memories - 1;
  Result.Bounds.emplace_back();
  if (Error E = findParallelPoints(Planned))
    return E;
  auto Moved = planLevel(Planned, As, nullptr, {});
  if (!Moved)
    return Moved.takeError();
  Plan.Levels.push_back(std::move(Planned));
  if (Plan.Decided.Memories == 1)
    return Error::success();
  return D.run(ChainStage, Plan, unsigned(Plan.Levels.size() - 1)).takeError();
}
