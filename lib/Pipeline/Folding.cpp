//===- Folding.cpp - Folding the arrays of a band -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "Phases.h"
#include "stevedore/Counting/LowerBound.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Transfer/Partition.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// An array, or a part of one, with its conflicts and its proved mapping.
struct Folded {
  ConflictRelation Conflicts;
  LocalArray Local;
};

/// Folds the arrays of one band.
class Folder : private Phases {
public:
  Folder(const Options &O, RegionResult &Result, TiledBand &Planned)
      : Phases(O, Result), Planned(Planned) {}

  Error prove(ArrayTransfers &Transfers);
  Error run(ArrayTransfers Transfers);

private:
  TiledBand &Planned;

  Expected<Folded> fold(ArrayTransfers Transfers);
  Expected<std::vector<Folded>> foldParts(const ArrayTransfers &Transfers);
  Error trySplitting(std::vector<Folded> &Arrays);
  void countLive(ArrayRef<Folded> Arrays, const ConflictRelation &Conflicts);
};

} // namespace

/// Adds how many elements of the array are live together at the values of
/// --evaluate=, if there are any, to the result.
void Folder::countLive(ArrayRef<Folded> Arrays,
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
Expected<Folded> Folder::fold(ArrayTransfers Transfers) {
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
          return llvm::is_contained(T.SizeNames, Name) ? limits::PartsTileSize
                                                       : ProblemSize;
        }));
  return Cells;
}

/// The parts of an array, each folded; none where there are not several.
Expected<std::vector<Folded>>
Folder::foldParts(const ArrayTransfers &Transfers) {
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
    auto Next = fold(restrictTo(Transfers, Part));
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

/// Stores the array in parts where its size grows with the problem and theirs
/// together is smaller.
Error Folder::trySplitting(std::vector<Folded> &Arrays) {
  const ArrayTransfers &Transfers = Arrays.front().Local.Transfers;
  double Cells = typicalCells(Arrays, Planned.Tiles, limits::PartsProblemSize);
  bool IsTemporary = Transfers.In.is_empty().is_true() &&
                     Transfers.Store.is_empty().is_true();
  bool IsWanted = O.SplitArrays && O.Allocation == AllocationKind::Lattice;
  if (!IsWanted || IsTemporary ||
      Cells >=
          typicalCells(Arrays, Planned.Tiles, 2 * limits::PartsProblemSize))
    return Error::success();
  auto Split =
      limited(Result.Program.Context.ctx(), limits::PartsOperations,
              "the parts of an array", [&] { return foldParts(Transfers); });
  if (!Split) {
    Error Failed = Split.takeError();
    takeOverBudget(Failed);
    return Failed;
  }
  if (!Split->empty() &&
      typicalCells(*Split, Planned.Tiles, limits::PartsProblemSize) < Cells)
    Arrays = std::move(*Split);
  return Error::success();
}

/// Proves the transfers. A load of full tiles that costs too much to prove
/// gives way to that of the others.
Error Folder::prove(ArrayTransfers &Transfers) {
  auto Verify = [&] {
    return verifyTransfers(Result.Program, Result.Deps, Planned.B,
                           Planned.Tiles, Transfers);
  };
  if (!Transfers.FullLoad.is_null()) {
    isl::ctx Ctx = Result.Program.Context.ctx();
    Error Failed = timed("verify transfers", [&] {
      return limited(Ctx, limits::FullLoadOperations, "the proof of full tiles",
                     Verify);
    });
    if (!takeOverBudget(Failed))
      return asProof(std::move(Failed));
    Transfers.FullLoad = isl::map();
    Transfers.Method = "hull";
  }
  return asProof(timed("verify transfers", Verify));
}

Error Folder::run(ArrayTransfers Transfers) {
  auto Whole = fold(std::move(Transfers));
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
  if (Error E = trySplitting(Arrays))
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
  countLive(Arrays, Conflicts);
  for (Folded &F : Arrays)
    Planned.Arrays.push_back(std::move(F.Local));
  return Error::success();
}

Error stevedore::proveTransfers(const Options &O, RegionResult &Result,
                                TiledBand &Planned, ArrayTransfers &Transfers) {
  return Folder(O, Result, Planned).prove(Transfers);
}

Error stevedore::foldArray(const Options &O, RegionResult &Result,
                           TiledBand &Planned, ArrayTransfers Transfers) {
  return Folder(O, Result, Planned).run(std::move(Transfers));
}
