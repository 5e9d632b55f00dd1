//===- ArrayAllocation.cpp - Allocation of the arrays of a band -----------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayAllocation.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Schedule/LoopDimension.h"
#include "stevedore/Support/AffineForm.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transfer/Partition.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/set.h"
#include <algorithm>
#include <numeric>

using namespace stevedore;
using namespace llvm;

Expected<MappedArray> stevedore::mapConflicts(const Driver &D,
                                              const MappingRequest &Wanted,
                                              ConflictRelation C) {
  auto Mapping = D.run(MappingStage, C, Wanted);
  if (!Mapping)
    return Mapping.takeError();
  return MappedArray{std::move(C), std::move(*Mapping)};
}

/// "  live: 12, cells: 16, ratio: 1.33"
static void printBound(raw_ostream &OS, int64_t Live, int64_t Cells) {
  OS << "  live: " << Live << ", cells: " << Cells << ", ratio: "
     << format("%.2f", double(Cells) / std::max<int64_t>(Live, 1)) << "\n";
}

std::optional<ArrayBound> stevedore::boundOf(const Driver &D,
                                             const EvaluationValues &Values,
                                             const MappedArray &A,
                                             const TileSpace *Tiles,
                                             std::optional<int64_t> Cells) {
  if (!Values.areWanted())
    return std::nullopt;
  return D.timed(BoundStage.Name, [&] {
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
    D.show(BoundStage,
           [&](raw_ostream &OS) { printBound(OS, *Bound->Live, Cells); });
}

int64_t stevedore::cellsFor(const MappedArray &A,
                            const EvaluationValues &Values) {
  if (A.Table)
    return A.Table->Count;
  return cellsAt(A.Mapping, [&](StringRef Name) {
    return Values.of(A.Conflicts.Parameters, Name);
  });
}

namespace {

/// Folds one array of a band.
class ArrayAllocator {
public:
  ArrayAllocator(const Driver &D, const AllocationRequest &Wanted,
                 const Scop &S, const Level &Planned, bool Moves)
      : D(D), Wanted(Wanted), S(S), Planned(Planned), Moves(Moves) {}

  Expected<MappedParts> run(ArrayTransfers Transfers);
  Expected<LocalArray> whole(ArrayTransfers Transfers);

private:
  const Driver &D;
  const AllocationRequest &Wanted;
  const Scop &S;
  const Level &Planned;
  const bool Moves;

  /// Linear forms of cells know no sides.
  SideKind sidesOf(const ArrayTransfers &Transfers) const {
    if (Wanted.Mapping.Linearize)
      return SideKind::One;
    return Moves ? SideKind::Moving : sidesFor(Transfers, Planned);
  }
  Expected<ArrayLiveness> liveness(const ArrayTransfers &Transfers);
  std::vector<unsigned> unpacked(const ModularMapping &M, unsigned Array) const;
  Expected<MappedArray> fasterThan(MappedArray Closest, MappingRequest Request,
                                   unsigned Array) const;
  Expected<LocalArray> fold(ArrayTransfers Transfers, ArrayLiveness Live);
  Expected<LocalArray> allocatePart(ArrayTransfers Transfers);
  Expected<std::vector<LocalArray>> allocateParts(const ArrayTransfers &Whole,
                                                  FamilyReach Reach);
  double typicalCells(ArrayRef<LocalArray> Arrays, int64_t Scale = 1) const;
  bool mayGrow(ArrayRef<LocalArray> Arrays) const;
  Error trySplitting(std::vector<LocalArray> &Arrays);
};

} // namespace

Expected<ArrayLiveness>
ArrayAllocator::liveness(const ArrayTransfers &Transfers) {
  return D.run(ConflictsStage, S, Planned.B, Planned.Tiles, Transfers,
               orderOnSide(Planned, sidesOf(Transfers)));
}

/// What may be spent on the parts of one array, or on another mapping.
static constexpr StageLimit PartsLimit = {limits::PartsOperations,
                                          "the parts of an array"};

/// Whether the counters in subscript number \p K of \p A, which has one value,
/// have multiples of \p Divisor as coefficients.
static bool hasFactor(const Access &A, unsigned K, int64_t Divisor) {
  if (!A.Relation.is_single_valued().is_true())
    return false;
  bool Result = true;
  isl::multi_pw_aff Subscripts =
      isl::pw_multi_aff::from_map(A.Relation).to_multi_pw_aff();
  isl::stat Done =
      Subscripts.at(int(K)).foreach_piece([&](isl::set, isl::aff Form) {
        unsigned Counters = countOf(isl_aff_dim(Form.get(), isl_dim_in)),
                 Floors = countOf(isl_aff_dim(Form.get(), isl_dim_div));
        auto Read = toRationalForm(Form, {{isl_dim_in, Counters}});
        Result &= Read && Read->Denominator == 1 &&
                  isl_aff_involves_dims(Form.get(), isl_dim_div, 0, Floors) ==
                      isl_bool_false &&
                  llvm::all_of(Read->Coefficients, [&](int64_t Factor) {
                    return Factor % Divisor == 0;
                  });
        return isl::stat::ok();
      });
  return Result && !Done.is_error();
}

/// Whether \p M has more than a few cells of a constant number.
static bool isLarge(const ModularMapping &M, const Array &A) {
  double Bytes = double(std::max<uint64_t>(A.ElementBytes, 1));
  for (const Extent &E : M.Moduli)
    Bytes *= double(E.constant().value_or(limits::StackBytes));
  return Bytes > limits::StackBytes;
}

/// The dimensions of array number \p Array along which the rows of \p M are not
/// to be packed or strided: all where it has few cells anyway, and those along
/// which innermost loops step, since compilers vectorize no loop with positions
/// of the second degree, or with divisions, where subscripts are no multiples
/// of the divisor.
std::vector<unsigned> ArrayAllocator::unpacked(const ModularMapping &M,
                                               unsigned Array) const {
  std::vector<unsigned> All(S.Arrays[Array].Rank);
  std::iota(All.begin(), All.end(), 0);
  if (!isLarge(M, S.Arrays[Array]))
    return All;
  Budget Limit(S.Context.ctx(), {0, limits::PartsOperations});
  std::vector<unsigned> Result = steppedDimensions(S, Planned.B, Array);
  llvm::erase_if(Result, [&](unsigned K) {
    auto Row = llvm::find_if(
        M.Matrix, [&](const std::vector<int64_t> &C) { return C[K] != 0; });
    if (!M.Strided || Row == M.Matrix.end())
      return false;
    int64_t Divisor = M.divisor(Row - M.Matrix.begin());
    return llvm::all_of(S.Statements, [&](const Statement &Of) {
      return llvm::all_of(Of.Accesses, [&](const Access &Each) {
        return Each.Array != Array || hasFactor(Each, K, Divisor);
      });
    });
  });
  return unlessOver(Limit, std::move(Result), std::move(All));
}

/// \p Closest, or a mapping by \p Request without dimensions along which it is
/// not to be packed or strided; one that takes more cells not where the least
/// traffic of the whole nest is asked for, from a memory that is no cache.
Expected<MappedArray> ArrayAllocator::fasterThan(MappedArray Closest,
                                                 MappingRequest Request,
                                                 unsigned Array) const {
  Request.Unpacked = unpacked(Closest.Mapping, Array);
  if (Request.Unpacked.empty())
    return std::move(Closest);
  auto Faster = mapConflicts(D, Request, Closest.Conflicts);
  bool IsScarce = Planned.Tiles.Reuse == ReuseScope::nest() &&
                  !Wanted.IsInCache &&
                  isLarge(Closest.Mapping, S.Arrays[Array]);
  auto Value = [&](StringRef Name) {
    return std::optional(Wanted.Typical.of(Planned.Tiles.Parameters, Name));
  };
  if (Faster && IsScarce &&
      cellsAt(Closest.Mapping, Value) < cellsAt(Faster->Mapping, Value))
    return std::move(Closest);
  return Faster;
}

/// An array, or a part of one, with a buffer.
Expected<LocalArray> ArrayAllocator::fold(ArrayTransfers Transfers,
                                          ArrayLiveness Live) {
  MappingRequest Request = Wanted.Mapping;
  Request.RowLengths = S.Arrays[Transfers.Array].InRows;
  auto Folded = mapConflicts(D, Request, std::move(Live.Conflicts));
  bool IsClose = Folded && (Folded->Mapping.Packed || Folded->Mapping.Strided);
  if (IsClose && Request.Choices == 1)
    Folded =
        fasterThan(std::move(*Folded), std::move(Request), Transfers.Array);
  if (!Folded)
    return Folded.takeError();
  LocalArray Result;
  static_cast<MappedArray &>(Result) = std::move(*Folded);
  Result.Sides = sidesOf(Transfers);
  Result.Transfers = std::move(Transfers);
  Result.Live = std::move(Live.Live);
  return Result;
}

/// A part of an array, with the tiles that use it.
Expected<LocalArray> ArrayAllocator::allocatePart(ArrayTransfers Transfers) {
  auto Live = liveness(Transfers);
  if (!Live)
    return Live.takeError();
  auto Part = fold(std::move(Transfers), std::move(*Live));
  if (!Part)
    return Part;
  auto Used = D.run(UseStage, S, Planned.Tiles, Part->Transfers);
  if (!Used)
    return Used.takeError();
  if (isl_set_plain_is_universe(Used->get()) != isl_bool_true)
    Part->UseContext = *Used;
  return Part;
}

/// The parts of an array, each folded; none where there are not several.
Expected<std::vector<LocalArray>>
ArrayAllocator::allocateParts(const ArrayTransfers &Whole, FamilyReach Reach) {
  auto Parts = D.run(PartsStage, S, Planned.B, Planned.Tiles, Whole, Reach);
  if (!Parts)
    return Parts.takeError();
  std::vector<LocalArray> Result;
  for (const isl::map &Part : *Parts) {
    auto Next = allocatePart(restrictTo(Whole, Part));
    if (!Next)
      return Next.takeError();
    Result.push_back(std::move(*Next));
  }
  return Result;
}

/// The parameters of the elements that \p Transfers are about, tile sizes left
/// out.
static std::vector<std::string>
problemParameters(const ArrayTransfers &Transfers, const TileSpace &T) {
  isl::map Accessed = Transfers.accessed();
  std::vector<std::string> Result;
  for (unsigned P = 0; P < countOf(Accessed.dim(isl::dim::param)); ++P) {
    std::string Name = isl_map_get_dim_name(Accessed.get(), isl_dim_param, P);
    if (!T.Parameters.isTileSize(Name))
      Result.push_back(std::move(Name));
  }
  return Result;
}

/// The most cells that \p Arrays have at typical values, parameters \p Scale
/// times: where those without a value are all the same, and at distances as
/// large as the problem, in either order, since buffers may reach from one
/// parameter to another.
double ArrayAllocator::typicalCells(ArrayRef<LocalArray> Arrays,
                                    int64_t Scale) const {
  const Roles &Known = Planned.Tiles.Parameters;
  std::vector<std::string> Names =
      problemParameters(Arrays.front().Transfers, Planned.Tiles);
  auto cellsWhere = [&](bool AreEqual) {
    double Cells = 0;
    for (const LocalArray &L : Arrays)
      Cells += double(cellsAt(L.Mapping, [&](StringRef Name) {
        int64_t Value = Wanted.Typical.of(Known, Name);
        if (Known.isTileSize(Name))
          return std::optional(Value);
        bool IsApart = !AreEqual && Wanted.Typical.isOpen(Known, Name);
        int64_t Place = llvm::find(Names, Name) - Names.begin();
        return std::optional(Value * Scale * (IsApart ? 1 + Place : 1));
      }));
    return Cells;
  };
  double Most = cellsWhere(true);
  for (int Order = 0; Order < 2; ++Order) {
    Most = std::max(Most, cellsWhere(false));
    std::reverse(Names.begin(), Names.end());
  }
  return Most;
}

/// Whether the cells of \p Arrays are more for larger problems, or would be if
/// the sizes of the problem were not constant or bounded by constants, for all
/// that is known.
bool ArrayAllocator::mayGrow(ArrayRef<LocalArray> Arrays) const {
  auto isBounded = [&](const std::string &Name) {
    int At =
        isl_set_find_dim_by_name(S.Context.get(), isl_dim_param, Name.c_str());
    return At >= 0 && isl_set_dim_has_upper_bound(
                          S.Context.get(), isl_dim_param, At) == isl_bool_true;
  };
  return all_of(problemParameters(Arrays.front().Transfers, Planned.Tiles),
                isBounded) ||
         typicalCells(Arrays) < typicalCells(Arrays, 2);
}

/// Stores the array in parts where its size may grow with the problem and
/// theirs together is smaller, by the reach of families that needs the fewest
/// constraints; of an array in parts also by what instances touch, which may be
/// apart where subscripts meet, as on both sides of a diagonal.
Error ArrayAllocator::trySplitting(std::vector<LocalArray> &Arrays) {
  ArrayTransfers Transfers = Arrays.front().Transfers;
  bool IsTemporary =
      Transfers.In.is_empty().is_true() && Transfers.Store.is_empty().is_true();
  if (!Wanted.MayBeInParts || IsTemporary || Moves)
    return Error::success();
  for (FamilyReach Reach :
       {FamilyReach::Subscripts, FamilyReach::Instances, FamilyReach::Tile}) {
    bool IsSplit = Arrays.size() > 1 && Reach == FamilyReach::Instances;
    if ((!IsSplit && !mayGrow(Arrays)) ||
        (Reach == FamilyReach::Tile &&
         Planned.Tiles.Reuse != ReuseScope::none()))
      return Error::success();
    auto Split = valueOr(
        D.limited(PartsLimit, [&] { return allocateParts(Transfers, Reach); }),
        {});
    if (!Split)
      return Split.takeError();
    // Positions of a slanted form wrap: of as many cells parts are better.
    bool IsSlanted = Arrays.front().Mapping.Slanted.has_value();
    if (!Split->empty() &&
        typicalCells(*Split) < typicalCells(Arrays) + IsSlanted)
      Arrays = std::move(*Split);
  }
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

Expected<LocalArray> ArrayAllocator::whole(ArrayTransfers Transfers) {
  auto Live = liveness(Transfers);
  if (!Live)
    return Live.takeError();
  return fold(std::move(Transfers), std::move(*Live));
}

Expected<MappedParts> ArrayAllocator::run(ArrayTransfers Transfers) {
  MappedParts Result;
  auto Live = liveness(Transfers);
  if (!Live)
    return Live.takeError();
  D.show(ConflictsStage.Info,
         [&](raw_ostream &OS) { print(OS, Live->Conflicts); });
  if (!D.takes(Step::Plan))
    return Result;
  auto Whole = fold(std::move(Transfers), std::move(*Live));
  if (!Whole)
    return Whole.takeError();
  Result.Arrays = {*Whole};
  if (Error E = trySplitting(Result.Arrays))
    return std::move(E);
  int64_t Cells = 0;
  for (const LocalArray &L : Result.Arrays) {
    D.show(MappingStage.Info, [&](raw_ostream &OS) { printMapping(OS, L); });
    Cells += cellsFor(L, Wanted.Values);
  }
  bool IsWhole = Result.Arrays.size() == 1;
  Result.Bound = boundOf(D, Wanted.Values, *Whole, &Planned.Tiles,
                         IsWhole ? std::optional(Cells) : std::nullopt);
  showBound(D, Result.Bound, Cells);
  return Result;
}

Expected<MappedParts>
stevedore::allocateArray(const Driver &D, const AllocationRequest &Wanted,
                         const Scop &S, const Level &Planned,
                         ArrayTransfers Transfers, bool Moves) {
  return ArrayAllocator(D, Wanted, S, Planned, Moves).run(std::move(Transfers));
}

Expected<LocalArray> stevedore::foldArray(const Driver &D,
                                          const AllocationRequest &Wanted,
                                          const Scop &S, const Level &Planned,
                                          ArrayTransfers Transfers,
                                          bool Moves) {
  return ArrayAllocator(D, Wanted, S, Planned, Moves)
      .whole(std::move(Transfers));
}
