//===- Phases.h - The phases ------------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The list of the phases: what each is called, what computes its value from
/// which other values, how it is printed, and what proves it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_PHASES_H
#define STEVEDORE_LIB_PIPELINE_PHASES_H

#include "Driver.h"
#include "stevedore/Allocation/CommonBuffer.h"
#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Lower/Lower.h"
#include "stevedore/Plan/Profit.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Plan/Workers.h"
#include "stevedore/Replay/Replay.h"
#include "stevedore/Schedule/TileCoordinates.h"
#include "stevedore/Script/Script.h"
#include "stevedore/Transfer/Partition.h"
#include "stevedore/Transform/DeadInstances.h"
#include <set>

namespace stevedore {

/// How many times the operations of a region of few statements \p S may take.
size_t shareOfStatements(const Scop &S);

/// What is asked for of transfers.
struct TransferRequest {
  TransferKind Kind;
  /// There will be buffers, so that transfers have to be right.
  bool IsProved;
  /// The order of phases that they are for.
  PhaseOrder Phases;
  /// Arrays that tiles access where they are.
  std::set<unsigned> InPlace = {};
  /// Those of the tile around; empty where that is all of the band.
  std::vector<ArrayTransfers> Farther = {};
};
inline auto fieldsOf(const TransferRequest &V) {
  const auto &[Kind, IsProved, Phases, InPlace, Farther] = V;
  return std::tie(Kind, IsProved, Phases, InPlace, Farther);
}

/// What is asked for of mappings.
struct MappingRequest {
  AllocationKind Kind;
  ModuloKind Modulo;
  bool Linearize;
  /// At most so many sets of moduli, of which the smallest is taken.
  unsigned Choices = 1;
  /// The lengths of the last dimensions, where these are as in the array.
  std::vector<isl::aff> RowLengths = {};
};
inline auto fieldsOf(const MappingRequest &V) {
  const auto &[Kind, Modulo, Linearize, Choices, Rows] = V;
  return std::tie(Kind, Modulo, Linearize, Choices, Rows);
}

/// A script that leads to the plan.
inline constexpr PhaseInfo ScriptPhase = {"script", Phase::None, true};

/// The program itself.
inline constexpr PhaseInfo ScopPhase = {"scop", Phase::Scop};

/// Value-based ones have a limit of their own.
extern const PhaseOf<Dependences, Scop, DependenceKind> DependencesPhase;

/// The instances of a program that nobody needs.
extern const PhaseOf<isl::union_set, Scop, Dependences> DeadPhase;

/// The program as a script leaves it, whether that changed it, and what it
/// chooses beside.
struct Transformation {
  Representation Program;
  bool IsChanged = false;
  Decisions Decided = {};
  /// The program with the layout of its arrays, and its dependences; null where
  /// that is as before.
  std::shared_ptr<const Scop> Relaid = nullptr;
  Dependences Deps = {};
};
extern const PhaseOf<Transformation, Scop, Dependences, ScriptRequest>
    RepresentationPhase;

/// The order of loops and the shape of tiles that are wanted.
struct OrderRequest {
  ScheduleKind Kind;
  TilingRequest Tiling;
  bool OrdersPoints = true;
};
inline auto fieldsOf(const OrderRequest &V) {
  const auto &[Kind, Tiling, Points] = V;
  return std::tie(Kind, Tiling, Points);
}

/// The order, proved to obey the dependences.
extern const PhaseOf<Schedule, Scop, Dependences, OrderRequest> SchedulePhase;

/// The loops inside the tiles of a band that may be parallel.
extern const PhaseOf<std::vector<LoopDimension>, Scop, Dependences, Band>
    ParallelPointsPhase;

/// Those around and beside the bands.
extern const PhaseOf<std::vector<LoopDimension>, Scop, Dependences, Schedule>
    ParallelOutsidePhase;

/// Parallel loops of the source that carry dependences.
extern const PhaseOf<std::vector<DependentLoop>, Scop, Dependences>
    DependentLoopsPhase;

extern const PhaseOf<TileSpace, Scop, Band, ReuseScope, isl::set,
                     const TileSpace *>
    TilingPhase;

/// The transfers of each array of a band. A load that is exact in full tiles
/// only, and that costs too much to prove, gives way to that of the others.
extern const PhaseOf<std::vector<ArrayTransfers>, Scop, Dependences, Band,
                     TileSpace, TransferRequest>
    TransfersPhase;

/// The liveness of an array of a band, and the conflicts that it means.
extern const PhaseOf<ArrayLiveness, Scop, Band, TileSpace, ArrayTransfers,
                     PhaseOrder>
    ConflictsPhase;

/// The chains of reuse of an array that is not tiled, where there are some.
extern const PhaseOf<std::optional<CellTable>, ConflictRelation> TablePhase;

/// The mapping of an array with these conflicts.
extern const PhaseOf<ModularMapping, ConflictRelation, MappingRequest>
    MappingPhase;

/// Mappings of arrays in one buffer, joinBuffer() of what they have before.
extern const PhaseOf<std::vector<ModularMapping>, CommonConflicts,
                     std::vector<ModularMapping>, ModuloKind>
    CommonBufferPhase;

/// The loops as text, with what printers read beside them.
inline constexpr PhaseInfo TreePhase = {"lowering", Phase::Tree};

/// The banks of buffers, which are chosen for the loops.
inline constexpr PhaseInfo BanksPhase = {"banks", Phase::Allocation};

/// Cells that an array cannot do without, at the values of `--evaluate=`.
inline constexpr PhaseInfo BoundPhase = {"lower bound", Phase::Allocation};

/// The elements of each part of an array, proved to be apart, complete and the
/// same for all tiles that share data; none where there are no several parts.
extern const PhaseOf<std::vector<isl::map>, Scop, Band, TileSpace,
                     ArrayTransfers, FamilyReach>
    PartsPhase;

/// { : ... } where some tile uses a part.
extern const PhaseOf<isl::set, Scop, TileSpace, ArrayTransfers> UsePhase;

/// The plan with buffers that several arrays share, proved never to be live
/// together.
extern const PhaseOf<RegionPlan, RegionPlan> SharingPhase;

/// The bands of a plan that pay.
extern const PhaseOf<Profit, RegionPlan> ProfitPhase;

/// What the tiles of a plan move in closed form, proved at a sample of values. A
/// closed form that is not proved gives way to counting points.
extern const PhaseOf<RegionCounts, RegionPlan> CountsPhase;

/// The plan with the windows of its arrays.
extern const PhaseOf<RegionPlan, RegionPlan> WindowsPhase;

/// The windows of one array of a plan, proved.
extern const PhaseOf<std::vector<RowWindow>, RegionPlan, PlannedArray>
    ArrayWindowsPhase;

/// How the tiles of a level may be shared out.
extern const PhaseOf<SharingWays, RegionPlan, unsigned> SharingWaysPhase;

/// How those of a level with its number are, proved.
extern const PhaseOf<SharedLoops, RegionPlan, unsigned> WorkersPhase;

/// The number of levels of a band with its number, proved to fit together.
extern const PhaseOf<size_t, RegionPlan, unsigned> ChainPhase;

/// The loops of a plan, verified.
extern const PhaseOf<looptree::Block, RegionPlan, LoweringOptions>
    LoweringPhase;

/// The loops that are printed in C, verified.
extern const PhaseOf<looptree::Block, looptree::Block, Scop, EmitOptions>
    LegalizePhase;

/// The execution of the loops beside the program. An error is the smallest
/// instance found in which they differ.
extern const PhaseOf<ReplaySummary, looptree::Block, Scop, ReplayRequest>
    ReplayPhase;

/// The C text of the loops of a program.
extern const PhaseOf<std::string, looptree::Block, Scop, EmitOptions> CodePhase;

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_PHASES_H
