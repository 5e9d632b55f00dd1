//===- Sides.cpp - Buffers that take turns --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Sides.h"
#include "stevedore/Allocation/Cells.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

/// Whether nothing that a tile has in the buffer is used by another tile.
static bool isTileAlone(const ArrayTransfers &A) {
  isl::map Before = A.presentBefore();
  return Before.is_disjoint(A.held()).is_true() &&
         Before.is_disjoint(A.AccessedAfter).is_true();
}

/// Whether no load of \p A in the tiles of \p T begins while a store is under
/// way.
static bool areOrdered(const ArrayTransfers &A, const Level &T) {
  return T.Phases.isFenced() || A.Load.is_empty().is_true() ||
         A.Store.is_empty().is_true();
}

SideKind stevedore::sidesFor(const ArrayTransfers &A, const Level &T) {
  bool Loads = !A.Load.is_empty().is_true(),
       Stores = !A.Store.is_empty().is_true();
  if (T.Stops.is_null() || (!Loads && !Stores))
    return SideKind::One;
  if (areOrdered(A, T) && isTileAlone(A))
    return SideKind::Tiles;
  return SideKind::Strips;
}

bool stevedore::mayMoveBetweenSides(const ArrayTransfers &A, const Level &T) {
  return T.MayOverlap && areOrdered(A, T) && !isTileAlone(A) &&
         T.Inside.empty() && T.Tiles.Around.empty();
}

bool stevedore::areOfTiles(SideKind Sides) {
  return Sides == SideKind::Tiles || Sides == SideKind::Moving;
}

PhaseOrder stevedore::orderOnSide(const Level &T, SideKind Sides) {
  return areOfTiles(Sides) ? phasesInSequence(*T.Tiles.Shape) : T.Phases;
}

/// \p Tiles, { [I] }, as a condition on their parameters but outer counters.
static isl::set withoutCounters(const isl::set &Tiles,
                                const Roles &Parameters) {
  isl::set Result = Tiles.params();
  for (int P = isl_set_dim(Result.get(), isl_dim_param); P-- > 0;)
    if (Parameters.isOuterCounter(
            isl_set_get_dim_name(Result.get(), isl_dim_param, P)))
      Result = isl::manage(
          isl_set_project_out(Result.release(), isl_dim_param, P, 1));
  return Result;
}

/// { [I] -> [I'] : I' is \p Sign steps or more from I along coordinate number
/// \p K }; in the same place along it where \p Sign is 0.
static isl::map apartAlong(const TileSpace &T, unsigned K, int Sign) {
  unsigned Size = T.Shape->originDimensions();
  isl::map All = isl::map::universe(T.Shape->along(1).get_space());
  isl::set Pairs = isl::manage(isl_set_flatten(All.wrap().release()));
  std::vector<int64_t> Difference(2 * Size);
  Difference[K] = Sign < 0 ? 1 : -1;
  Difference[Size + K] = -Difference[K];
  isl::space Space = Pairs.get_space();
  isl::pw_aff Distance = rowProduct(Space, Difference);
  Pairs = Sign == 0
              ? Distance.eq_set(number(Space, 0))
              : Distance.ge_set(onElements(Space, T.Shape->steps(K).Step));
  isl_map *Result = isl_map_from_domain(Pairs.release());
  Result = isl_map_move_dims(Result, isl_dim_out, 0, isl_dim_in, Size, Size);
  return isl::manage(isl_map_reset_tuple_id(
      isl_map_reset_tuple_id(Result, isl_dim_in), isl_dim_out));
}

/// { : ... } over N and T where two tiles of \p T are a step or more apart
/// along coordinate number \p K.
static isl::set areTwoAlong(const TileSpace &T, unsigned K) {
  isl::map Pairs = apartAlong(T, K, 1).intersect_domain(T.NonEmpty);
  return withoutCounters(Pairs.intersect_range(T.NonEmpty).domain(),
                         T.Parameters);
}

/// 2 where two tiles of \p T differ in a coordinate before number \p End, else
/// 1; or 2 anyway where that is no maximum of minima of a few forms.
static Extent sidesOf(const Level &T, unsigned End) {
  isl::ctx Ctx = T.Tiles.Context.ctx();
  const isl::aff Two(Ctx, "{ [(2)] }");
  isl::set Known = withoutCounters(T.Tiles.NonEmpty, T.Tiles.Parameters)
                       .intersect(T.Tiles.Context);
  Extent Result;
  for (unsigned K = 0; K < End; ++K) {
    isl_basic_set *Hull = isl_set_simple_hull(isl_set_remove_divs(
        isl_set_gist_params(areTwoAlong(T.Tiles, K).release(), Known.copy())));
    std::vector<isl::aff> Minimum = {Two};
    for (const isl::constraint &C :
         constraintsOf(isl::manage(isl_basic_set_remove_redundancies(Hull)))) {
      isl_aff *Form = isl_constraint_get_aff(C.get());
      Minimum.push_back(
          isl::manage(isl_aff_add_constant_si(isl_aff_copy(Form), 2)));
      if (isl_constraint_is_equality(C.get()) == isl_bool_true)
        Minimum.push_back(isl::manage(
            isl_aff_add_constant_si(isl_aff_neg(isl_aff_copy(Form)), 2)));
      isl_aff_free(Form);
    }
    if (Minimum.size() > limits::SideForms + 1)
      Minimum.resize(1);
    Result.MaxOfMins.push_back(std::move(Minimum));
  }
  if (llvm::any_of(Result.MaxOfMins,
                   [](const auto &M) { return M.size() == 1; }))
    Result.MaxOfMins = {{Two}};
  Result.AtLeastOne = isAtLeastOne(Result, T.Tiles.Context);
  return Result;
}

void stevedore::addSides(LocalArray &L, const Level &T) {
  if (L.Sides == SideKind::One)
    return;
  unsigned Size = T.Tiles.Shape->originDimensions(),
           Strip = T.Tiles.Shape->originDimensions() - 1;
  Extent Sides = sidesOf(T, areOfTiles(L.Sides) ? Size : Strip);
  ModularMapping &M = L.Mapping;
  M.dropForms();
  M.Matrix.insert(M.Matrix.begin(), std::vector<int64_t>(L.Conflicts.Rank));
  M.Moduli.insert(M.Moduli.begin(), Sides);
  for (OtherModuli &Other : M.Others)
    Other.Moduli.insert(Other.Moduli.begin(), Sides);
}

bool stevedore::isSideRow(const LocalArray &L, unsigned Row) {
  return L.Sides != SideKind::One && Row == 0;
}

/// Whether \p Stops has tiles though those of \p T are small and the problem is
/// large, where that may be.
static bool areUsual(const isl::set &Stops, const TileSpace &T) {
  isl::set Context = T.Context, Usual = Stops;
  for (unsigned P = 0; P < countOf(isl_set_dim(Stops.get(), isl_dim_param));
       ++P) {
    std::string Name = isl_set_get_dim_name(Stops.get(), isl_dim_param, P);
    Role R = T.Parameters.of(Name);
    if (R != Role::TileSize && R != Role::Structure)
      continue;
    isl::set Large =
        fixedAt(isl::set::universe(Stops.get_space().params()), isl_dim_param,
                P, TypicalValues().of(T.Parameters, Name));
    if (Context.intersect(Large).is_empty().is_true())
      continue;
    Context = Context.intersect(Large);
    Usual = Usual.intersect_params(Large);
  }
  return !Usual.is_empty().is_true();
}

/// { [I] -> [I'] : I' is in a strip before that of I }, for origins that are
/// multiples of steps.
static isl::map stripsBefore(const TileSpace &T) {
  unsigned Outer = T.Shape->originDimensions() - 1;
  isl::map Result;
  for (unsigned First = 0; First < Outer; ++First) {
    isl::map Next = apartAlong(T, First, -1);
    for (unsigned K = 0; K < Outer; ++K)
      if (K < First)
        Next = Next.intersect(apartAlong(T, K, 0));
      else if (K > First)
        Next = Next.intersect(apartAlong(T, K, 0)
                                  .unite(apartAlong(T, K, 1))
                                  .unite(apartAlong(T, K, -1)));
    Result = Result.is_null() ? Next : Result.unite(Next);
  }
  return Result.intersect_domain(T.NonEmpty).intersect_range(T.NonEmpty);
}

/// Whether the origins of \p Shape are multiples of steps.
static bool areMultiples(const TileShape &Shape) {
  for (unsigned K = 0; K < Shape.originDimensions(); ++K)
    if (isl_aff_plain_is_zero(Shape.steps(K).Start.get()) != isl_bool_true)
      return false;
  return true;
}

isl::set stevedore::stopsBetweenStrips(llvm::ArrayRef<ArrayTransfers> Transfers,
                                       const Level &T, ChannelKind Channels) {
  const TileSpace &S = T.Tiles;
  unsigned Size = S.Shape->originDimensions();
  if (Size < 2 || S.Reuse.numFixed(Size) + 1 < Size || !areMultiples(*S.Shape))
    return isl::set();
  Budget Limit(S.NonEmpty.ctx(), {0, limits::StopOperations});
  isl::map Next = S.Shape->along(1)
                      .intersect_domain(S.NonEmpty)
                      .intersect_range(S.NonEmpty);
  isl::map Before = stripsBefore(S);
  if (Channels == ChannelKind::Fenced)
    Before = Before.intersect_domain(S.NonEmpty.subtract(Next.range()))
                 .intersect_range(S.NonEmpty.subtract(Next.domain()));
  isl::set Stops = isl::set::empty(S.NonEmpty.get_space());
  for (const ArrayTransfers &A : Transfers) {
    isl::map Waits = Before.apply_range(A.Write.unite(A.Store));
    Stops = Stops.unite(Waits.intersect(A.Load).domain());
    if (!A.FullLoad.is_null())
      Stops = Stops.unite(Waits.intersect(A.FullLoad).domain());
  }
  Stops = coalesced(Stops.intersect_params(S.Context));
  if (Stops.is_null() || Stops.is_empty().is_true())
    return unlessOver(Limit, Stops);
  Stops = coalesced(isl::manage(isl_set_remove_divs(Stops.release())));
  bool IsRare = Channels == ChannelKind::Fenced &&
                isl_set_n_basic_set(Stops.get()) <= int(limits::StopPieces) &&
                !areUsual(Stops, S);
  return unlessOver(Limit, IsRare ? Stops : isl::set());
}

bool stevedore::mayHaveGaps(const Level &T) {
  const TileSpace &S = T.Tiles;
  if (isConvex(S.NonEmpty))
    return false;
  Budget Limit(S.NonEmpty.ctx(), {0, limits::StopOperations});
  unsigned Last = S.Shape->originDimensions() - 1;
  isl::map Next = S.Shape->along(1).intersect_domain(S.NonEmpty);
  isl::map Before = apartAlong(S, Last, -1);
  for (unsigned K = 0; K < Last; ++K)
    Before = Before.intersect(apartAlong(S, K, 0));
  isl::set First = S.NonEmpty.subtract(Next.range());
  bool HasNone = Before.intersect_domain(First.intersect_params(S.Context))
                     .intersect_range(S.NonEmpty)
                     .is_empty()
                     .is_true();
  return unlessOver(Limit, !areMultiples(*S.Shape) || !HasNone, true);
}

/// Whether two tiles of \p T that take turns with the sides of \p L are on two
/// of them for any of its moduli.
static llvm::Expected<bool> areOnTwoSides(const Level &T, const LocalArray &L) {
  unsigned Size = T.Tiles.Shape->originDimensions(),
           End = areOfTiles(L.Sides) ? Size : Size - 1;
  isl::set OnOne = isl::set::empty(T.Tiles.Context.get_space());
  for (const ModularMapping &Choice : L.Mapping.choices()) {
    isl_pw_aff *Less = isl_pw_aff_neg(Choice.Moduli[0].expression().release());
    Less = isl_pw_aff_add_constant_val(
        Less, isl::val(T.Tiles.Context.ctx(), 1).release());
    OnOne = OnOne.unite(isl::manage(isl_pw_aff_nonneg_set(Less)));
  }
  for (unsigned K = 0; K < End; ++K) {
    auto Apart = checked(T.Tiles.Context.ctx().get(),
                         areTwoAlong(T.Tiles, K).is_disjoint(OnOne),
                         "the sides of a buffer");
    if (!Apart || !*Apart)
      return Apart;
  }
  return llvm::all_of(L.Mapping.Matrix[0], [](int64_t A) { return A == 0; });
}

llvm::Error stevedore::verifySides(const Scop &S, const Level &T,
                                   const LocalArray &L) {
  const ArrayTransfers &A = L.Transfers;
  auto refused = [&](const char *Why) {
    return llvm::make_error<IslError>(IslError::Invalid,
                                      "the sides of the buffer of array '" +
                                          S.Arrays[A.Array].Name + "' " + Why);
  };
  if (L.Sides == SideKind::One) {
    bool Moves = !A.Load.is_empty().is_true() || !A.Store.is_empty().is_true();
    return Moves && !T.Stops.is_null() ? refused("are one for two strips")
                                       : llvm::Error::success();
  }
  auto AreTwo = areOnTwoSides(T, L);
  if (!AreTwo)
    return AreTwo.takeError();
  if (!*AreTwo)
    return refused("are one for two tiles");
  if (L.Sides == SideKind::Strips)
    return llvm::Error::success();
  if (!T.Phases.isFenced() && !A.Load.is_empty().is_true() &&
      !A.Store.is_empty().is_true())
    return refused("take a load while a store leaves them");
  if (L.Sides == SideKind::Moving)
    return llvm::Error::success();
  isl::union_map Points = T.B.Theta.intersect_domain(T.B.Domain).reverse(),
                 Accesses;
  for (bool Access::*Kind :
       {&Access::Reads, &Access::MustWrites, &Access::MayWrites}) {
    isl::union_map Some =
        Points.apply_range(S.accesses(A.Array, Kind, T.B.Domain));
    Accesses = Accesses.is_null() ? Some : Accesses.unite(Some);
  }
  auto Accessed = [&](const isl::map &Tiles) {
    isl::union_map Elements =
        isl::union_map(Tiles.intersect_params(T.Tiles.Context))
            .apply_range(Accesses);
    return A.Part.is_null() ? Elements
                            : Elements.intersect(isl::union_map(A.Part));
  };
  isl::union_map Until =
      Accessed(T.Tiles.Inside).unite(Accessed(T.Tiles.After));
  isl::union_map Since = Accessed(T.Tiles.Before);
  if (!A.LoadedBefore.is_null())
    Since = Since.unite(isl::union_map(A.LoadedBefore));
  auto Apart = checked(S.ctx(), Since.is_disjoint(Until),
                       "what tiles have on one side of a buffer");
  if (!Apart)
    return Apart.takeError();
  return *Apart ? llvm::Error::success()
                : refused("have elements that several tiles use");
}
