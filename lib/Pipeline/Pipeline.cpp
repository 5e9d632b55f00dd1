//===- Pipeline.cpp - The phases in order ---------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sharing.h"
#include "stevedore/Pipeline/Pipeline.h"
#include "LowerBound.h"
#include "ParallelPoints.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transfer/Partition.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace stevedore;
using namespace llvm;

char ProofError::ID;

namespace {

/// An array, or a part of one, with its conflicts and its proved mapping.
struct Folded {
  ConflictRelation Conflicts;
  LocalArray Local;
};

/// Runs the phases on one region. A phase that fails ends the run with its
/// error; what was found before stays in Result.
class Runner {
public:
  Runner(const Options &O, TransferKind Transfers, const GivenInput &Given,
         RegionResult &Result)
      : O(O), Transfers(Transfers), Given(Given), Result(Result) {}

  Error run();
  Error generate(CodeGenOptions Code);

private:
  const Options &O;
  TransferKind Transfers;
  const GivenInput &Given;
  RegionResult &Result;

  Error order();
  Error schedule();
  Error planBand(const Band &B);
  Error planArray(TiledBand &Planned, ArrayTransfers Transfers);
  Expected<Folded> fold(const TiledBand &Planned, ArrayTransfers Transfers);
  Expected<std::vector<Folded>> foldParts(const TiledBand &Planned,
                                          const ArrayTransfers &Transfers);
  Error trySplitting(const TiledBand &Planned, std::vector<Folded> &Arrays);
  void countLive(const TiledBand &Planned, ArrayRef<Folded> Arrays,
                 const ConflictRelation &Conflicts);
  bool collapsePrivates();
  Error share();
  bool needsRemoteHome(unsigned Array) const;
  raw_string_ostream printTo() { return raw_string_ostream(Result.Printed); }
  bool wants(Phase P) const { return O.Print == P; }

  template <typename Work> auto timed(const char *Name, Work W);
  template <typename Work> Error parallelLoops(Work W);
};

} // namespace

/// Runs \p W and adds its cost to the phase called \p Name.
template <typename Work> auto Runner::timed(const char *Name, Work W) {
  isl_ctx *Ctx = Result.Program.ctx();
  auto Start = std::chrono::steady_clock::now();
  unsigned long Operations = islOperations(Ctx);
  auto Value = W();
  auto Cost = llvm::find_if(Result.Costs, [&](const PhaseCost &C) {
    return C.Name == Name;
  });
  if (Cost == Result.Costs.end()) {
    Result.Costs.push_back({Name, 0, 0});
    Cost = std::prev(Result.Costs.end());
  }
  Cost->IslOperations += islOperations(Ctx) - Operations;
  Cost->Milliseconds += std::chrono::duration<double, std::milli>(
                            std::chrono::steady_clock::now() - Start)
                            .count();
  return Value;
}

/// What may be spent on the parallel loops of one order.
static constexpr unsigned long ParallelOperations = 4000000;

/// Runs \p W under ParallelOperations where there are parallel loops; that it
/// does not end in time is no error.
template <typename Work> Error Runner::parallelLoops(Work W) {
  if (Result.Program.ParallelLoops.empty() && Given.Parallel.empty())
    return Error::success();
  Error Failed = timed("parallel loops", [&]() -> Error {
    Budget Limit(Result.Program.Context.ctx(), {0, ParallelOperations});
    return W();
  });
  return handleErrors(std::move(Failed), [](std::unique_ptr<IslError> I) {
    return I->kind() == IslError::Budget ? Error::success()
                                         : Error(std::move(I));
  });
}

/// \p E as the failure of a proof, unless it only went over the budget.
static Error asProof(Error E) {
  return handleErrors(
      std::move(E),
      [](std::unique_ptr<IslError> I) -> Error { return Error(std::move(I)); },
      [](const ErrorInfoBase &Other) -> Error {
        return make_error<ProofError>(Other.message());
      });
}

/// The schedule that the text gives: one band over the whole domain.
static Schedule givenSchedule(const Scop &S, const GivenInput &Given) {
  Schedule Order;
  Order.Theta = Given.Theta;
  Band B;
  B.Domain = S.domain();
  B.Theta = Given.Theta;
  B.Outer = Given.Outer;
  B.Size = Given.Size;
  Order.Bands = {B};
  isl::union_set Times = Given.Theta.range();
  Order.Skeleton = isl::manage(isl_union_map_empty_ctx(S.ctx()));
  Times.foreach_set([&](isl::set Points) -> isl::stat {
    unsigned Dims = countOf(Points.tuple_dim());
    isl::set Outer =
        Points.project_out(isl::dim::set, B.Outer, Dims - B.Outer);
    isl::map Self = Outer.identity().set_tuple_id(
        isl::dim::in, isl::id::alloc(Points.ctx(), "Band0", nullptr));
    Order.Skeleton = Order.Skeleton.unite(isl::union_map(Self));
    return isl::stat::ok();
  });
  return Order;
}

Error Runner::schedule() {
  auto D = timed("dependences",
                 [&] { return computeDependences(Result.Program); });
  if (!D)
    return D.takeError();
  Result.Deps = *D;
  if (wants(Phase::Dependences)) {
    auto OS = printTo();
    print(OS, *D);
  }
  if (Given.HasBand) {
    Result.Plan.Order = givenSchedule(Result.Program, Given);
  } else {
    auto Order = timed("schedule", [&] {
      return computeSchedule(Result.Program, *D, O.Scheduler);
    });
    if (!Order)
      return Order.takeError();
    Result.Plan.Order = *Order;
  }
  if (wants(Phase::Schedule)) {
    auto OS = printTo();
    print(OS, Result.Plan.Order);
  }
  return asProof(timed("verify schedule", [&] {
    return verifySchedule(Result.Program, *D, Result.Plan.Order);
  }));
}

/// Adds how many elements of the array are live together at the values of
/// --evaluate=, if there are any, to the result.
void Runner::countLive(const TiledBand &Planned, ArrayRef<Folded> Arrays,
                       const ConflictRelation &Conflicts) {
  auto Value = [&](StringRef Name) { return evaluationValue(O, Name); };
  std::optional<int64_t> Bound;
  if (!O.Evaluate.empty())
    Bound = timed("lower bound", [&] {
      return countLiveTogether(Conflicts, &Planned.Tiles, Value);
    });
  unsigned Array = Arrays.front().Local.Transfers.Array;
  int64_t Cells = 0;
  for (const Folded &F : Arrays)
    Cells += cellsAt(F.Local.Mapping, Value);
  int64_t Modular = Bound.value_or(0);
  if (Bound && *Bound < Cells && Arrays.size() == 1)
    Modular = std::max(Modular, modularBound(Conflicts,
                                             Arrays.front().Local.Mapping,
                                             Value));
  Result.LiveTogether.back()[Array] = Bound;
  Result.ModularBounds.back()[Array] = Modular;
  if (!Bound || !wants(Phase::Allocation))
    return;
  auto OS = printTo();
  printBound(OS, *Bound, Cells);
}

/// Folds one array or a part of it.
Expected<Folded> Runner::fold(const TiledBand &Planned,
                              ArrayTransfers Transfers) {
  auto Conflicts = timed("conflicts", [&] {
    return computeConflicts(Result.Program, Planned.B, Planned.Tiles, Transfers,
                            O.Order);
  });
  if (!Conflicts)
    return Conflicts.takeError();
  if (O.Print != Phase::None && O.Print < Phase::Allocation)
    return Folded{std::move(*Conflicts), {std::move(Transfers), {}, 0, {}}};
  auto Mapping = timed("allocation", [&] {
    return allocateFor(*Conflicts, O);
  });
  if (!Mapping)
    return Mapping.takeError();
  if (Error E = asProof(timed("verify allocation", [&] {
        return verifyMapping(*Conflicts, *Mapping);
      })))
    return std::move(E);
  return Folded{std::move(*Conflicts),
                {std::move(Transfers), std::move(*Mapping), 0, {}}};
}

/// Cells of \p Arrays where tiles are small and everything else is
/// \p ProblemSize.
static double typicalCells(ArrayRef<Folded> Arrays, const TileSpace &T,
                           int64_t ProblemSize) {
  double Cells = 0;
  for (const Folded &F : Arrays)
    Cells += double(
        cellsAt(F.Local.Mapping, [&](StringRef Name) -> std::optional<int64_t> {
          return llvm::is_contained(T.SizeNames, Name) ? 16 : ProblemSize;
        }));
  return Cells;
}

/// The parts of an array, each folded; none where there are not several.
Expected<std::vector<Folded>>
Runner::foldParts(const TiledBand &Planned, const ArrayTransfers &Transfers) {
  const Scop &S = Result.Program;
  auto Parts = timed("transfers", [&] {
    return partitionElements(S, Planned.B, Planned.Tiles, Transfers);
  });
  if (!Parts)
    return Parts.takeError();
  std::vector<Folded> Split;
  if (Parts->empty())
    return Split;
  if (Error E = asProof(timed("verify transfers", [&] {
        return verifyPartition(S, Planned.Tiles, Transfers, *Parts);
      })))
    return std::move(E);
  for (const isl::map &Part : *Parts) {
    auto Next = fold(Planned, restrictTo(Transfers, Part));
    if (!Next)
      return Next.takeError();
    auto Used = timed("allocation", [&] {
      return usedBySomeTile(S, Planned.Tiles, Next->Local.Transfers);
    });
    if (!Used)
      return Used.takeError();
    if (isl_set_plain_is_universe(Used->get()) != isl_bool_true)
      Next->Local.Needed = *Used;
    Split.push_back(std::move(*Next));
  }
  return Split;
}

/// Problem sizes at which the cells of an array are compared with those of its
/// parts.
static constexpr int64_t LargeProblem = 1 << 14;

/// What may be spent on the parts of one array.
static constexpr unsigned long PartsOperations = 20000000;

/// Runs \p W under \p Operations isl operations.
template <typename Work>
static auto limited(isl::ctx Ctx, unsigned long Operations, Work W) {
  Budget Limit(Ctx, {0, Operations});
  return W();
}

/// Stores the array in parts where its size grows with the problem and theirs
/// together is smaller.
Error Runner::trySplitting(const TiledBand &Planned,
                           std::vector<Folded> &Arrays) {
  const ArrayTransfers &Transfers = Arrays.front().Local.Transfers;
  double Cells = typicalCells(Arrays, Planned.Tiles, LargeProblem);
  bool IsTemporary = Transfers.In.is_empty().is_true() &&
                     Transfers.Store.is_empty().is_true();
  if (!O.SplitArrays || O.Allocation != AllocationKind::Lattice || IsTemporary ||
      Cells >= typicalCells(Arrays, Planned.Tiles, 2 * LargeProblem))
    return Error::success();
  auto Split = limited(Result.Program.Context.ctx(), PartsOperations,
                       [&] { return foldParts(Planned, Transfers); });
  if (!Split)
    return handleErrors(
        Split.takeError(), [](std::unique_ptr<IslError> E) -> Error {
          return E->kind() == IslError::Budget ? Error::success()
                                               : Error(std::move(E));
        });
  if (!Split->empty() &&
      typicalCells(*Split, Planned.Tiles, LargeProblem) < Cells)
    Arrays = std::move(*Split);
  return Error::success();
}

Error Runner::planArray(TiledBand &Planned, ArrayTransfers Transfers) {
  const Scop &S = Result.Program;
  if (Error E = asProof(timed("verify transfers", [&] {
        return verifyTransfers(S, Result.Deps, Planned.B, Planned.Tiles,
                               Transfers);
      })))
    return E;
  auto Whole = fold(Planned, std::move(Transfers));
  if (!Whole)
    return Whole.takeError();
  ConflictRelation Conflicts = Whole->Conflicts;
  if (wants(Phase::Conflicts)) {
    auto OS = printTo();
    print(OS, Conflicts);
  }
  if (O.Print != Phase::None && O.Print < Phase::Allocation)
    return Error::success();
  std::vector<Folded> Arrays = {std::move(*Whole)};
  if (Error E = trySplitting(Planned, Arrays))
    return E;
  for (const Folded &F : Arrays)
    if (wants(Phase::Allocation)) {
      auto OS = printTo();
      print(OS, F.Conflicts, F.Local.Mapping);
      if (!F.Local.Transfers.Part.is_null())
        OS << "  part:    " << toText(F.Local.Transfers.Part) << "\n";
      if (!F.Local.Needed.is_null())
        OS << "  needed:  " << toText(F.Local.Needed) << "\n";
    }
  countLive(Planned, Arrays, Conflicts);
  for (Folded &F : Arrays)
    Planned.Arrays.push_back(std::move(F.Local));
  return Error::success();
}

Error Runner::planBand(const Band &B) {
  const Scop &S = Result.Program;
  TiledBand Planned;
  Planned.B = B;
  if (Error E = parallelLoops([&] {
        return findParallelPoints(S, Result.Deps, Given.Parallel, Planned);
      }))
    return E;
  Result.LiveTogether.emplace_back();
  Result.ModularBounds.emplace_back();
  auto Tiles = timed("tiling", [&] {
    return computeTileSpace(S, B, O.Reuse, Given.Assumptions);
  });
  if (!Tiles)
    return Tiles.takeError();
  Planned.Tiles = *Tiles;
  if (wants(Phase::Tiling)) {
    auto OS = printTo();
    print(OS, *Tiles);
  }
  auto Transfers = timed("transfers", [&] {
    return computeTransfers(S, Result.Deps, B, Planned.Tiles, this->Transfers);
  });
  if (!Transfers)
    return Transfers.takeError();
  if (wants(Phase::Transfers)) {
    auto OS = printTo();
    print(OS, S, *Transfers);
  }
  if (O.Allocation != AllocationKind::None)
    for (ArrayTransfers &A : *Transfers)
      if (Error E = planArray(Planned, std::move(A)))
        return E;
  Result.Plan.Bands.push_back(std::move(Planned));
  return Error::success();
}

/// True if the private array number \p Array cannot live in local memory alone:
/// it is used in several bands or outside of them, or some tile loads or stores
/// it.
bool Runner::needsRemoteHome(unsigned Array) const {
  isl::union_set Users = isl::manage(isl_union_set_empty_ctx(Result.Program.ctx()));
  for (const Statement &Stmt : Result.Program.Statements)
    for (const Access &A : Stmt.Accesses)
      if (A.Array == Array)
        Users = Users.unite(isl::union_set(Stmt.Domain));
  for (const TiledBand &T : Result.Plan.Bands)
    for (const LocalArray &L : T.Arrays)
      if (L.Transfers.Array == Array)
        return !Users.is_subset(T.B.Domain).is_true() ||
               !L.Transfers.Load.is_empty().is_true() ||
               !L.Transfers.Store.is_empty().is_true();
  return !Users.is_empty().is_true();
}

/// Gives a remote home to the private arrays that need one; true if there were
/// any, so that the phases have to run again.
bool Runner::collapsePrivates() {
  std::vector<unsigned> Homeless;
  for (unsigned A = 0; A < Result.Program.Arrays.size(); ++A)
    if (Result.Program.Arrays[A].Private && needsRemoteHome(A))
      Homeless.push_back(A);
  for (unsigned A : Homeless)
    collapsePrivate(Result.Program, A);
  return !Homeless.empty();
}

/// Schedule and plan of every band, once.
Error Runner::order() {
  Result.Plan = RegionPlan();
  Result.LiveTogether.clear();
  Result.ModularBounds.clear();
  Result.Plan.Program = std::make_shared<const Scop>(Result.Program);
  Result.Printed.clear();
  if (Error E = schedule())
    return E;
  if (Error E = parallelLoops(
          [&] { return findParallelOutside(Result.Deps, Result.Plan); }))
    return E;
  Result.NumTiles = 0;
  for (const Band &B : Result.Plan.Order.Bands) {
    if (Error E = planBand(B))
      return E;
    Result.NumTiles += B.Size;
  }
  return Error::success();
}

/// What may be spent on finding out which arrays share buffers, and again on
/// proving it.
static constexpr unsigned long SharingOperations = 8000000;

/// Lets arrays share buffers where that can be found out and proved; where it
/// cannot, each keeps its own, and Reason tells of a proof that failed.
Error Runner::share() {
  separateBuffers(Result.Plan);
  if (!O.ShareBuffers)
    return Error::success();
  isl::ctx Ctx = Result.Program.Context.ctx();
  Error Failed = timed("sharing", [&] {
    return limited(Ctx, SharingOperations, [&] { return shareBuffers(Result.Plan, O); });
  });
  if (!Failed)
    Failed = timed("verify sharing", [&] {
      return limited(Ctx, SharingOperations, [&] { return verifySharing(Result.Plan, O.Order); });
    });
  if (Failed)
    separateBuffers(Result.Plan);
  Error Rest = handleErrors(std::move(Failed), [&](const IslError &I) {
    if (I.kind() == IslError::Budget)
      return;
    raw_string_ostream OS(Result.Reason);
    I.log(OS);
  });
  if (wants(Phase::Allocation)) {
    auto OS = printTo();
    printSharing(OS, Result.Plan);
  }
  return Rest;
}

Error Runner::run() {
  if (Error E = order())
    return E;
  if (Error E = parallelLoops([&] {
        return assign(Result.DependentLoops,
                      findDependentLoops(Result.Program, Result.Deps));
      }))
    return E;
  while (collapsePrivates())
    if (Error E = order())
      return E;
  if (Error E = share())
    return E;
  if (Result.Plan.Bands.empty())
    return createStringError(inconvertibleErrorCode(),
                             "the region has no loop that can be tiled");
  return Error::success();
}

Error Runner::generate(CodeGenOptions Code) {
  auto Text = timed("codegen", [&] { return generateRegion(Result.Plan, Code); });
  if (!Text)
    return Text.takeError();
  Result.Text = *Text;
  if (wants(Phase::Ast))
    Result.Printed = *Text;
  return Error::success();
}

namespace {

/// One step of the ladder: options, how loads are found, the share of the
/// budget that it may spend, and the isl operations. The operations decide
/// first, so that the answer does not depend on the machine; the time is for
/// the regions on which isl's operations are slow.
struct Rung {
  Options O;
  TransferKind Transfers;
  double Share;
  unsigned long Operations;
};

} // namespace

/// What the answer that was asked for may take: five times as much as the
/// most costly kernel of the tests.
static constexpr unsigned long ExactAnswerOperations = 100000000;

/// What to try in turn: what was asked for, then coarser answers for a region
/// on which isl spends too much.
static std::vector<Rung> ladder(const Options &O) {
  Options Coarser = O;
  Coarser.Reuse = ReuseKind::None;
  if (O.Allocation != AllocationKind::None)
    Coarser.Allocation = AllocationKind::Box;
  return {{O, TransferKind::Exact, 0.6, ExactAnswerOperations},
          {Coarser, TransferKind::Hull, 0.4, 0}};
}

/// Runs one rung of the ladder under \p Seconds.
static Error runRung(const Rung &Step, const CodeGenOptions &Code,
                     const GivenInput &Given, double Seconds,
                     RegionResult &Result) {
  const Options &O = Step.O;
  Budget Limit(Result.Program.Context.ctx(), {Seconds, Step.Operations});
  Runner R(O, Step.Transfers, Given, Result);
  if (Error E = R.run())
    return E;
  bool NeedsCode = (O.Print == Phase::None && O.Evaluate.empty()) ||
                   O.Print == Phase::Ast;
  return NeedsCode && !Code.OriginalText.empty() ? R.generate(Code)
                                                 : Error::success();
}

RegionResult stevedore::runPipeline(const Scop &Program, const Options &O,
                                    CodeGenOptions Code,
                                    const GivenInput &Given) {
  RegionResult Result;
  Result.Program = Program;
  Code.ConstantSizes = O.TileSizes;
  Code.AssumeNoAlias = O.AssumeNoAlias;
  Code.Order = O.Order;
  if (O.Print == Phase::Scop) {
    raw_string_ostream OS(Result.Printed);
    print(OS, Program);
    Result.Transformed = true;
    return Result;
  }
  for (const Rung &Step : ladder(O)) {
    Error E =
        runRung(Step, Code, Given, O.BudgetSeconds * Step.Share, Result);
    if (!E) {
      Result.Transformed = true;
      return Result;
    }
    bool OverBudget = false;
    Result.Reason.clear();
    handleAllErrors(
        std::move(E),
        [&](const IslError &I) {
          OverBudget = I.kind() == IslError::Budget;
          Result.Internal = !OverBudget;
          Result.Reason.clear();
          raw_string_ostream OS(Result.Reason);
          I.log(OS);
        },
        [&](const ProofError &P) {
          Result.Internal = true;
          raw_string_ostream OS(Result.Reason);
          P.log(OS);
        },
        [&](const ErrorInfoBase &Other) { Result.Reason = Other.message(); });
    if (!OverBudget || O.BudgetSeconds <= 0)
      return Result;
    Result.Program = Program;
  }
  return Result;
}
