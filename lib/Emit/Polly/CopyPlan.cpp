//===- CopyPlan.cpp - Plans as flat orders --------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include "stevedore/Plan/FixedSizes.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/val.h"

using namespace llvm;
using namespace stevedore;

namespace {

/// The number of each phase in the times of a tile.
enum PhaseTime { LoadTime, ComputeTime, StoreTime };

/// Makes the flat order of one plan.
class Flattening {
public:
  Flattening(const RegionPlan &Plan, BufferPlaces Places)
      : Plan(Plan), Places(Places), Program(*Plan.Program),
        Ctx(Program.Context.ctx().get()), Sizes(Plan) {}

  Expected<CopyPlan> run();

private:
  isl::map outsideOf(unsigned Band) const;
  isl::map numbersOf(const TileSpace &Tiles) const;
  isl::map tilesOf(const Level &T) const;
  void addUntiled();
  Error addBand(unsigned Number);
  Error addStatements(unsigned Number, const isl::map &Tiles);
  Error addCopies(unsigned Number, const isl::map &Tiles, unsigned Buffer,
                  bool IsLoad, const isl::map &Moved);
  void addCopy(isl::set Piece, unsigned Before, const isl::map &OfTile,
               unsigned Buffer, bool IsLoad);
  void redirect(const Level &T, unsigned Buffer);
  void pad();

  const RegionPlan &Plan;
  BufferPlaces Places;
  const Scop &Program;
  isl_ctx *Ctx;
  FixedSizes Sizes;
  CopyPlan Result;
};

} // namespace

/// { [o] -> [t] } : when band number \p Band is executed.
isl::map Flattening::outsideOf(unsigned Band) const {
  isl::map Found;
  Plan.Order.OuterOrder.foreach_map([&](isl::map M) -> isl::stat {
    const char *Name = isl_map_get_tuple_name(M.get(), isl_dim_in);
    if (Name && bandName(Band) == Name)
      Found = isl::manage(isl_map_reset_tuple_id(M.release(), isl_dim_in));
    return isl::stat::ok();
  });
  return Found;
}

/// { [k] -> [I] } : I is the origin with the number k_K among those with the
/// same coordinates before K, for each K.
isl::map Flattening::numbersOf(const TileSpace &Tiles) const {
  isl::map Distances, Multiples;
  auto Append = [](isl::map &To, const isl::map &M) {
    To = To.is_null()
             ? M
             : isl::manage(isl_map_flat_range_product(To.release(), M.copy()));
  };
  for (unsigned K = 0; K < Tiles.Shape->originDimensions(); ++K) {
    OriginSteps Steps = Tiles.Shape->steps(K);
    isl::aff Coordinate = isl::manage(isl_aff_var_on_domain(
        isl_aff_get_domain_local_space(Steps.Start.get()), isl_dim_set, K));
    Append(Distances,
           Sizes.in(isl::map::from_aff(Coordinate.sub(Steps.Start))));
    isl::set Step = Sizes.in(isl::set(isl::map::from_aff(Steps.Step).range()));
    Append(Multiples,
           isl::map::from_aff(Coordinate.scale(
               Step.sample_point().coordinate_val(isl::dim::set, 0))));
  }
  return Multiples.apply_range(Distances.reverse());
}

/// { [o, k] -> [o, I] }: the tiles of \p T that have points, by the numbers of
/// their origins. Numbers leave no remainders by sizes in the sets of loops.
isl::map Flattening::tilesOf(const Level &T) const {
  isl::map Tiles = parametersInto(
      isl::map::from_range(Sizes.in(tilesWithPoints(T.B, T.Tiles))), isl_dim_in,
      T.Tiles.OuterNames);
  unsigned Outer = T.Tiles.OuterNames.size();
  isl::map Self =
      isl::manage(isl_map_identity(isl_space_alloc(Ctx, 0, Outer, Outer)));
  isl::map Numbered = isl::manage(
      isl_map_flat_product(Self.release(), numbersOf(T.Tiles).release()));
  return Numbered.intersect_range(
      isl::manage(isl_set_flatten(isl_map_wrap(Tiles.release()))));
}

/// Statements outside of bands.
void Flattening::addUntiled() {
  Plan.Order.OuterOrder.foreach_map([&](isl::map M) -> isl::stat {
    const char *Name = isl_map_get_tuple_name(M.get(), isl_dim_in);
    if (Name && Program.findStatement(Name))
      Result.Times = Result.Times.unite(isl::union_map(M));
    return isl::stat::ok();
  });
}

/// { [x] -> [..., \p Value] } after \p M, { [x] -> [...] }.
static isl::map followedBy(const isl::map &M, int64_t Value) {
  unsigned At = countOf(M.dim(isl::dim::out));
  isl_map *Longer = isl_map_add_dims(M.copy(), isl_dim_out, 1);
  return isl::manage(isl_map_fix_si(Longer, isl_dim_out, At, Value));
}

static isl::map concatenated(const isl::map &A, const isl::map &B) {
  return isl::manage(isl_map_flat_range_product(A.copy(), B.copy()));
}

/// { [o, k] -> [t, k] } : the time of a tile among others, \p Outside being
/// { [o] -> [t] }.
static isl::map timeOfTile(const isl::map &Outside, unsigned NumCoordinates) {
  isl::map Origin = isl::manage(isl_map_identity(isl_space_alloc(
      isl_map_get_ctx(Outside.get()), 0, NumCoordinates, NumCoordinates)));
  return isl::manage(isl_map_flat_product(Outside.copy(), Origin.release()));
}

/// The statements of band number \p Number: their tile, then their order in it.
Error Flattening::addStatements(unsigned Number, const isl::map &Tiles) {
  const Level &T = Plan.Levels[Number];
  unsigned Coordinates = T.Tiles.Shape->originDimensions();
  isl::map Inside = Tiles.apply_range(parametersInto(
      Sizes.in(T.Tiles.Shape->points()), isl_dim_in, T.Tiles.OuterNames));
  isl::map OfTile = timeOfTile(outsideOf(Number), Coordinates);
  unsigned Length = countOf(OfTile.dim(isl::dim::out));
  Result.TileDimensions =
      Number == 0 ? Length : std::min(Result.TileDimensions, Length);
  isl::union_map Theta = T.B.Theta.intersect_domain(T.B.Domain);
  Error Failed = Error::success();
  Theta.foreach_map([&](isl::map M) -> isl::stat {
    isl::map Tile = M.apply_range(Inside.reverse()).apply_range(OfTile);
    isl::map Order = M.apply_range(pointOrder(T.B, M.range().get_space()));
    Order = Order.project_out(isl::dim::out, 0, T.B.Outer);
    Result.Times = Result.Times.unite(
        isl::union_map(concatenated(followedBy(Tile, ComputeTime), Order)));
    const Statement *S =
        Program.findStatement(isl_map_get_tuple_name(M.get(), isl_dim_in));
    isl::set Whole = S->Domain.intersect_params(Program.Context);
    if (!Failed && !Whole.is_subset(M.domain()).is_true())
      Failed = createStringError("statement " + S->Name +
                                 " is executed in several bands");
    return isl::stat::ok();
  });
  return Failed;
}

/// The copies of the elements \p Moved, { I -> A[m] }, of the tiles \p Tiles,
/// { [o, k] -> [o, I] }, of band number \p Number: one for each piece of them,
/// since Polly compares all pieces of what a statement writes with each other.
Error Flattening::addCopies(unsigned Number, const isl::map &Tiles,
                            unsigned Buffer, bool IsLoad,
                            const isl::map &Moved) {
  const Level &T = Plan.Levels[Number];
  isl::map Elements = Tiles.apply_range(
      parametersInto(Sizes.in(Moved), isl_dim_in, T.Tiles.OuterNames));
  unsigned Before = countOf(Elements.dim(isl::dim::in));
  isl::map Plain =
      isl::manage(isl_map_reset_tuple_id(Elements.release(), isl_dim_out));
  isl::set All = isl::manage(isl_set_flatten(isl_map_wrap(Plain.release())));
  All = isl::manage(isl_set_make_disjoint(coalesced(All).release()));
  if (isl_set_n_basic_set(All.get()) > limits::ScannedPieces)
    return createStringError("transfers have more than " +
                             Twine(limits::ScannedPieces) + " pieces");
  isl::map OfTile =
      timeOfTile(outsideOf(Number), T.Tiles.Shape->originDimensions());
  isl::stat Done = All.foreach_basic_set([&](isl::basic_set Piece) {
    addCopy(Piece, Before, OfTile, Buffer, IsLoad);
    return isl::stat::ok();
  });
  return Done.is_ok() ? Error::success()
                      : islError(Ctx, "the pieces of transfers");
}

/// The copy of the elements m in \p Piece, { [o, k, m] }, where [o, k] are the
/// first \p Before dimensions and \p OfTile is { [o, k] -> [t] }.
void Flattening::addCopy(isl::set Piece, unsigned Before,
                         const isl::map &OfTile, unsigned Buffer, bool IsLoad) {
  std::string Name = "Copy" + std::to_string(Result.Copies.size());
  Piece = isl::manage(isl_set_set_tuple_name(Piece.release(), Name.c_str()));
  unsigned Rank = countOf(Piece.tuple_dim()) - Before;
  isl::map Self = isl::manage(
      isl_map_reset_tuple_id(isl_set_identity(Piece.release()), isl_dim_out));
  isl::map Element = Self.project_out(isl::dim::out, 0, Before);
  isl::map Tile = Self.project_out(isl::dim::out, Before, Rank);
  CopyPhase Copy;
  Copy.Buffer = Buffer;
  Copy.IsLoad = IsLoad;
  Copy.Element = isl::manage(isl_map_set_tuple_name(
      Element.copy(), isl_dim_out,
      Program.Arrays[Result.Buffers[Buffer].Array].Name.c_str()));
  isl::map Phase =
      followedBy(Tile.apply_range(OfTile), IsLoad ? LoadTime : StoreTime);
  Copy.Time = concatenated(followedBy(Phase, Result.Copies.size()), Element);
  Result.Copies.push_back(std::move(Copy));
}

/// What statements of \p T access of the array of \p Buffer is there.
void Flattening::redirect(const Level &T, unsigned Buffer) {
  T.B.Domain.foreach_set([&](isl::set Points) -> isl::stat {
    for (auto [S, To] : zip(Program.Statements, Result.Redirected))
      if (S.Name == Points.get_tuple_name())
        for (auto [A, Local] : zip(S.Accesses, To))
          if (A.Array == Result.Buffers[Buffer].Array)
            Local = Buffer;
    return isl::stat::ok();
  });
}

Error Flattening::addBand(unsigned Number) {
  const Level &T = Plan.Levels[Number];
  if (!T.Phases.isSequential())
    return createStringError("phases overlap");
  isl::map Tiles = tilesOf(T);
  if (Error E = addStatements(Number, Tiles))
    return E;
  for (const LocalArray &A : T.Arrays) {
    if (!A.Transfers.Part.is_null())
      return createStringError("an array is in several parts");
    unsigned Buffer = Result.Buffers.size();
    auto B = planBuffer(Plan, T, A, Places);
    if (!B)
      return B.takeError();
    if (Number > 0)
      B->Name += "_" + std::to_string(Number + 1);
    Result.Buffers.push_back(std::move(*B));
    if (Error E =
            addCopies(Number, Tiles, Buffer, true, A.Transfers.loaded(T.Tiles)))
      return E;
    if (Error E = addCopies(Number, Tiles, Buffer, false, A.Transfers.Store))
      return E;
    redirect(T, Buffer);
  }
  return Error::success();
}

/// Makes all times as long as the longest.
void Flattening::pad() {
  unsigned Longest = 0;
  auto Measure = [&](const isl::map &M) {
    Longest = std::max(Longest, countOf(M.dim(isl::dim::out)));
    return isl::stat::ok();
  };
  Result.Times.foreach_map(Measure);
  for (const CopyPhase &C : Result.Copies)
    Measure(C.Time);
  auto Padded = [&](isl::map M) {
    while (countOf(M.dim(isl::dim::out)) < Longest && !M.is_null())
      M = followedBy(M, 0);
    return M;
  };
  isl::union_map Times = isl::union_map::empty(Ctx);
  Result.Times.foreach_map([&](isl::map M) {
    Times = Times.unite(isl::union_map(Padded(M)));
    return isl::stat::ok();
  });
  Result.Times = Times;
  for (CopyPhase &C : Result.Copies)
    C.Time = Padded(C.Time);
}

Expected<CopyPlan> Flattening::run() {
  if (!Plan.Decided.TileSizes.haveAll(Plan.numTileSizes()))
    return createStringError("tile sizes are parameters");
  if (!Plan.Assumed.is_null())
    return createStringError("it assumes that loops run");
  Result.Times = isl::union_map::empty(Ctx);
  for (const Statement &S : Program.Statements)
    Result.Redirected.emplace_back(S.Accesses.size());
  addUntiled();
  for (unsigned Number = 0; Number < Plan.Levels.size(); ++Number)
    if (Error E = addBand(Number))
      return E;
  pad();
  if (auto All = checked(Ctx, Result.Times, "the order of tiles"); !All)
    return All.takeError();
  return Result;
}

Expected<CopyPlan> stevedore::planCopies(const RegionPlan &Plan,
                                         BufferPlaces Places, double Seconds) {
  Budget Limit(Plan.Program->Context.ctx(), {Seconds, limits::LoopOperations});
  return within(Limit, Flattening(Plan, Places).run(), "the order of tiles");
}
