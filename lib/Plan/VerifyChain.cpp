//===- VerifyChain.cpp - The proof that levels fit together ---------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Chain.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <set>

using namespace stevedore;

namespace {

/// What a level does with one array, { [I] -> A[m] }, of all parts together.
struct LevelUse {
  isl::map Held, Moved, Stored;
  /// It may load what it does not access.
  bool IsInHulls = false;

  static void add(isl::map &To, const isl::map &More) {
    if (!More.is_null())
      To = To.is_null() ? More : To.unite(More);
  }
  void add(const ArrayTransfers &A) {
    for (const isl::map &M : {A.Load, A.FullLoad, A.Store})
      add(Moved, M);
    for (const isl::map &M : {A.held(), A.Load, A.FullLoad, A.Store})
      add(Held, M);
    add(Stored, A.Store);
    IsInHulls |= A.isInHulls() || A.LoadsMore;
  }
};

/// The proof for one array of a level and of the one around it.
class ChainProof {
public:
  ChainProof(const RegionPlan &Plan, const Level &Around, const Level &Inside,
             unsigned Array)
      : Plan(Plan), Around(Around), Inside(Inside), Array(Array),
        Far(useIn(Around)), Near(useIn(Inside)) {}
  llvm::Error run() const;

private:
  const RegionPlan &Plan;
  const Level &Around, &Inside;
  const unsigned Array;
  const LevelUse Far, Near;

  LevelUse useIn(const Level &T) const;
  isl::map atAround(const isl::map &OfTile) const;
  isl::map accesses(bool WithReads) const;
  isl::boolean isHeld() const;
  isl::boolean isStoredOn() const;
  llvm::Error judge(isl::boolean Answer, const char *Claim) const;
};

} // namespace

LevelUse ChainProof::useIn(const Level &T) const {
  LevelUse Result;
  for (const LocalArray &L : T.Arrays)
    if (L.Transfers.Array == Array)
      Result.add(L.Transfers);
  return Result;
}

/// \p OfTile, { [I] -> X } for tiles around, as { [J] -> X } for the tiles
/// inside of the one whose origin the parameters are.
isl::map ChainProof::atAround(const isl::map &OfTile) const {
  const std::vector<std::string> &Origins = Inside.Tiles.Around.back().Origins;
  unsigned First = countOf(OfTile.dim(isl::dim::param));
  isl_map *Result = isl_map_move_dims(OfTile.copy(), isl_dim_param, First,
                                      isl_dim_in, 0, Origins.size());
  for (unsigned K = 0; K < Origins.size(); ++K)
    Result = isl_map_set_dim_name(Result, isl_dim_param, First + K,
                                  Origins[K].c_str());
  isl::set Elements = isl::manage(isl_map_range(Result));
  return isl::map::from_domain_and_range(Inside.Tiles.NonEmpty, Elements);
}

/// { pt -> A[m] : the instance executed at pt may write m, or reads it if
/// \p WithReads }; null: none does
isl::map ChainProof::accesses(bool WithReads) const {
  isl::map Result;
  isl::union_map Points =
      Inside.B.Theta.intersect_domain(Inside.B.Domain).reverse();
  std::vector<bool Access::*> Kinds = {&Access::MustWrites, &Access::MayWrites};
  if (WithReads)
    Kinds.push_back(&Access::Reads);
  for (bool Access::*Kind : Kinds)
    Points.apply_range(Plan.Program->accesses(Array, Kind))
        .foreach_map([&](isl::map M) -> isl::stat {
          Result = Result.is_null() ? M : Result.unite(M);
          return isl::stat::ok();
        });
  return Result;
}

/// Where tiles load only what they access, and store only what they write
/// (verifyTransfers()), it is enough that points of J are points of I, and that
/// what these access is held.
isl::boolean ChainProof::isHeld() const {
  const TileSpace &T = Inside.Tiles;
  isl::map Moved =
      Near.Moved.intersect_domain(T.NonEmpty).intersect_params(T.Context);
  if (Far.Held.is_null())
    return Moved.is_empty();
  if (Near.IsInHulls)
    return isIncluded(Moved, atAround(Far.Held));
  isl::map Points = T.Inside.intersect_domain(T.NonEmpty);
  isl::boolean AreInside = Points.is_subset(atAround(Around.Tiles.Inside));
  if (!AreInside.is_true())
    return AreInside;
  isl::map Used = Around.Tiles.Inside.intersect_domain(Around.Tiles.NonEmpty)
                      .apply_range(accesses(true));
  return isIncluded(Used.intersect_params(Around.Tiles.Context), Far.Held);
}

isl::boolean ChainProof::isStoredOn() const {
  if (Far.Stored.is_null() || Far.Stored.is_empty().is_true())
    return isl::boolean(true);
  const TileSpace &T = Inside.Tiles;
  isl::map Writes = accesses(false);
  if (Writes.is_null())
    return isl::boolean(true);
  isl::map Wanted = T.Inside.apply_range(Writes)
                        .intersect(atAround(Far.Stored))
                        .intersect_domain(T.NonEmpty)
                        .intersect_params(T.Context);
  isl::map Kept = Near.Stored.unite(T.After.apply_range(Writes));
  isl::boolean AreKept = isIncluded(Wanted, Kept);
  if (!AreKept.is_false())
    return AreKept;
  isl::map Parent = atAround(Around.Tiles.Inside);
  for (const isl::map &Later : T.Shape->sinks(T.Reuse))
    Kept = Kept.unite(Later.align_params(Parent.get_space())
                          .intersect(Parent)
                          .apply_range(Writes));
  return isIncluded(Wanted, Kept);
}

llvm::Error ChainProof::judge(isl::boolean Answer, const char *Claim) const {
  const std::string &Name = Plan.Program->Arrays[Array].Name;
  llvm::Expected<bool> Holds = checked(Plan.Program->ctx(), Answer,
                                       "the proof that " + llvm::Twine(Claim) +
                                           " (array '" + Name + "')");
  if (!Holds)
    return Holds.takeError();
  if (*Holds)
    return llvm::Error::success();
  return llvm::createStringError("proof failed for array '" + Name +
                                 "': " + Claim);
}

llvm::Error ChainProof::run() const {
  if (llvm::Error E = judge(isHeld(), "what a tile moves is in the buffer of "
                                      "the tile around it"))
    return E;
  return judge(isStoredOn(), "what a tile stores its parts have stored");
}

static llvm::Error verifyInside(const RegionPlan &Plan, const Level &Around,
                                const Level &Inside) {
  std::set<unsigned> Arrays;
  for (const LocalArray &L : Inside.Arrays)
    Arrays.insert(L.Transfers.Array);
  for (unsigned Array : Arrays)
    if (llvm::Error E = ChainProof(Plan, Around, Inside, Array).run())
      return E;
  for (const LocalArray &L : Around.Arrays)
    if (!Arrays.count(L.Transfers.Array))
      return llvm::createStringError(
          "proof failed for array '" +
          Plan.Program->Arrays[L.Transfers.Array].Name +
          "': a tile and its parts have buffers for it");
  return llvm::Error::success();
}

llvm::Error stevedore::verifyChain(const RegionPlan &Plan, const Level &T) {
  for (const Level &Inside : T.Inside) {
    if (llvm::Error E = verifyInside(Plan, T, Inside))
      return E;
    if (llvm::Error E = verifyChain(Plan, Inside))
      return E;
  }
  return llvm::Error::success();
}
