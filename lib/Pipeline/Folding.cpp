//===- Folding.cpp - Folding the arrays of a band -------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "stevedore/Pipeline/Values.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Transfer/Partition.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

Expected<FoldedArray> stevedore::foldConflicts(const Driver &D,
                                               const MappingRequest &Wanted,
                                               ConflictRelation C) {
  auto Mapping = D.run(MappingPhase, C, Wanted);
  if (!Mapping)
    return Mapping.takeError();
  return FoldedArray{std::move(C), std::move(*Mapping)};
}

/// "  live: 12, cells: 16, ratio: 1.33"
static void printBound(raw_ostream &OS, int64_t Live, int64_t Cells) {
  OS << "  live: " << Live << ", cells: " << Cells << ", ratio: "
     << format("%.2f", double(Cells) / std::max<int64_t>(Live, 1)) << "\n";
}

std::optional<ArrayBound> stevedore::boundOf(const Driver &D,
                                             const EvaluationValues &Values,
                                             const FoldedArray &A,
                                             const TileSpace *Tiles,
                                             std::optional<int64_t> Cells) {
  if (!Values.areWanted())
    return std::nullopt;
  return D.timed(BoundPhase.Name, [&] {
    auto Value = [&](StringRef Name) {
      return Values.of(A.Conflicts.Parameters, Name);
    };
    ArrayBound Bound;
    Bound.Live = countLiveTogether(A.Conflicts, Tiles, Value);
    Bound.Modular = Bound.Live.value_or(0);
    if (Bound.Live && Cells && *Bound.Live < *Cells)
      Bound.Modular =
          std::max(Bound.Modular, modularBound(A.Conflicts, A.Mapping, Value));
    return Bound;
  });
}

void stevedore::showBound(const Driver &D,
                          const std::optional<ArrayBound> &Bound,
                          int64_t Cells) {
  if (Bound && Bound->Live)
    D.show(BoundPhase,
           [&](raw_ostream &OS) { printBound(OS, *Bound->Live, Cells); });
}

int64_t stevedore::cellsFor(const FoldedArray &A,
                            const EvaluationValues &Values) {
  return cellsAt(A.Mapping, [&](StringRef Name) {
    return Values.of(A.Conflicts.Parameters, Name);
  });
}

namespace {

/// Folds one array of a band.
class Folder {
public:
  Folder(const Driver &D, const FoldingRequest &Wanted, const Scop &S,
         const TiledBand &Planned)
      : D(D), Wanted(Wanted), S(S), Planned(Planned) {}

  Expected<FoldedParts> run(ArrayTransfers Transfers);

private:
  const Driver &D;
  const FoldingRequest &Wanted;
  const Scop &S;
  const TiledBand &Planned;

  Expected<ConflictRelation> conflicts(const ArrayTransfers &Transfers);
  Expected<LocalArray> fold(ArrayTransfers Transfers, ConflictRelation C);
  Expected<LocalArray> foldPart(ArrayTransfers Transfers);
  Expected<std::vector<LocalArray>> foldParts(const ArrayTransfers &Whole);
  Error trySplitting(std::vector<LocalArray> &Arrays);
};

} // namespace

Expected<ConflictRelation> Folder::conflicts(const ArrayTransfers &Transfers) {
  return D.run(ConflictsPhase, S, Planned.B, Planned.Tiles, Transfers,
               Planned.Phases);
}

/// An array, or a part of one, with a buffer.
Expected<LocalArray> Folder::fold(ArrayTransfers Transfers,
                                  ConflictRelation C) {
  auto Folded = foldConflicts(D, Wanted.Mapping, std::move(C));
  if (!Folded)
    return Folded.takeError();
  return LocalArray{std::move(*Folded), std::move(Transfers), 0, {}, {}};
}

/// A part of an array, with the tiles that use it.
Expected<LocalArray> Folder::foldPart(ArrayTransfers Transfers) {
  auto C = conflicts(Transfers);
  if (!C)
    return C.takeError();
  auto Part = fold(std::move(Transfers), std::move(*C));
  if (!Part)
    return Part;
  auto Used = D.run(UsePhase, S, Planned.Tiles, Part->Transfers);
  if (!Used)
    return Used.takeError();
  if (isl_set_plain_is_universe(Used->get()) != isl_bool_true)
    Part->UseContext = *Used;
  return Part;
}

/// The parts of an array, each folded; none where there are not several.
Expected<std::vector<LocalArray>>
Folder::foldParts(const ArrayTransfers &Whole) {
  auto Parts = D.run(PartsPhase, S, Planned.B, Planned.Tiles, Whole);
  if (!Parts)
    return Parts.takeError();
  std::vector<LocalArray> Result;
  for (const isl::map &Part : *Parts) {
    auto Next = foldPart(restrictTo(Whole, Part));
    if (!Next)
      return Next.takeError();
    Result.push_back(std::move(*Next));
  }
  return Result;
}

/// Cells of \p Arrays where tiles are small and everything else is
/// \p ProblemSize.
static double typicalCells(ArrayRef<LocalArray> Arrays, const TileSpace &T,
                           int64_t ProblemSize) {
  double Cells = 0;
  for (const LocalArray &L : Arrays)
    Cells += double(
        cellsAt(L.Mapping, [&](StringRef Name) -> std::optional<int64_t> {
          return T.Parameters.isTileSize(Name) ? limits::PartsTileSize
                                               : ProblemSize;
        }));
  return Cells;
}

/// What may be spent on the parts of one array.
static constexpr PhaseLimit PartsLimit = {limits::PartsOperations,
                                          "the parts of an array"};

/// Stores the array in parts where its size grows with the problem and theirs
/// together is smaller.
Error Folder::trySplitting(std::vector<LocalArray> &Arrays) {
  const ArrayTransfers &Transfers = Arrays.front().Transfers;
  double Cells = typicalCells(Arrays, Planned.Tiles, limits::PartsProblemSize);
  bool IsTemporary =
      Transfers.In.is_empty().is_true() && Transfers.Store.is_empty().is_true();
  if (!Wanted.MayBeInParts || IsTemporary ||
      Cells >=
          typicalCells(Arrays, Planned.Tiles, 2 * limits::PartsProblemSize))
    return Error::success();
  auto Split =
      valueOr(D.limited(PartsLimit, [&] { return foldParts(Transfers); }), {});
  if (!Split)
    return Split.takeError();
  if (!Split->empty() &&
      typicalCells(*Split, Planned.Tiles, limits::PartsProblemSize) < Cells)
    Arrays = std::move(*Split);
  return Error::success();
}

/// Prints the mapping of an array or of a part of one.
static void printMapping(raw_ostream &OS, const LocalArray &L) {
  print(OS, L.Conflicts, L.Mapping);
  if (!L.Transfers.Part.is_null())
    OS << "  part:    " << toText(L.Transfers.Part) << "\n";
  if (!L.UseContext.is_null())
    OS << "  needed:  " << toText(L.UseContext) << "\n";
}

Expected<FoldedParts> Folder::run(ArrayTransfers Transfers) {
  FoldedParts Result;
  auto C = conflicts(Transfers);
  if (!C)
    return C.takeError();
  D.show(ConflictsPhase.Info, [&](raw_ostream &OS) { print(OS, *C); });
  if (!D.needs(MappingPhase.Info))
    return Result;
  auto Whole = fold(std::move(Transfers), std::move(*C));
  if (!Whole)
    return Whole.takeError();
  Result.Arrays = {*Whole};
  if (Error E = trySplitting(Result.Arrays))
    return std::move(E);
  int64_t Cells = 0;
  for (const LocalArray &L : Result.Arrays) {
    D.show(MappingPhase.Info, [&](raw_ostream &OS) { printMapping(OS, L); });
    Cells += cellsFor(L, Wanted.Values);
  }
  bool IsWhole = Result.Arrays.size() == 1;
  Result.Bound = boundOf(D, Wanted.Values, *Whole, &Planned.Tiles,
                         IsWhole ? std::optional(Cells) : std::nullopt);
  showBound(D, Result.Bound, Cells);
  return Result;
}

Expected<FoldedParts> stevedore::foldArray(const Driver &D,
                                           const FoldingRequest &Wanted,
                                           const Scop &S,
                                           const TiledBand &Planned,
                                           ArrayTransfers Transfers) {
  return Folder(D, Wanted, S, Planned).run(std::move(Transfers));
}
