//===- Stages.cpp - The stages --------------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "stevedore/Plan/Chain.h"
#include "stevedore/Plan/Sharing.h"
#include "stevedore/Plan/WholeRows.h"
#include "stevedore/Schedule/ParallelLoops.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Transfer/Partition.h"
#include "llvm/Support/raw_ostream.h"

using namespace stevedore;
using namespace llvm;

/// What may be spent on the parallel loops of one order.
static constexpr StageLimit ParallelLimit = {limits::ParallelOperations,
                                             "parallel loops"};

/// What may be spent on finding out which arrays share buffers, and again on
/// proving it.
static constexpr StageLimit SharingLimit = {limits::SharingOperations,
                                            "shared buffers"};

/// What may be spent on the proof of the windows of one array.
static constexpr StageLimit WindowLimit = {limits::WindowOperations, "windows"};

/// What may be spent on generating the loops of the original program.
static constexpr StageLimit ReplayLimit = {limits::ReplayOperations, "replay"};

/// The stage that finds loops by \p Find, which is neither shown nor proved.
template <typename Loop, typename... Inputs>
static constexpr StageOf<std::vector<Loop>, Inputs...>
loopsFoundBy(Expected<std::vector<Loop>> (*Find)(const Inputs &...)) {
  return {{"parallel loops"}, Find, nullptr, nullptr, nullptr, false,
          ParallelLimit};
}

/// Prints the value alone.
template <typename Value, typename... Inputs>
static void printAlone(raw_ostream &OS, const Value &V, const Inputs &...) {
  print(OS, V);
}

size_t stevedore::shareOfStatements(const Scop &S) {
  return std::max<size_t>(1, S.Statements.size() / limits::LimitedStatements);
}

static Expected<looptree::Block> loopsOf(const RegionPlan &Plan,
                                         const LoweringOptions &Options) {
  const Scop &S = *Plan.Program;
  Budget Limit(S.Context.ctx(),
               {0, limits::LoweringOperations * shareOfStatements(S)});
  return within(Limit, lowerRegion(Plan, Options), "the loops of a region");
}

static Expected<Dependences> dependencesOf(const Scop &S,
                                           const DependenceKind &Kind) {
  BudgetLimits Part;
  if (Kind == DependenceKind::Value)
    Part = Budget::partLeft(S.Context.ctx(), limits::LeftShare)
               .upTo(limits::DataflowOperations * shareOfStatements(S));
  Budget Limit(S.Context.ctx(), Part);
  return within(Limit, computeDependences(S, Kind), "the dataflow");
}

static Error proveSchedule(Schedule &Order, const Scop &S, const Dependences &D,
                           const OrderRequest &) {
  return verifySchedule(S, D, Order);
}

/// Proves loads of boxes within their limit. Where they do not hold, the loads
/// of the array are those that it has otherwise.
static Error proveBoxes(ArrayTransfers &A, const Scop &S, const Dependences &D,
                        const Band &B, const TileSpace &T,
                        const PhaseOrder &Phases) {
  Budget Limit(S.Context.ctx(), {0, limits::BoxProofOperations});
  Error Failed = within(Limit, verifyTransfers(S, D, B, T, A, Phases),
                        "the proof of boxes");
  if (!Failed)
    return Error::success();
  std::string Why = toString(std::move(Failed));
  auto Others = computeTransfers(S, D, B, T, TransferKind::Auto);
  if (!Others)
    return Others.takeError();
  for (ArrayTransfers &Other : *Others)
    if (Other.Array == A.Array)
      A = std::move(Other);
  A.InBoxes = true;
  A.Remark = "array '" + S.Arrays[A.Array].Name +
             "' is not loaded in boxes: " + Why;
  return Error::success();
}

/// Proves the transfers of one array, in the order \p Phases. A load of full
/// tiles that costs too much to prove gives way to that of the others.
static Error proveArray(ArrayTransfers &A, const Scop &S, const Dependences &D,
                        const Band &B, const TileSpace &T,
                        const PhaseOrder &Phases) {
  if (A.LoadsMore)
    if (Error E = proveBoxes(A, S, D, B, T, Phases))
      return E;
  if (A.LoadsMore)
    return Error::success();
  if (!A.FullLoad.is_null()) {
    Budget Limit(S.Context.ctx(), {0, limits::FullLoadOperations});
    Error Failed = within(Limit, verifyTransfers(S, D, B, T, A, Phases),
                          "the proof of full tiles");
    if (!takeOverBudget(Failed))
      return Failed;
    A.FullLoad = isl::map();
    A.Values = LoadedValues();
    A.Method = "hull";
  }
  return verifyTransfers(S, D, B, T, A, Phases);
}

static Expected<std::vector<ArrayTransfers>>
transfersOf(const Scop &S, const Dependences &D, const Band &B,
            const TileSpace &T, const TransferRequest &Wanted) {
  auto Found = computeTransfers(S, D, B, T, Wanted.Kind, Wanted.Farther);
  if (Found)
    erase_if(*Found, [&](const ArrayTransfers &A) {
      return Wanted.InPlace.count(A.Array) != 0;
    });
  return Found;
}

static Error proveTransfers(std::vector<ArrayTransfers> &Transfers,
                            const Scop &S, const Dependences &D, const Band &B,
                            const TileSpace &T, const TransferRequest &Wanted) {
  if (!Wanted.IsProved)
    return Error::success();
  PhaseOrder Phases = mayFollow(Transfers, Wanted.Phases)
                          ? Wanted.Phases
                          : phasesInSequence(*T.Shape);
  for (ArrayTransfers &A : Transfers)
    if (Error E = proveArray(A, S, D, B, T, Phases))
      return E;
  return Error::success();
}

static void printTransfers(raw_ostream &OS,
                           const std::vector<ArrayTransfers> &Transfers,
                           const Scop &S, const Dependences &, const Band &,
                           const TileSpace &, const TransferRequest &) {
  print(OS, S, Transfers);
}

static Expected<ModularMapping> mappingOf(const ConflictRelation &C,
                                          const MappingRequest &Wanted) {
  AllocationLimits Limits;
  Limits.Choices = Wanted.Choices;
  Limits.MaySlant = !Wanted.Linearize;
  Limits.Unpacked = Wanted.Unpacked;
  Expected<ModularMapping> M = allocateInRows(C, Wanted.RowLengths, Wanted.Kind,
                                              Wanted.Modulo, Limits);
  if (!M || !Wanted.Linearize)
    return M;
  Expected<LinearForm> Linear =
      Wanted.RowLengths.empty() ? linearize(C, *M) : residuesOf(*M);
  if (!Linear)
    return Linear.takeError();
  M->Others.clear();
  M->Linear = std::move(*Linear);
  return M;
}

static Error proveMapping(ModularMapping &M, const ConflictRelation &C,
                          const MappingRequest &) {
  return verifyMapping(C, M);
}

static Error proveParts(std::vector<isl::map> &Parts, const Scop &S,
                        const Band &, const TileSpace &T,
                        const ArrayTransfers &A, const FamilyReach &) {
  return Parts.empty() ? Error::success() : verifyPartition(S, T, A, Parts);
}

static Expected<RegionPlan> withSharedBuffers(const RegionPlan &Plan) {
  RegionPlan Result = Plan;
  shareBuffers(Result);
  return std::move(Result);
}

static Error proveSharing(RegionPlan &Shared, const RegionPlan &) {
  return verifySharing(Shared);
}

static void printShared(raw_ostream &OS, const RegionPlan &Shared,
                        const RegionPlan &) {
  printSharing(OS, Shared);
}

static Expected<RegionPlan> withWindows(const RegionPlan &Plan) {
  RegionPlan Result = Plan;
  if (Error E = placeWindows(Result))
    return std::move(E);
  return std::move(Result);
}

static Expected<std::vector<RowWindow>> windowsOf(const RegionPlan &,
                                                  const PlannedArray &A) {
  return A.Local->Windows;
}

static Error proveWindows(std::vector<RowWindow> &, const RegionPlan &Plan,
                          const PlannedArray &A) {
  return verifyWindows(Plan, A);
}

static Expected<SharingWays> sharingWays(const RegionPlan &Plan,
                                         const unsigned &Level) {
  return waysToShare(Plan, Plan.Levels[Level]);
}

static Expected<SharedLoops> sharedLoops(const RegionPlan &Plan,
                                         const unsigned &Level) {
  return Plan.Levels[Level].Shared;
}

static void printWorkers(raw_ostream &OS, const SharedLoops &,
                         const RegionPlan &Plan, const unsigned &Level) {
  printSharedOut(OS, Plan, Plan.Levels[Level]);
}

static Error proveWorkers(SharedLoops &, const RegionPlan &Plan,
                          const unsigned &Level) {
  return verifyShared(Plan, Plan.Levels[Level]);
}

static Expected<size_t> levelsOf(const RegionPlan &Plan, const unsigned &Band) {
  size_t Count = 1;
  for (const Level *T = &Plan.Levels[Band]; !T->Inside.empty(); ++Count)
    T = &T->Inside.front();
  return Count;
}

static Error proveChain(size_t &, const RegionPlan &Plan,
                        const unsigned &Band) {
  return verifyChain(Plan, Plan.Levels[Band]);
}

static Error proveLoops(looptree::Block &Loops, const RegionPlan &Plan,
                        const LoweringOptions &Options) {
  if (Error E = looptree::verify(Loops, shapeOf(*Plan.Program)))
    return E;
  return verifyBanks(Plan.Program->Context.ctx(), Loops, Options.Source);
}

/// \p S in the order of the source, transformed by the script of \p Request.
static Expected<Transformation> transformed(const Scop &S, const Dependences &D,
                                            const ScriptRequest &Request) {
  Expected<Representation> Source = represent(S, S.Order);
  if (!Source)
    return Source.takeError();
  TransformedProgram Program(S, D, std::move(*Source));
  if (!Request.Decided.Transformation)
    return Transformation{Program.representation(), false, Request.Decided,
                          nullptr, {}};
  Expected<Decisions> Decided = runScript(Request, S, Program);
  if (!Decided)
    return Decided.takeError();
  return Transformation{Program.representation(), Program.isChanged(),
                        std::move(*Decided), Program.relaid(),
                        Program.dependences()};
}

static void printPart(raw_ostream &OS, const Transformation &T, const Scop &,
                      const Dependences &, const ScriptRequest &) {
  print(OS, T.Program);
}

/// That the loops and the program differ is a mistake of ours.
static Expected<ReplaySummary> replayed(const looptree::Block &Loops,
                                        const Scop &S,
                                        const ReplayRequest &Request) {
  Expected<ReplaySummary> Found = replayLoops(Loops, S, Request);
  if (Found)
    return Found;
  return asProof(Found.takeError());
}

static Expected<std::string> textOf(const looptree::Block &Loops, const Scop &S,
                                    const EmitOptions &Options) {
  return printRegion(Loops, S, Options);
}

static void printText(raw_ostream &OS, const std::string &Text,
                      const looptree::Block &, const Scop &,
                      const EmitOptions &) {
  OS << Text;
}

namespace stevedore {

const StageOf<Dependences, Scop, DependenceKind> DependencesStage = {
    {"dependences", Stage::Dependences}, dependencesOf, printAlone};

static Error proveDead(isl::union_set &Dead, const Scop &S,
                       const Dependences &D) {
  return verifyDead(S, D, Dead);
}

const StageOf<isl::union_set, Scop, Dependences> DeadStage = {
    {"dead instances"},
    findDeadInstances,
    nullptr,
    "verify dead instances",
    proveDead,
    false,
    {limits::DeadOperations, "the instances that nobody reads"}};

const StageOf<Transformation, Scop, Dependences, ScriptRequest>
    RepresentationStage = {
        {"representation", Stage::Representation}, transformed, printPart};

static Expected<Schedule> scheduleOf(const Scop &S, const Dependences &D,
                                     const OrderRequest &Wanted) {
  Expected<Schedule> Order = computeSchedule(
      S, D, {Wanted.Kind, Wanted.Tiling.TilesShortLoops, Wanted.OrdersPoints});
  return Order ? tiledAs(std::move(*Order), S, D, Wanted.Tiling)
               : Order.takeError();
}

const StageOf<Schedule, Scop, Dependences, OrderRequest> ScheduleStage = {
    {"schedule", Stage::Schedule},
    scheduleOf,
    printAlone,
    "verify schedule",
    proveSchedule};

const StageOf<std::vector<LoopDimension>, Scop, Dependences, Band>
    ParallelPointsStage = loopsFoundBy(findParallelPoints);

const StageOf<std::vector<LoopDimension>, Scop, Dependences, Schedule>
    ParallelOutsideStage = loopsFoundBy(findParallelOutside);

const StageOf<std::vector<DependentLoop>, Scop, Dependences>
    DependentLoopsStage = loopsFoundBy(findDependentLoops);

const StageOf<TileSpace, Scop, Band, ReuseScope, isl::set, const TileSpace *>
    TilingStage = {{"tiling", Stage::Tiling},
                   [](const Scop &S, const Band &B, const ReuseScope &Reuse,
                      const isl::set &Assumptions,
                      const TileSpace *const &Around) {
                     return computeTileSpace(S, B, Reuse, Assumptions, Around);
                   },
                   printAlone};

const StageOf<std::vector<ArrayTransfers>, Scop, Dependences, Band, TileSpace,
              TransferRequest>
    TransfersStage = {{"transfers", Stage::Transfers},
                      transfersOf,
                      printTransfers,
                      "verify transfers",
                      proveTransfers,
                      /*ProofMayReplace=*/true};

const StageOf<ArrayLiveness, Scop, Band, TileSpace, ArrayTransfers, PhaseOrder>
    ConflictsStage = {{"conflicts", Stage::Conflicts},
                      [](const Scop &S, const Band &B, const TileSpace &T,
                         const ArrayTransfers &A, const PhaseOrder &Order) {
                        return computeLiveness(S, B, T, A, Order);
                      }};

static Error proveTable(std::optional<CellTable> &Table,
                        const ConflictRelation &C) {
  return Table ? verifyCellTable(C, *Table) : Error::success();
}

const StageOf<std::optional<CellTable>, ConflictRelation> TableStage = {
    {"chains"}, findCellTable, nullptr, "verify chains", proveTable};

const StageOf<ModularMapping, ConflictRelation, MappingRequest> MappingStage = {
    {"allocation", Stage::Allocation},
    mappingOf,
    nullptr,
    "verify allocation",
    proveMapping};

static Error proveCommon(std::vector<ModularMapping> &Found,
                         const CommonConflicts &C,
                         const std::vector<ModularMapping> &,
                         const ModuloKind &) {
  return Found.empty() ? Error::success() : verifyCommon(C, Found);
}

static Expected<std::vector<ModularMapping>>
joined(const CommonConflicts &C, const std::vector<ModularMapping> &Before,
       const ModuloKind &Modulo) {
  return joinBuffer(C, Before, Modulo);
}

const StageOf<std::vector<ModularMapping>, CommonConflicts,
              std::vector<ModularMapping>, ModuloKind>
    CommonBufferStage = {{"allocation"},
                         joined,
                         nullptr,
                         "verify allocation",
                         proveCommon,
                         false,
                         {limits::JoinOperations, "arrays in one buffer"}};

const StageOf<std::vector<isl::map>, Scop, Band, TileSpace, ArrayTransfers,
              FamilyReach>
    PartsStage = {{"transfers"},
                  partitionElements,
                  nullptr,
                  "verify transfers",
                  proveParts};

const StageOf<isl::set, Scop, TileSpace, ArrayTransfers> UseStage = {
    {"allocation"}, usedBySomeTile};

const StageOf<RegionPlan, RegionPlan> SharingStage = {
    {"sharing", Stage::Allocation},
    withSharedBuffers,
    printShared,
    "verify sharing",
    proveSharing,
    /*ProofMayReplace=*/true,
    SharingLimit};

const StageOf<Profit, RegionPlan> ProfitStage = {
    {"profit", Stage::Allocation},
    [](const RegionPlan &Plan) -> Expected<Profit> { return profitOf(Plan); }};

const StageOf<RegionCounts, RegionPlan> CountsStage = {
    {"counts", Stage::Counts},
    countRegion,
    [](raw_ostream &OS, const RegionCounts &Counts, const RegionPlan &Plan) {
      print(OS, Counts, Plan);
    },
    "verify counts",
    verifyCounts,
    /*ProofMayReplace=*/true};

const StageOf<RegionPlan, RegionPlan> WindowsStage = {{"windows"}, withWindows};

const StageOf<std::vector<RowWindow>, RegionPlan, PlannedArray>
    ArrayWindowsStage = {{"windows"},  windowsOf, nullptr,    "verify windows",
                         proveWindows, false,     WindowLimit};

const StageOf<SharingWays, RegionPlan, unsigned> SharingWaysStage = {
    {"workers"}, sharingWays, nullptr, nullptr, nullptr, false, SharingLimit};

const StageOf<SharedLoops, RegionPlan, unsigned> WorkersStage = {
    {"workers", Stage::Allocation},
    sharedLoops,
    printWorkers,
    "verify workers",
    proveWorkers,
    /*ProofMayReplace=*/true,
    SharingLimit};

const StageOf<size_t, RegionPlan, unsigned> ChainStage = {
    {"transfers"}, levelsOf, nullptr, "verify memories", proveChain};

const StageOf<looptree::Block, RegionPlan, LoweringOptions> LoweringStage = {
    {"lowering"}, loopsOf, nullptr, "verify loops", proveLoops};

const StageOf<looptree::Block, looptree::Block, Scop, EmitOptions>
    LegalizeStage = {
        {"lowering"},
        [](const looptree::Block &Loops, const Scop &S,
           const EmitOptions &Options) -> Expected<looptree::Block> {
          return legalLoops(Loops, S, Options);
        },
        nullptr,
        "verify loops",
        [](looptree::Block &Legal, const looptree::Block &, const Scop &S,
           const EmitOptions &) {
          return looptree::verify(Legal, shapeOf(S));
        }};

const StageOf<ReplaySummary, looptree::Block, Scop, ReplayRequest> ReplayStage =
    {{"replay"}, replayed, nullptr, nullptr, nullptr, false, ReplayLimit};

const StageOf<std::string, looptree::Block, Scop, EmitOptions> CodeStage = {
    {"codegen", Stage::Ast}, textOf, printText};

} // namespace stevedore
