//===- Stages.h - The stages ------------------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The list of the stages: what each is called, what computes its value from
/// which other values, how it is printed, and what proves it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_STAGES_H
#define STEVEDORE_LIB_PIPELINE_STAGES_H

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
  /// AllocationLimits::Unpacked.
  std::vector<unsigned> Unpacked = {};
};
inline auto fieldsOf(const MappingRequest &V) {
  const auto &[Kind, Modulo, Linearize, Choices, Rows, Unpacked] = V;
  return std::tie(Kind, Modulo, Linearize, Choices, Rows, Unpacked);
}

/// A script that leads to the plan.
inline constexpr StageInfo ScriptStage = {"script", Stage::None, true};

/// The program itself.
inline constexpr StageInfo ScopStage = {"scop", Stage::Scop};

/// Value-based ones have a limit of their own.
extern const StageOf<Dependences, Scop, DependenceKind> DependencesStage;

/// The instances of a program that nobody needs.
extern const StageOf<isl::union_set, Scop, Dependences> DeadStage;

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
extern const StageOf<Transformation, Scop, Dependences, ScriptRequest>
    RepresentationStage;

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
extern const StageOf<Schedule, Scop, Dependences, OrderRequest> ScheduleStage;

/// The loops inside the tiles of a band that may be parallel.
extern const StageOf<std::vector<LoopDimension>, Scop, Dependences, Band>
    ParallelPointsStage;

/// Those around and beside the bands.
extern const StageOf<std::vector<LoopDimension>, Scop, Dependences, Schedule>
    ParallelOutsideStage;

/// Parallel loops of the source that carry dependences.
extern const StageOf<std::vector<DependentLoop>, Scop, Dependences>
    DependentLoopsStage;

extern const StageOf<TileSpace, Scop, Band, ReuseScope, isl::set,
                     const TileSpace *>
    TilingStage;

/// The transfers of each array of a band. A load that is exact in full tiles
/// only, and that costs too much to prove, gives way to that of the others.
extern const StageOf<std::vector<ArrayTransfers>, Scop, Dependences, Band,
                     TileSpace, TransferRequest>
    TransfersStage;

/// The liveness of an array of a band, and the conflicts that it means.
extern const StageOf<ArrayLiveness, Scop, Band, TileSpace, ArrayTransfers,
                     PhaseOrder>
    ConflictsStage;

/// The chains of reuse of an array that is not tiled, where there are some.
extern const StageOf<std::optional<CellTable>, ConflictRelation> TableStage;

/// The mapping of an array with these conflicts.
extern const StageOf<ModularMapping, ConflictRelation, MappingRequest>
    MappingStage;

/// Mappings of arrays in one buffer, joinBuffer() of what they have before.
extern const StageOf<std::vector<ModularMapping>, CommonConflicts,
                     std::vector<ModularMapping>, ModuloKind>
    CommonBufferStage;

/// The loops as text, with what printers read beside them.
inline constexpr StageInfo TreeStage = {"lowering", Stage::Tree};

/// The banks of buffers, which are chosen for the loops.
inline constexpr StageInfo BanksStage = {"banks", Stage::Allocation};

/// Cells that an array cannot do without, at the values of `--evaluate=`.
inline constexpr StageInfo BoundStage = {"lower bound", Stage::Allocation};

/// The elements of each part of an array, proved to be apart, complete and the
/// same for all tiles that share data; none where there are no several parts.
extern const StageOf<std::vector<isl::map>, Scop, Band, TileSpace,
                     ArrayTransfers, FamilyReach>
    PartsStage;

/// { : ... } where some tile uses a part.
extern const StageOf<isl::set, Scop, TileSpace, ArrayTransfers> UseStage;

/// The plan with buffers that several arrays share, proved never to be live
/// together.
extern const StageOf<RegionPlan, RegionPlan> SharingStage;

/// The bands of a plan that pay.
extern const StageOf<Profit, RegionPlan> ProfitStage;

/// What the tiles of a plan move in closed form, proved at a sample of values. A
/// closed form that is not proved gives way to counting points.
extern const StageOf<RegionCounts, RegionPlan> CountsStage;

/// The plan with the windows of its arrays.
extern const StageOf<RegionPlan, RegionPlan> WindowsStage;

/// The windows of one array of a plan, proved.
extern const StageOf<std::vector<RowWindow>, RegionPlan, PlannedArray>
    ArrayWindowsStage;

/// How the tiles of a level may be shared out.
extern const StageOf<SharingWays, RegionPlan, unsigned> SharingWaysStage;

/// How those of a level with its number are, proved.
extern const StageOf<SharedLoops, RegionPlan, unsigned> WorkersStage;

/// The number of levels of a band with its number, proved to fit together.
extern const StageOf<size_t, RegionPlan, unsigned> ChainStage;

/// The loops of a plan, verified.
extern const StageOf<looptree::Block, RegionPlan, LoweringOptions>
    LoweringStage;

/// The loops that are printed in C, verified.
extern const StageOf<looptree::Block, looptree::Block, Scop, EmitOptions>
    LegalizeStage;

/// The execution of the loops beside the program. An error is the smallest
/// instance found in which they differ.
extern const StageOf<ReplaySummary, looptree::Block, Scop, ReplayRequest>
    ReplayStage;

/// The C text of the loops of a program.
extern const StageOf<std::string, looptree::Block, Scop, EmitOptions> CodeStage;

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_STAGES_H
