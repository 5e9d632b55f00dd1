//===- Sharing.cpp - Arrays that share a buffer ---------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Sharing.h"
#include "stevedore/Allocation/CommonBuffer.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include <map>

using namespace stevedore;
using namespace llvm;

namespace {

/// An array of the plan as a vertex of the conflict graph.
struct Vertex {
  const Level *Home;
  LocalArray *Local;
  /// Bytes at typical sizes.
  double Bytes = 0;
  /// Whether compilers may keep it in registers.
  bool Small = false;
};

/// Colours the arrays of a plan.
class Colouring {
public:
  explicit Colouring(RegionPlan &Plan)
      : Plan(Plan), Known(Plan.parameters()), Sizes(Plan) {}
  void run();

private:
  RegionPlan &Plan;
  Roles Known;
  FixedSizes Sizes;
  std::vector<std::vector<Vertex>> Buffers;

  std::optional<double> boundOf(const LocalArray &L) const;
  std::optional<double> boundOfCells(const ModularMapping &M) const;
  Vertex vertex(const Level &Home, LocalArray &L) const;
  bool areAlike(const Vertex &X, const Vertex &Y) const;
  bool haveCommonInstance(const Vertex &X, const Vertex &Y) const;
  bool conflict(const Vertex &X, const Vertex &Y) const;
  bool fits(const Vertex &V, const std::vector<Vertex> &Members) const;
  void place(const Vertex &V);
};

} // namespace

/// Bytes of an element of array number \p Array; 1 where they are not known.
static double elementBytes(const RegionPlan &Plan, unsigned Array) {
  return double(
      std::max<uint64_t>(Plan.Program->Arrays[Array].ElementBytes, 1));
}

/// A bound in bytes of the buffer of \p L that does not depend on parameters.
std::optional<double> Colouring::boundOf(const LocalArray &L) const {
  std::optional<double> Least;
  for (const ModularMapping &Choice : L.Mapping.choices())
    if (std::optional<double> Cells = boundOfCells(Choice))
      Least = std::min(*Cells, Least.value_or(*Cells));
  if (Least)
    *Least *= elementBytes(Plan, L.Transfers.Array);
  return Least;
}

/// A bound of the number of cells for the moduli of \p M alone.
std::optional<double> Colouring::boundOfCells(const ModularMapping &M) const {
  double Cells = 1;
  for (const Extent &E : M.Moduli) {
    std::optional<int64_t> Bound = Sizes.boundOf(E);
    if (!Bound)
      return std::nullopt;
    Cells *= double(*Bound);
  }
  return Cells;
}

/// \p L with its size where parameters are large and tiles are not.
Vertex Colouring::vertex(const Level &Home, LocalArray &L) const {
  auto Value = [&, At = Plan.Decided.typical()](StringRef Name) {
    return At.of(Known, Name);
  };
  double Bytes = elementBytes(Plan, L.Transfers.Array);
  for (int64_t Modulus : extentsAt(L.Mapping, Value))
    Bytes *= double(Modulus);
  std::optional<double> Bound = boundOf(L);
  return {&Home, &L, Bytes, Bound && *Bound <= limits::RegisterBytes};
}

/// Whether both are in one memory, their elements have the same C type, and
/// both may or may not stay in registers.
bool Colouring::areAlike(const Vertex &X, const Vertex &Y) const {
  const Array &A = Plan.Program->Arrays[X.Local->Transfers.Array];
  const Array &B = Plan.Program->Arrays[Y.Local->Transfers.Array];
  return A.ElementType == B.ElementType && A.ElementBytes == B.ElementBytes &&
         X.Small == Y.Small && X.Home->B.Memory == Y.Home->B.Memory;
}

/// Whether one instance of a statement accesses both arrays: the common case of
/// a conflict, found at once.
bool Colouring::haveCommonInstance(const Vertex &X, const Vertex &Y) const {
  const Band &B = X.Home->B;
  for (const Statement &S : Plan.Program->Statements)
    for (const Access &First : S.Accesses)
      for (const Access &Second : S.Accesses)
        if (First.Array == X.Local->Transfers.Array &&
            Second.Array == Y.Local->Transfers.Array &&
            !isl::union_set(First.Relation.domain()
                                .intersect(Second.Relation.domain())
                                .intersect(S.Domain))
                 .is_disjoint(B.Domain)
                 .is_true())
          return true;
  return false;
}

/// Parts of an array are not compared with what else is live in their band.
static bool isPart(const Vertex &V) {
  return !V.Local->Transfers.Part.is_null();
}

/// What is live on the other side of a buffer is not known.
static bool hasSides(const Vertex &V) {
  return V.Local->Sides != SideKind::One;
}

/// Whether \p X and \p Y may be live at the same time.
bool Colouring::conflict(const Vertex &X, const Vertex &Y) const {
  if (X.Home != Y.Home)
    return false;
  if (isPart(X) || isPart(Y) || hasSides(X) || hasSides(Y) ||
      haveCommonInstance(X, Y))
    return true;
  return mayOverlap(X.Local->Live, Y.Local->Live, X.Home->Tiles.Context);
}

/// Whether \p V may join the arrays \p Members.
bool Colouring::fits(const Vertex &V,
                     const std::vector<Vertex> &Members) const {
  return llvm::all_of(Members, [&](const Vertex &M) {
    return areAlike(V, M) && !conflict(V, M);
  });
}

/// Puts \p V into the first buffer that takes it.
void Colouring::place(const Vertex &V) {
  auto Home = llvm::find_if(Buffers, [&](const std::vector<Vertex> &Members) {
    return fits(V, Members);
  });
  if (Home == Buffers.end())
    Buffers.push_back({V});
  else
    Home->push_back(V);
}

void Colouring::run() {
  std::vector<Vertex> Vertices;
  Plan.forEachLevel([&](Level &T) {
    for (LocalArray &L : T.Arrays)
      Vertices.push_back(vertex(T, L));
  });
  llvm::stable_sort(Vertices, [](const Vertex &X, const Vertex &Y) {
    return X.Bytes > Y.Bytes;
  });
  for (const Vertex &V : Vertices)
    place(V);
  for (unsigned Number = 0; Number < Buffers.size(); ++Number)
    for (const Vertex &V : Buffers[Number])
      V.Local->Buffer = Number;
}

void stevedore::shareBuffers(RegionPlan &Plan) { Colouring(Plan).run(); }

std::vector<std::vector<PlannedArray>>
stevedore::arraysByBand(const RegionPlan &Plan) {
  std::vector<std::vector<PlannedArray>> Result(Plan.Levels.size());
  for (const std::vector<PlannedArray> &Members : buffersOf(Plan))
    for (const PlannedArray &P : Members)
      Result[P.BandNumber].push_back(P);
  return Result;
}

void stevedore::separateBuffers(RegionPlan &Plan) {
  unsigned Number = 0;
  Plan.forEachLevel([&](Level &T) {
    for (LocalArray &L : T.Arrays)
      L.Buffer = Number++;
  });
}

std::vector<std::vector<PlannedArray>>
stevedore::buffersOf(const RegionPlan &Plan) {
  std::map<unsigned, std::vector<PlannedArray>> ByNumber;
  for (const LevelPlace &Place : Plan.allLevels())
    for (const LocalArray &L : Place.level().Arrays)
      ByNumber[L.Buffer].push_back({&Place.level(), &L, Place.Band});
  std::vector<std::vector<PlannedArray>> Result;
  for (auto &[Number, Members] : ByNumber)
    Result.push_back(std::move(Members));
  return Result;
}

/// Whether \p X and \p Y have elements of the same C type.
static bool haveOneType(const Array &X, const Array &Y) {
  return X.ElementBytes == Y.ElementBytes && X.ElementType == Y.ElementType;
}

bool stevedore::mayOverlapIn(const RegionPlan &Plan, const Level &T) {
  return Plan.numMemories() == 1 && Plan.Workers.Kind == WorkerDecision::One &&
         Plan.Program->ParallelLoops.empty() && T.B.ParallelPoints.empty() &&
         T.Phases.isSequential() && T.Stops.is_null() && !T.Tiles.IsDivided &&
         T.Tiles.Around.empty() && T.Inside.empty();
}

bool stevedore::mayOverlapOthers(const RegionPlan &Plan, const Level &T,
                                 const LocalArray &L) {
  const Array &A = Plan.Program->Arrays[L.Transfers.Array];
  return mayOverlapIn(Plan, T) && L.Sides == SideKind::One &&
         L.Transfers.Part.is_null() && L.UseContext.is_null() &&
         A.InRows.empty() && A.Pointers == 0 && !L.Transfers.LoadsMore &&
         !L.Transfers.InBoxes && !L.Mapping.Linear;
}

/// Whether the cells of the arrays of \p Members lie between each other.
static bool haveOffsets(ArrayRef<PlannedArray> Members) {
  return llvm::any_of(Members, [](const PlannedArray &A) {
    return !A.Local->Mapping.Offsets.empty();
  });
}

/// Whether no two elements of \p Members share a cell while both are live.
static Error verifyOverlap(const RegionPlan &Plan,
                           const std::vector<PlannedArray> &Members) {
  CommonConflicts C;
  std::vector<ModularMapping> Mappings;
  for (unsigned J = 0; J < Members.size(); ++J) {
    const PlannedArray &Y = Members[J];
    if (Y.Band != Members.front().Band ||
        !mayOverlapOthers(Plan, *Y.Band, *Y.Local))
      return make_error<IslError>(IslError::Invalid,
                                  "arrays overlap that must not");
    C.Arrays.push_back(Y.Local->Conflicts);
    Mappings.push_back(Y.Local->Mapping);
    for (unsigned I = 0; I < J; ++I) {
      auto Found = computeCrossConflicts(
          *Plan.Program, Y.Band->B, Y.Band->Tiles, Members[I].Local->Transfers,
          Y.Local->Transfers);
      if (!Found)
        return Found.takeError();
      Found->First = I;
      Found->Second = J;
      C.Across.push_back(std::move(*Found));
    }
  }
  return verifyCommon(C, Mappings);
}

/// Whether the arrays of \p Members have one element type and those of one band
/// are never live at the same time.
static Error verifyMembers(const RegionPlan &Plan,
                           const std::vector<PlannedArray> &Members) {
  const Scop &S = *Plan.Program;
  bool AreTogether = haveOffsets(Members);
  for (size_t I = 0; I < Members.size(); ++I)
    for (size_t J = I + 1; J < Members.size(); ++J) {
      const PlannedArray &X = Members[I], &Y = Members[J];
      const ArrayTransfers &Left = X.Local->Transfers;
      const ArrayTransfers &Right = Y.Local->Transfers;
      if (X.Band->B.Memory != Y.Band->B.Memory)
        return make_error<IslError>(IslError::Invalid,
                                    "a buffer is in two memories");
      if (!haveOneType(S.Arrays[Left.Array], S.Arrays[Right.Array]))
        return make_error<IslError>(IslError::Invalid,
                                    "a buffer is shared by different types");
      if (X.BandNumber != Y.BandNumber || AreTogether)
        continue;
      if (X.Local->Sides != SideKind::One || Y.Local->Sides != SideKind::One)
        return make_error<IslError>(IslError::Invalid,
                                    "a buffer with two sides is shared");
      if (Error E = verifyDisjoint(S, X.Band->B, X.Band->Tiles, Left, Right,
                                   X.Band->Phases))
        return E;
    }
  return AreTogether ? verifyOverlap(Plan, Members) : Error::success();
}

Error stevedore::verifySharing(const RegionPlan &Plan) {
  std::vector<std::vector<PlannedArray>> Buffers = buffersOf(Plan);
  llvm::erase_if(Buffers, [](const std::vector<PlannedArray> &Members) {
    return Members.size() < 2;
  });
  if (Buffers.empty())
    return Error::success();
  for (const LevelPlace &Place : Plan.allLevels())
    if (Error E =
            verifyConfined(*Plan.Program, Place.level().B, Place.level().Tiles))
      return E;
  for (const std::vector<PlannedArray> &Members : Buffers)
    if (Error E = verifyMembers(Plan, Members))
      return E;
  return Error::success();
}

void stevedore::printSharing(raw_ostream &OS, const RegionPlan &Plan) {
  for (const std::vector<PlannedArray> &Members : buffersOf(Plan)) {
    if (Members.size() < 2)
      continue;
    OS << "buffer shared by ";
    for (size_t I = 0; I < Members.size(); ++I)
      OS << (I == 0                    ? ""
             : I + 1 == Members.size() ? " and "
                                       : ", ")
         << Plan.Program->Arrays[Members[I].Local->Transfers.Array].Name
         << " of band " << Members[I].BandNumber;
    OS << "\n";
  }
}
