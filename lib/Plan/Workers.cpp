//===- Workers.cpp - Tiles for several workers ----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Workers.h"
#include "stevedore/Plan/Origins.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"

using namespace stevedore;
using namespace llvm;

namespace {

/// Asks which loops over the tiles of a band dependences join.
class TileDependences {
public:
  TileDependences(const RegionPlan &Plan, const Level &T);
  Expected<SharingWays> run();

private:
  /// Instances that depend on each other, and their time points { pt -> pt' }.
  struct Dependence {
    isl::union_map Instances;
    isl::map Points;
  };

  const RegionPlan &Plan;
  const Level &T;
  std::vector<Dependence> All;
  /// For each of them { [I] -> [I'] : a point of the tile at I' depends on one
  /// of that at I }.
  std::vector<isl::map> Tiles;

  isl::space space() const {
    return T.Tiles.NonEmpty.get_space().map_from_set();
  }
  isl::map further(unsigned K) const;
  Expected<const Dependence *> find(const isl::map &Among) const;
  Expected<std::string> obstacle(unsigned K) const;
  bool hasPlainOrigins(unsigned Count) const;
  Expected<bool> goesForward(unsigned Count) const;
  std::string text(const Dependence &D) const;
};

} // namespace

TileDependences::TileDependences(const RegionPlan &Plan, const Level &T)
    : Plan(Plan), T(T) {
  isl::union_map Times = T.B.Theta.intersect_domain(T.B.Domain);
  isl::map Inside = T.Tiles.Inside.intersect_params(T.Tiles.Context);
  Plan.Deps.all().foreach_map([&](isl::map M) -> isl::stat {
    isl::union_map Instances(M);
    Times.reverse().apply_range(Instances).apply_range(Times).foreach_map(
        [&](isl::map Points) -> isl::stat {
          All.push_back({Instances, Points});
          Tiles.push_back(
              Inside.apply_range(Points).apply_range(Inside.reverse()));
          return isl::stat::ok();
        });
    return isl::stat::ok();
  });
}

/// { [I] -> [I'] : I' is at least a tile further along coordinate number K than
/// I }
isl::map TileDependences::further(unsigned K) const {
  isl::aff Step = T.Tiles.Shape->steps(K).Step;
  isl::space Origin =
      isl::manage(isl_space_align_params(T.Tiles.NonEmpty.get_space().release(),
                                         isl_aff_get_domain_space(Step.get())));
  isl_pw_aff *Apart = isl_pw_aff_align_params(
      isl_pw_aff_from_aff(Step.release()), Origin.copy());
  isl::pw_aff Next =
      isl::pw_aff(Origin.identity_multi_aff_on_domain().at(K))
          .add(isl::manage(isl_pw_aff_insert_domain(Apart, Origin.copy())));
  isl::map Least = isl::manage(isl_map_from_pw_aff(Next.release()));
  isl_map *Above = isl_map_universe(isl_space_map_from_domain_and_range(
      Least.get_space().range().release(), Origin.release()));
  Above = isl_map_order_le(Above, isl_dim_in, 0, isl_dim_out, K);
  return Least.apply_range(isl::manage(Above));
}

/// A dependence between tiles that are \p Among; null: none.
Expected<const TileDependences::Dependence *>
TileDependences::find(const isl::map &Among) const {
  for (size_t I = 0; I < All.size(); ++I) {
    auto None = checked(Plan.Program->ctx(), Tiles[I].is_disjoint(Among),
                        "the dependences between tiles");
    if (!None)
      return None.takeError();
    if (!*None)
      return &All[I];
  }
  return nullptr;
}

/// Whether the first \p Count coordinates of origins are multiples of the sizes
/// of tiles along which no dependence goes back.
bool TileDependences::hasPlainOrigins(unsigned Count) const {
  for (unsigned K = 0; K < Count; ++K) {
    isl::aff Start = T.Tiles.Shape->steps(K).Start;
    isl::val Constant = isl::manage(isl_aff_get_constant_val(Start.get()));
    if (isl_aff_is_cst(Start.get()) != isl_bool_true ||
        !Constant.is_zero().is_true())
      return false;
  }
  return true;
}

/// Whether no dependence goes back along one of the first \p Count coordinates.
Expected<bool> TileDependences::goesForward(unsigned Count) const {
  for (unsigned K = 0; K < Count; ++K) {
    auto Found = find(further(K).reverse());
    if (!Found)
      return Found.takeError();
    if (*Found)
      return false;
  }
  return true;
}

/// "S1 depends on S0 by array 'A'".
std::string TileDependences::text(const Dependence &D) const {
  const Scop &S = *Plan.Program;
  auto NameOf = [](const isl::union_set &Set) -> std::string {
    std::string Name;
    Set.foreach_set([&](isl::set One) -> isl::stat {
      Name = isl_set_get_tuple_name(One.get());
      return isl::stat::ok();
    });
    return Name;
  };
  std::string By;
  isl::union_map Accesses =
      S.reads().unite(S.mustWrites()).unite(S.mayWrites());
  for (const Array &A : S.Arrays) {
    isl::union_map Own = isl::union_map::empty(S.ctx());
    Accesses.foreach_map([&](isl::map M) -> isl::stat {
      if (A.Name == isl_map_get_tuple_name(M.get(), isl_dim_out))
        Own = Own.unite(isl::union_map(M));
      return isl::stat::ok();
    });
    if (By.empty() && D.Instances.intersect(Own.apply_range(Own.reverse()))
                          .is_empty()
                          .is_false())
      By = A.Name;
  }
  return NameOf(D.Instances.range()) + " depends on " +
         NameOf(D.Instances.domain()) + " by array '" + By + "'";
}

/// Why loop number \p K is not parallel with the loops around it fixed; empty
/// where it is. Inside of a reuse scope, iterations may have no element in
/// common.
Expected<std::string> TileDependences::obstacle(unsigned K) const {
  isl::map Next = further(K);
  isl::map Among = equated(Next.unite(Next.reverse()), 0, K);
  auto Found = find(Among);
  if (!Found)
    return Found.takeError();
  if (*Found)
    return text(**Found);
  if (K < T.Tiles.Reuse.numFixed(T.Tiles.Shape->originDimensions()))
    return "";
  for (const LocalArray &L : T.Arrays) {
    isl::map Held = L.Transfers.held().unite(L.Transfers.Store);
    auto Apart = checked(Plan.Program->ctx(),
                         Held.apply_range(Held.reverse()).is_disjoint(Among),
                         "the elements that tiles have in common");
    if (!Apart)
      return Apart.takeError();
    if (!*Apart)
      return "elements of array '" +
             Plan.Program->Arrays[L.Transfers.Array].Name +
             "' stay in local memory from tile to tile, which '--reuse=none' "
             "changes";
  }
  return "";
}

/// Parallel loops that follow each other go together. Those inside of several
/// sequential ones come after fronts, which have fewer barriers. Tiles whose
/// transfers overlap are executed by one worker.
Expected<SharingWays> TileDependences::run() {
  SharingWays Result;
  unsigned Size = T.Tiles.Shape->originDimensions();
  bool ExtendsLast = false;
  for (unsigned K = 0; K < Size - T.MayOverlap; ++K) {
    auto Why = obstacle(K);
    if (!Why)
      return Why.takeError();
    bool IsParallel = Why->empty();
    if (IsParallel && ExtendsLast)
      ++Result.Ways.back().Count;
    else if (IsParallel)
      Result.Ways.push_back({K, 1, false});
    else if (Result.Obstacle.empty())
      Result.Obstacle = *Why;
    ExtendsLast = IsParallel;
  }
  if (Result.Obstacle.empty())
    Result.Obstacle =
        "transfers of tiles overlap along the only loop over tiles";
  unsigned Around =
      std::min(T.Arrays.empty() ? Size : T.Tiles.Reuse.numFixed(Size),
               Size - T.MayOverlap);
  if (Around < 2 || !hasPlainOrigins(Around))
    return Result;
  auto Forward = goesForward(Around);
  if (!Forward)
    return Forward.takeError();
  bool IsFirst = Result.Ways.empty() || Result.Ways.front().First > 1;
  if (*Forward)
    Result.Ways.insert(IsFirst ? Result.Ways.begin() : Result.Ways.end(),
                       {0, Around, true});
  return Result;
}

Expected<SharingWays> stevedore::waysToShare(const RegionPlan &Plan,
                                             const Level &T) {
  return TileDependences(Plan, T).run();
}

void stevedore::printSharedOut(raw_ostream &OS, const RegionPlan &Plan,
                               const Level &T) {
  OS << "tiles of band " << &T - Plan.Levels.data() << " shared out ";
  unsigned Last = T.Shared.First + T.Shared.Count - 1;
  if (T.Shared.Count == 0) {
    OS << "along no loop\n";
    return;
  }
  OS << "along " << originName(T.B, T.Shared.First);
  if (T.Shared.Count > 1)
    OS << " to " << originName(T.B, Last);
  OS << (T.Shared.IsFront ? ", in fronts\n" : "\n");
}

/// Whether \p Plan changes array number \p Number in remote memory.
static bool isStored(const RegionPlan &Plan, unsigned Number) {
  isl::union_set Buffered = isl::union_set::empty(Plan.Program->ctx());
  for (const LevelPlace &Place : Plan.allLevels())
    for (const LocalArray &L : Place.level().Arrays)
      if (L.Transfers.Array == Number) {
        if (Place.Path.size() == 1 && !L.Transfers.Store.is_empty().is_true())
          return true;
        Buffered = Buffered.unite(Place.level().B.Domain);
      }
  isl::union_map Writes =
      Plan.Program->accesses(Number, &Access::MustWrites)
          .unite(Plan.Program->accesses(Number, &Access::MayWrites));
  return !Writes.domain().is_subset(Buffered).is_true();
}

std::pair<OwnVariables, std::string>
stevedore::ownVariables(const RegionPlan &Plan) {
  bool HasCommon = false, HasSeen = false;
  std::string Own;
  for (unsigned A = 0; A < Plan.Program->Arrays.size(); ++A) {
    const Array &Found = Plan.Program->Arrays[A];
    if (Found.Private || !isStored(Plan, A))
      continue;
    bool IsOwn = Found.IsOwn || Found.DeclaredInside || Found.Made;
    HasCommon |= !IsOwn || Found.ThroughPointer;
    HasSeen |= IsOwn && Found.LiveOut;
    if (IsOwn && (Own.empty() || Found.LiveOut))
      Own = Found.Name;
  }
  if (Own.empty())
    return {OwnVariables::Untouched, Own};
  if (!HasCommon)
    return {OwnVariables::Alone, Own};
  return {HasSeen ? OwnVariables::Mixed : OwnVariables::Unseen, Own};
}
