//===- Mutants.cpp - Plans with one mistake -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutants.h"
#include "../WrongConflicts.h"
#include "stevedore/Plan/Chain.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Plan/Windows.h"
#include "stevedore/Plan/Workers.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Transfer/Partition.h"
#include "isl/aff.h"
#include "isl/map.h"
#include <set>

using namespace stevedore;

namespace {

using Proof = std::function<llvm::Error(const RegionPlan &)>;

/// The level of a plan that has number Depth from the outermost of a band in.
struct LevelNumber {
  unsigned Band, Depth;

  Level &in(RegionPlan &P) const {
    Level *Result = &P.Levels[Band];
    for (unsigned K = 0; K < Depth; ++K)
      Result = &Result->Inside.front();
    return *Result;
  }
  const Level &in(const RegionPlan &P) const {
    return in(const_cast<RegionPlan &>(P));
  }
};

/// Plants mistakes in one array of one level.
class Planter {
public:
  Planter(const RegionPlan &Plan, LevelNumber Of, unsigned Array,
          std::vector<Mutant> &Result)
      : Plan(Plan), Of(Of), Array(Array), Tiled(Of.in(Plan)),
        Local(Tiled.Arrays[Array]), Result(Result) {}

  void run() {
    plantInTransfers();
    plantInMapping();
    plantInConflicts();
    plantInParts();
    plantInBuffers();
    plantInWindows();
    plantInKept();
    plantInOrder();
    plantInChain();
  }

private:
  const RegionPlan &Plan;
  const LevelNumber Of;
  const unsigned Array;
  const Level &Tiled;
  const LocalArray &Local;
  std::vector<Mutant> &Result;

  void plant(const char *Kind, const Proof &Prove,
             llvm::function_ref<void(Level &, LocalArray &)> Make);
  void plantLess(const char *Kind, isl::map ArrayTransfers::*Field);
  void plantInTransfers();
  void plantInValues();
  void plantInStore();
  void plantInSlant();
  void plantInPacking();
  void plantInStrides();
  void plantInOverlap();
  void plantInMapping();
  void plantInConflicts();
  void plantInParts();
  void plantInBuffers();
  void plantInWindows();
  void plantInKept();
  void plantInOrder();
  void plantInChain();
  Proof transfers() const;
  Proof cells() const;
  Proof parts() const;
  Proof windows() const;
  Proof strips() const;
};

} // namespace

void Planter::plant(const char *Kind, const Proof &Prove,
                    llvm::function_ref<void(Level &, LocalArray &)> Make) {
  Mutant M{Kind, Plan, Prove};
  Make(Of.in(M.Plan), Of.in(M.Plan).Arrays[Array]);
  Result.push_back(std::move(M));
}

Proof Planter::transfers() const {
  return [Of = Of, A = Array](const RegionPlan &P) {
    const Level &T = Of.in(P);
    PhaseOrder Phases = T.MayOverlap ? T.Phases : phasesInSequence(*T.Tiles.Shape);
    return verifyTransfers(*P.Program, P.Deps, T.B, T.Tiles,
                           T.Arrays[A].Transfers, Phases);
  };
}

/// That of the cells of all arrays, for the conflicts in the order of the plan.
Proof Planter::cells() const {
  return [Of = Of](const RegionPlan &P) -> llvm::Error {
    const Level &T = Of.in(P);
    for (const LocalArray &L : T.Arrays) {
      auto Found = computeLiveness(*P.Program, T.B, T.Tiles, L.Transfers,
                                   orderOnSide(T, L.Sides));
      if (!Found)
        return Found.takeError();
      Found->Conflicts.Parameters = L.Conflicts.Parameters;
      if (llvm::Error E = verifyMapping(Found->Conflicts, L.Mapping))
        return E;
      if (llvm::Error E = verifySides(*P.Program, T, L))
        return E;
    }
    return llvm::Error::success();
  };
}

/// The parts of one array in one band.
static std::vector<const LocalArray *> partsOf(const Level &T,
                                               unsigned Array) {
  std::vector<const LocalArray *> Result;
  for (const LocalArray &L : T.Arrays)
    if (L.Transfers.Array == Array)
      Result.push_back(&L);
  return Result;
}

/// That each element is in one part.
Proof Planter::parts() const {
  ArrayTransfers Whole = Local.Transfers;
  for (const LocalArray *L : partsOf(Tiled, Whole.Array))
    for (isl::map ArrayTransfers::*Field :
         {&ArrayTransfers::Read, &ArrayTransfers::MustWrite,
          &ArrayTransfers::Write, &ArrayTransfers::Load, &ArrayTransfers::Store})
      Whole.*Field = (Whole.*Field).unite(L->Transfers.*Field);
  return [Of = Of, Whole](const RegionPlan &P) {
    std::vector<isl::map> Parts;
    for (const LocalArray *L : partsOf(Of.in(P), Whole.Array))
      Parts.push_back(L->Transfers.Part);
    return verifyPartition(*P.Program, Of.in(P).Tiles, Whole, Parts);
  };
}

static std::vector<isl::map> piecesOf(const isl::map &M) {
  std::vector<isl::map> Result;
  if (M.is_null())
    return Result;
  isl::map Apart = isl::manage(isl_map_make_disjoint(M.copy()));
  Apart.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    Result.push_back(isl::map(Piece));
    return isl::stat::ok();
  });
  return Result;
}

/// \p Field without each of its convex pieces in turn.
void Planter::plantLess(const char *Kind, isl::map ArrayTransfers::*Field) {
  for (const isl::map &Piece : piecesOf(Local.Transfers.*Field))
    plant(Kind, transfers(), [&](Level &, LocalArray &L) {
      L.Transfers.*Field = (L.Transfers.*Field).subtract(Piece);
    });
}

/// The elements after those of \p Elements along their first dimension.
static isl::set afterEach(isl::set Elements) {
  isl_space *Space = isl_set_get_space(Elements.get());
  isl_aff *First = isl_aff_var_on_domain(
      isl_local_space_from_space(isl_space_copy(Space)), isl_dim_set, 0);
  isl_multi_aff *Next = isl_multi_aff_identity_on_domain_space(Space);
  Next = isl_multi_aff_set_aff(Next, 0, isl_aff_add_constant_si(First, 1));
  return Elements.apply(isl::manage(isl_map_from_multi_aff(Next)));
}

/// { I -> A[m] : I loads something, and m is beyond what any tile accesses }
static isl::map beyond(const ArrayTransfers &A) {
  isl::set Used = A.accessed().range();
  isl::set Hull = isl::set(isl::manage(isl_set_simple_hull(Used.copy())));
  isl::set After = afterEach(Used).subtract(Hull);
  isl::map All = isl::map::from_domain_and_range(A.Load.domain(), After);
  return All.set_tuple_id(isl::dim::out, A.Load.get_tuple_id(isl::dim::out));
}

/// What would be stored if nobody observed the array after the region, or if
/// nobody read it.
void Planter::plantInStore() {
  const Level &T = Tiled;
  if (Of.Depth > 0)
    return;
  auto add = [&](const char *Kind, const Scop &S, const Dependences &D) {
    auto Wrong = computeTransfers(S, D, T.B, T.Tiles);
    if (!Wrong)
      return llvm::consumeError(Wrong.takeError());
    for (const ArrayTransfers &A : *Wrong)
      if (A.Array == Local.Transfers.Array &&
          !Local.Transfers.Store.is_subset(A.Store).is_true())
        plant(Kind, transfers(), [&](Level &, LocalArray &L) {
          L.Transfers.Store = L.Transfers.Store.intersect(A.Store);
        });
  };
  Scop Unobserved = *Plan.Program;
  Unobserved.Arrays[Local.Transfers.Array].LiveOut = false;
  add("a store without what is observed", Unobserved, Plan.Deps);
  Dependences Unread = Plan.Deps;
  Unread.Flow = isl::union_map::empty(Unread.Flow.ctx());
  add("a store without what is read", *Plan.Program, Unread);
}

/// Loads that were found by value, and values, without what one statement wrote
/// or what no instance wrote.
void Planter::plantInValues() {
  const LoadedValues &All = Local.Transfers.Values;
  if (All.Initial.is_null())
    return;
  auto load = [&](const char *Kind, const LoadedValues &Less) {
    plant(Kind, transfers(), [&](Level &T, LocalArray &L) {
      ArrayTransfers &A = L.Transfers;
      A.Values = Less;
      (A.FullLoad.is_null() ? A.Load : A.FullLoad) =
          Less.elements(Plan.Program->accesses(A.Array, &Access::MustWrites)
                            .intersect_domain(T.B.Domain));
    });
  };
  isl::union_map Written = All.Written;
  Written.foreach_map([&](const isl::map &One) -> isl::stat {
    load("values without those of a statement",
         {Written.subtract(isl::union_map(One)), All.Initial});
    return isl::stat::ok();
  });
  isl::map Initial = All.Initial;
  if (!Initial.is_empty().is_true())
    load("values without those from before the band",
         {Written, Initial.subtract(Initial)});
}

/// Those of a part are proved as those of the whole array.
void Planter::plantInTransfers() {
  if (!Local.Transfers.Part.is_null())
    return;
  const ArrayTransfers &A = Local.Transfers;
  const TileShape &Shape = *Tiled.Tiles.Shape;
  plantLess("a load without a piece", &ArrayTransfers::Load);
  plantLess("a load of full tiles without a piece", &ArrayTransfers::FullLoad);
  plantLess("a store without a piece", &ArrayTransfers::Store);
  plantInValues();
  plantInStore();
  auto move = [&](isl::map &M, int Steps) {
    M = Shape.along(Steps).apply_range(M);
  };
  if (!A.Load.is_empty().is_true())
    plant("loads a tile too late", transfers(), [&](Level &, LocalArray &L) {
      move(L.Transfers.Load, -1);
      L.Transfers.FullLoad = isl::map();
    });
  if (!A.Store.is_empty().is_true())
    plant("stores a tile too early", transfers(),
          [&](Level &, LocalArray &L) { move(L.Transfers.Store, 1); });
  if (A.Reach.is_null() && countOf(A.Load.range_tuple_dim()) > 0 &&
      !beyond(A).is_empty().is_true())
    plant("loads what no tile uses", transfers(),
          [&](Level &, LocalArray &L) {
            L.Transfers.Load = L.Transfers.Load.unite(beyond(A));
          });
  isl::map StoredBefore = Shape.along(-1).apply_range(A.Store);
  if (!A.WrittenBefore.intersect(A.Read).is_subset(StoredBefore).is_true())
    plant("loads what is local and newer", transfers(),
          [&](Level &, LocalArray &L) {
            L.Transfers.Load = A.Read;
            L.Transfers.FullLoad = isl::map();
          });
}

/// \p E less one.
static Extent oneLess(Extent E) {
  for (std::vector<isl::aff> &Forms : E.MaxOfMins)
    for (isl::aff &Form : Forms)
      Form = isl::manage(isl_aff_add_constant_si(Form.release(), -1));
  E.AtLeastOne = false;
  return E;
}

void Planter::plantInSlant() {
  using Part = Extent SlantedForm::*;
  for (auto [Kind, Of] : {std::pair<const char *, Part>(
                              "a stride smaller by one", &SlantedForm::Stride),
                          {"a count smaller by one", &SlantedForm::Count},
                          {"a rest smaller by one", &SlantedForm::Rest}}) {
    plant(Kind, cells(), [Of = Of](Level &, LocalArray &L) {
      (*L.Mapping.Slanted).*Of = oneLess((*L.Mapping.Slanted).*Of);
    });
    // What is divided by the steps is rounded up.
    Result.back().MayBeRight = Local.Mapping.Slanted->hasSteps();
  }
  // Tiles that cover the rest of a row have elements there that are dead.
  Result[Result.size() - 1].MayBeRight = true;
  if (Local.Mapping.Slanted->hasSteps())
    plant("a step less", cells(), [](Level &, LocalArray &L) {
      L.Mapping.Slanted->Step = oneLess(L.Mapping.Slanted->Step);
    });
  plant("a row that slants the other way", cells(),
        [](Level &, LocalArray &L) { L.Mapping.Slanted->Sign *= -1; });
}

void Planter::plantInPacking() {
  using Part = isl::aff PackedForm::*;
  for (auto [Kind, Of, Steps] :
       {std::tuple<const char *, Part, int>("a later first row",
                                            &PackedForm::First, 1),
        {"a later start of rows", &PackedForm::Start, 1},
        {"rows shorter by one", &PackedForm::Length, -1}})
    plant(Kind, cells(), [Of = Of, Steps = Steps](Level &, LocalArray &L) {
      isl::aff &Form = (*L.Mapping.Packed).*Of;
      Form = isl::manage(isl_aff_add_constant_si(Form.release(), Steps));
    });
  plant("a row less", cells(), [](Level &, LocalArray &L) {
    L.Mapping.Packed->Count = oneLess(L.Mapping.Packed->Count);
  });
  plant("rows that grow less", cells(),
        [](Level &, LocalArray &L) { --L.Mapping.Packed->Growth; });
}

/// That of the cells of arrays that overlap, and of their windows.
static Proof overlaps() {
  return [](const RegionPlan &P) -> llvm::Error {
    if (llvm::Error E = verifySharing(P))
      return E;
    for (const std::vector<PlannedArray> &Members : buffersOf(P))
      for (const PlannedArray &A : Members)
        if (llvm::Error E = verifyWindows(P, A))
          return E;
    return llvm::Error::success();
  };
}

/// Arrays of the buffer of \p L have no windows then: these are for offsets of
/// 0.
static void moveOffset(Level &T, LocalArray &L, size_t R, int Steps) {
  isl::aff &Offset = L.Mapping.Offsets[R];
  Offset = isl::manage(isl_aff_add_constant_si(Offset.release(), Steps));
  for (LocalArray &Other : T.Arrays)
    if (Other.Buffer == L.Buffer)
      Other.Windows.clear();
}

/// An array may have room to move by one cell in a buffer.
void Planter::plantInOverlap() {
  for (size_t R = 0; R < Local.Mapping.Moduli.size(); ++R) {
    if (Local.Mapping.Moduli[R].constant() == 1)
      continue;
    plant("an offset greater by one", overlaps(),
          [&](Level &T, LocalArray &L) { moveOffset(T, L, R, 1); });
    Result.back().MayBeRight = true;
    plant("an offset smaller by one", overlaps(),
          [&](Level &T, LocalArray &L) { moveOffset(T, L, R, -1); });
    Result.back().MayBeRight = true;
    plant("a common modulus smaller by one", overlaps(),
          [&](Level &T, LocalArray &L) {
            for (LocalArray &Other : T.Arrays)
              if (Other.Buffer == L.Buffer)
                Other.Mapping.Moduli[R] = oneLess(Other.Mapping.Moduli[R]);
          });
  }
}

void Planter::plantInStrides() {
  for (size_t R = 0; R < Local.Mapping.Matrix.size(); ++R)
    if (Local.Mapping.divisor(R) != 1) {
      plant("a divisor greater by one", cells(),
            [R](Level &, LocalArray &L) { ++L.Mapping.Strided->Divisors[R]; });
      // Few cells may be apart all the same.
      Result.back().MayBeRight = true;
    }
}

void Planter::plantInMapping() {
  if (!Local.Mapping.Offsets.empty())
    return plantInOverlap();
  if (Local.Mapping.Slanted)
    return plantInSlant();
  if (Local.Mapping.Packed)
    return plantInPacking();
  plantInStrides();
  for (size_t R = 0; R < Local.Mapping.Moduli.size(); ++R)
    if (Local.Mapping.Moduli[R].constant() != 1) {
      plant("a modulus smaller by one", cells(),
            [&](Level &, LocalArray &L) {
              L.Mapping.Moduli[R] = oneLess(L.Mapping.Moduli[R]);
            });
      if (isSideRow(Local, R)) {
        // Proofs ask for two sides wherever two strips may overlap.
        Result.back().MayBeRight = true;
        continue;
      }
      plant("a row of zeros", cells(), [&](Level &, LocalArray &L) {
        for (int64_t &Coefficient : L.Mapping.Matrix[R])
          Coefficient = 0;
      });
    }
}

static std::string textOf(const ModularMapping &M, unsigned Rank) {
  return M.mappingText("", Rank) + " mod " + M.moduliText();
}

/// Mappings that the proposers choose for wrong conflicts.
void Planter::plantInConflicts() {
  if (!Local.Mapping.Offsets.empty())
    return;
  std::set<std::string> Known = {textOf(Local.Mapping, Local.Conflicts.Rank)};
  for (const WrongConflicts &Wrong : wrongConflicts(Local.Conflicts)) {
    auto M = allocate(Wrong.Conflicts, AllocationKind::Lattice,
                      ModuloKind::Exact);
    if (!M) {
      llvm::consumeError(M.takeError());
      continue;
    }
    if (!Known.insert(textOf(*M, Local.Conflicts.Rank)).second)
      continue;
    plant(Wrong.Kind, cells(), [&](Level &T, LocalArray &L) {
      L.Mapping = *M;
      addSides(L, T);
    });
    Result.back().MayBeRight = true;
  }
}

void Planter::plantInParts() {
  if (Local.Transfers.Part.is_null())
    return;
  for (const LocalArray &Other : Tiled.Arrays)
    if (&Other != &Local && Other.Transfers.Array == Local.Transfers.Array)
      plant("two parts that overlap", parts(), [&](Level &, LocalArray &L) {
        L.Transfers.Part = L.Transfers.Part.unite(Other.Transfers.Part);
      });
  plant("a part without its elements", parts(), [&](Level &, LocalArray &L) {
    L.Transfers.Part = isl::map::empty(L.Transfers.Part.get_space());
  });
}

/// The number of buffers is that of the arrays; others have numbers below.
void Planter::plantInBuffers() {
  const std::vector<LocalArray> &All = Tiled.Arrays;
  for (unsigned Other = 0; Other < Array; ++Other)
    if (All[Other].Buffer != Local.Buffer)
      plant("a buffer shared by what lives together", verifySharing,
            [&](Level &T, LocalArray &L) {
              L.Buffer = T.Arrays[Other].Buffer;
            });
}

Proof Planter::windows() const {
  return [Of = Of, A = Array](const RegionPlan &P) {
    const Level &T = Of.in(P);
    return verifyWindows(P, {&T, &T.Arrays[A], Of.Band});
  };
}

/// That of strips that overlap, and of the sides that buffers have for them.
Proof Planter::strips() const {
  return [Of = Of](const RegionPlan &P) -> llvm::Error {
    const Level &T = Of.in(P);
    std::vector<ArrayTransfers> Transfers;
    for (const LocalArray &L : T.Arrays) {
      if (llvm::Error E = verifySides(*P.Program, T, L))
        return E;
      Transfers.push_back(L.Transfers);
    }
    return verifyStops(*P.Program, T, Transfers);
  };
}

/// Moves the start of \p W by \p Steps.
static void moveStart(RowWindow &W, int Steps) {
  for (RowWindow::Bound &B : W.Bounds)
    B.Form = isl::manage(isl_aff_add_constant_si(B.Form.release(), Steps));
}

/// A window that is larger than what a tile uses may begin earlier, and one
/// that moves with the tiles may still hold what stays in the buffer.
void Planter::plantInWindows() {
  auto add = [&](const char *Kind, size_t R,
                 llvm::function_ref<void(RowWindow &)> Change) {
    plant(Kind, windows(),
          [&](Level &, LocalArray &L) { Change(L.Windows[R]); });
    Result.back().HasWindows = true;
  };
  for (size_t R = 0; R < Local.Windows.size(); ++R) {
    const RowWindow &W = Local.Windows[R];
    // Positions of a packed form do not count from there.
    if (Local.Mapping.Packed && R == Local.Mapping.Packed->Inner)
      continue;
    if (W.IsStatic) {
      add("a window that begins too late", R,
          [](RowWindow &W) { moveStart(W, 1); });
      add("a window that begins too early", R,
          [](RowWindow &W) { moveStart(W, -1); });
      Result.back().MayBeRight = true;
    } else if (!W.Bounds.empty() && llvm::all_of(W.Bounds, [](const auto &B) {
                 return B.Factor == 1;
               })) {
      add("a window that moves", R, [](RowWindow &W) { W.IsStatic = true; });
      Result.back().MayBeRight = true;
      if (W.IsAligned)
        continue;
      const Level &T = Tiled;
      isl::aff Start = coordinateOf(T.B, T.Tiles.Shape->originDimensions() - 1);
      add("a window taken for an aligned one", R, [&](RowWindow &W) {
        W.Bounds = {{1, Start}};
        W.IsAligned = true;
      });
      Result.back().MayBeRight = true;
    }
  }
}

/// What is kept by mistake may be what nobody looks for.
void Planter::plantInKept() {
  if (Local.Kept.Elements.is_null())
    return;
  auto add = [&](const char *Kind,
                 llvm::function_ref<void(KeptElements &)> Change) {
    plant(Kind, windows(), [&](Level &, LocalArray &L) { Change(L.Kept); });
    Result.back().HasWindows = true;
  };
  add("a window that moves without what is kept",
      [](KeptElements &K) { K.Elements = isl::map(); });
  add("an element that is not kept", [](KeptElements &K) {
    K.Elements = K.Elements.subtract(K.Elements.lexmax());
  });
  if (Local.Kept.IsInOrder) {
    add("elements that are moved in any order",
        [](KeptElements &K) { K.IsInOrder = false; });
    Result.back().MayBeRight = true;
  }
  add("elements that are kept before there are any", [&](KeptElements &K) {
    K.Elements = K.Elements.unite(isl::map::from_domain_and_range(
                                      Tiled.Tiles.NonEmpty, K.Elements.range())
                                      .intersect(Local.Transfers.held()));
  });
  Result.back().MayBeRight = true;
}

void Planter::plantInOrder() {
  const Level &T = Tiled;
  if (T.Phases.isSequential())
    return;
  if (T.MayOverlap && T.Tiles.Shape->originDimensions() > 1) {
    plant("strips that do not wait for each other", strips(),
          [](Level &T, LocalArray &) {
            T.Stops = isl::set::empty(T.Tiles.NonEmpty.get_space());
          });
    Result.back().MayBeRight = true;
  }
  if (!T.MayOverlap)
    plant("loads started too early", transfers(),
          [](Level &T, LocalArray &) { T.MayOverlap = true; });
  else if (!Local.Transfers.Load.is_empty().is_true() &&
           !Local.Transfers.Store.is_empty().is_true())
    plant("channels without fences", cells(), [](Level &T, LocalArray &) {
      T.Phases.Crossing = T.Tiles.Shape->along(2);
    });
}

/// In buffers that tiles inside have to fit to. Where all of an array is
/// stored, what a tile stores may be there all the same.
void Planter::plantInChain() {
  if (Tiled.Inside.empty())
    return;
  auto Prove = [Of = Of](const RegionPlan &P) {
    return verifyChain(P, Of.in(P));
  };
  auto Add = [&](const char *Kind,
                 llvm::function_ref<void(Level &, LocalArray &)> Make) {
    plant(Kind, Prove, Make);
    Result.back().MayBeRight = true;
  };
  const ArrayTransfers &A = Local.Transfers;
  if (!A.Write.is_subset(A.Store).is_true())
    Add("a tile stores what its parts keep",
        [](Level &, LocalArray &L) { L.Transfers.Store = L.Transfers.Write; });
  for (unsigned K = 0; K < Tiled.Inside.front().Arrays.size(); ++K) {
    const ArrayTransfers &Near = Tiled.Inside.front().Arrays[K].Transfers;
    if (Near.Array != A.Array || countOf(Near.Load.range_tuple_dim()) == 0)
      continue;
    auto Both = [Prove, Of = LevelNumber{Of.Band, Of.Depth + 1},
                 K](const RegionPlan &P) -> llvm::Error {
      if (llvm::Error E = Prove(P))
        return E;
      const Level &T = Of.in(P);
      return verifyTransfers(*P.Program, P.Deps, T.B, T.Tiles,
                             T.Arrays[K].Transfers,
                             phasesInSequence(*T.Tiles.Shape));
    };
    Add("a part loads what its tile does not have", [K](Level &T,
                                                        LocalArray &) {
      isl::map &Load = T.Inside.front().Arrays[K].Transfers.Load;
      Load = Load.unite(
          isl::map::from_domain_and_range(Load.domain(),
                                          afterEach(Load.range()))
              .set_tuple_id(isl::dim::out, Load.get_tuple_id(isl::dim::out)));
    });
    Result.back().Prove = Both;
    if (Near.Store.is_empty().is_true())
      continue;
    Add("a part keeps what others need", [K](Level &T, LocalArray &) {
      isl::map &Store = T.Inside.front().Arrays[K].Transfers.Store;
      Store = isl::map::empty(Store.get_space());
    });
    Result.back().Prove = Both;
  }
}

/// Takes the last dimension of \p Indices into the rows.
static void takeForWhole(isl::set &Indices, unsigned &Count) {
  unsigned Rank = isl_set_dim(Indices.get(), isl_dim_set);
  if (Rank < 2)
    return;
  isl::id Name = Indices.get_tuple_id();
  Indices = Indices.project_out(isl::dim::set, Rank - 1, 1).set_tuple_id(Name);
  ++Count;
}

static void loseRow(isl::set &Indices, unsigned &Count) {
  if (Count > 0)
    Indices = Indices.subtract(Indices.lexmin());
}

/// Adds the row after each.
static void addRow(isl::set &Indices, unsigned &Count) {
  if (Count == 0)
    return;
  Indices = Indices.unite(afterEach(Indices));
}

namespace {

/// Plants mistakes in the lowering.
class LoweringPlanter {
public:
  LoweringPlanter(const RegionPlan &Plan, std::vector<Mutant> &Result)
      : Plan(Plan), Result(Result) {}

  using Rows = void (*)(isl::set &, unsigned &);
  using Limits = std::function<void(std::vector<looptree::Expr> &)>;
  /// In transfer number \p Number.
  void inRows(const char *Kind, size_t Number, Rows Change);
  /// In the loop in segments number \p Number.
  void inSegment(const char *Kind, size_t Number, Limits Change);
  /// In the banks of buffer number \p Number. Results stay right where cells
  /// meet in a bank, so that only the proof sees that.
  void inBanks(const char *Kind, size_t Number, void (*Change)(BufferBanks &));

private:
  const RegionPlan &Plan;
  std::vector<Mutant> &Result;

  void add(const char *Kind, std::function<void(PlantedMistakes &)> Plant) {
    Result.push_back({Kind, Plan, nullptr, true, false, std::move(Plant)});
  }
};

} // namespace

void LoweringPlanter::inRows(const char *Kind, size_t Number, Rows Change) {
  add(Kind, [=](PlantedMistakes &O) {
    O.InRows = [=, Seen = size_t(0)](isl::set &Indices,
                                     unsigned &Count) mutable {
      if (Seen++ == Number)
        Change(Indices, Count);
    };
  });
}

void LoweringPlanter::inSegment(const char *Kind, size_t Number,
                                Limits Change) {
  add(Kind, [=](PlantedMistakes &O) {
    O.InSegment = [=,
                   Seen = size_t(0)](std::vector<looptree::Expr> &All) mutable {
      if (Seen++ == Number)
        Change(All);
    };
  });
}

void LoweringPlanter::inBanks(const char *Kind, size_t Number,
                              void (*Change)(BufferBanks &)) {
  add(Kind, [=](PlantedMistakes &O) {
    O.InBanks = [=, Seen = size_t(0)](BufferBanks &B) mutable {
      if (Seen++ == Number)
        Change(B);
    };
  });
  Result.back().MayBeRight = false;
}

std::vector<Mutant> stevedore::mutantsOfLowering(const RegionPlan &Plan,
                                                 const LoweringDecisions &Made) {
  std::vector<Mutant> Result;
  LoweringPlanter P(Plan, Result);
  for (size_t K = 0; K < Made.WholeRows.size(); ++K) {
    P.inRows("a row taken for a whole one", K, takeForWhole);
    if (Made.WholeRows[K] == 0)
      continue;
    P.inRows("a whole row missing", K, loseRow);
    P.inRows("a whole row too many", K, addRow);
  }
  using Exprs = std::vector<looptree::Expr>;
  for (size_t K = 0; K < Made.SegmentLimits.size(); ++K)
    for (size_t L = 0; L < Made.SegmentLimits[K]; ++L) {
      P.inSegment("a segment without a limit", K,
                  [L](Exprs &All) { All.erase(All.begin() + L); });
      P.inSegment("a segment that is longer", K, [L](Exprs &All) {
        All[L] = looptree::Expr::make(looptree::Expr::Add, {All[L], 1});
      });
    }
  for (size_t K = 0; K < Made.MovesForBanks.size(); ++K) {
    P.inBanks("a bank fewer", K, [](BufferBanks &B) { --B.Count; });
    if (Made.MovesForBanks[K])
      P.inBanks("cells with one address in a bank", K,
                [](BufferBanks &B) { B.Form[B.Row] = 0; });
  }
  return Result;
}

/// Shares out the tiles of level number \p Band along other loops, some of
/// which may do.
static void plantInWorkers(const RegionPlan &Plan, unsigned Band,
                           std::vector<Mutant> &Result) {
  unsigned Size = Plan.Levels[Band].Tiles.Shape->originDimensions();
  auto Prove = [Band](const RegionPlan &P) {
    return verifyShared(P, P.Levels[Band]);
  };
  for (unsigned First = 0; First < Size; ++First)
    for (unsigned Count = 1; First + Count <= Size; ++Count)
      for (bool IsFront : {false, true}) {
        if (IsFront && (First > 0 || Count == 1))
          continue;
        Mutant M{IsFront ? "tiles shared out in fronts" : "tiles shared out",
                 Plan, Prove, /*MayBeRight=*/true};
        M.Plan.Levels[Band].Shared = {First, Count, IsFront};
        Result.push_back(std::move(M));
      }
}

std::vector<Mutant> stevedore::mutantsOf(const RegionPlan &Plan) {
  std::vector<Mutant> Result;
  for (unsigned B = 0; B < Plan.Levels.size(); ++B)
    if (Plan.Workers.Kind != WorkerDecision::One)
      plantInWorkers(Plan, B, Result);
  for (unsigned B = 0; B < Plan.Levels.size(); ++B)
    for (unsigned Depth = 0; Depth < Plan.numMemories(); ++Depth) {
      LevelNumber Of = {B, Depth};
      for (unsigned A = 0; A < Of.in(Plan).Arrays.size(); ++A)
        Planter(Plan, Of, A, Result).run();
    }
  return Result;
}
