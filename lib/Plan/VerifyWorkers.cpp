//===- VerifyWorkers.cpp - The proof of shared tiles ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Plan/Workers.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/constraint.h"
#include "isl/map.h"
#include "isl/set.h"
#include <map>

using namespace stevedore;

namespace {

/// What the tiles of a level do in remote memory to one array, { [I] -> A[m] }.
struct RemoteUse {
  isl::map Stored, Touched;

  void add(const isl::map &M, bool IsStored) {
    Touched = Touched.is_null() ? M : Touched.unite(M);
    if (IsStored)
      Stored = Stored.is_null() ? M : Stored.unite(M);
  }
};

/// The proof for one level.
class SharingProof {
public:
  SharingProof(const RegionPlan &Plan, const Level &T)
      : Plan(Plan), T(T), Shared(T.Shared) {}
  llvm::Error run();

private:
  const RegionPlan &Plan;
  const Level &T;
  const SharedLoops &Shared;
  std::map<unsigned, RemoteUse> Uses;

  isl_ctx *ctx() const { return Plan.Program->ctx(); }
  void findUses();
  isl::map atLeastOneTile(unsigned K, bool Backward) const;
  isl::map between(unsigned K, unsigned Other) const;
  std::vector<isl::map> unordered() const;
  llvm::Expected<bool> keepsTogether(const isl::map &Tiles) const;
  llvm::Expected<bool> scopesAreApart() const;
  llvm::Error refused(const llvm::Twine &Why) const;
};

} // namespace

/// Transfers of arrays with buffers, accesses of the others.
void SharingProof::findUses() {
  for (const LocalArray &L : T.Arrays) {
    RemoteUse &Use = Uses[L.Transfers.Array];
    Use.add(L.Transfers.Load, false);
    if (!L.Transfers.FullLoad.is_null())
      Use.add(L.Transfers.FullLoad, false);
    Use.add(L.Transfers.Store, true);
  }
  std::map<unsigned, RemoteUse> InPlace;
  isl::union_map Points = T.B.Theta.intersect_domain(T.B.Domain).reverse();
  for (const Statement &S : Plan.Program->Statements)
    for (const Access &A : S.Accesses) {
      if (Uses.count(A.Array))
        continue;
      isl::union_map Accesses(A.Relation.intersect_domain(S.Domain));
      Points.apply_range(Accesses).foreach_map([&](isl::map M) -> isl::stat {
        InPlace[A.Array].add(T.Tiles.Inside.apply_range(M),
                             A.MustWrites || A.MayWrites);
        return isl::stat::ok();
      });
    }
  Uses.insert(InPlace.begin(), InPlace.end());
}

/// { [I] -> [I'] : I'_K - I_K is a step of the origins or more, or minus one or
/// less }; any difference counts where starts depend on other coordinates.
isl::map SharingProof::atLeastOneTile(unsigned K, bool Backward) const {
  isl::map Pairs =
      isl::map::universe(T.Tiles.NonEmpty.get_space().map_from_set());
  OriginSteps Steps = T.Tiles.Shape->steps(K);
  isl::aff Step = Steps.Step;
  for (unsigned P = 0; P < countOf(isl_aff_dim(Step.get(), isl_dim_param)); ++P)
    if (const char *Name = isl_aff_get_dim_name(Step.get(), isl_dim_param, P))
      if (isl_map_find_dim_by_name(Pairs.get(), isl_dim_param, Name) < 0) {
        unsigned Place = countOf(Pairs.dim(isl::dim::param));
        Pairs = isl::manage(isl_map_set_dim_name(
            isl_map_add_dims(Pairs.release(), isl_dim_param, 1), isl_dim_param,
            Place, Name));
      }
  isl_constraint *C = isl_constraint_alloc_inequality(
      isl_local_space_from_space(Pairs.get_space().release()));
  C = isl_constraint_set_coefficient_si(C, isl_dim_out, K, Backward ? -1 : 1);
  C = isl_constraint_set_coefficient_si(C, isl_dim_in, K, Backward ? 1 : -1);
  isl::val Constant = isl::val::one(ctx());
  if (isl_aff_is_cst(Steps.Start.get()) == isl_bool_true) {
    Constant = isl::manage(isl_aff_get_constant_val(Step.get()));
    for (unsigned P = 0; P < countOf(isl_aff_dim(Step.get(), isl_dim_param));
         ++P) {
      const char *Name = isl_aff_get_dim_name(Step.get(), isl_dim_param, P);
      isl::val Factor = isl::manage(
          isl_aff_get_coefficient_val(Step.get(), isl_dim_param, P));
      int Place = isl_map_find_dim_by_name(Pairs.get(), isl_dim_param, Name);
      C = isl_constraint_set_coefficient_val(C, isl_dim_param, Place,
                                             Factor.neg().release());
    }
  }
  C = isl_constraint_set_constant_val(C, Constant.neg().release());
  return isl::manage(isl_map_add_constraint(Pairs.release(), C));
}

/// Pairs of tiles of one execution of the loops around the shared ones that
/// differ along \p K; in fronts, in the other direction along \p Other, too.
isl::map SharingProof::between(unsigned K, unsigned Other) const {
  isl::map Result = atLeastOneTile(K, false);
  if (Shared.IsFront)
    Result = Result.intersect(atLeastOneTile(Other, true));
  return equated(Result, 0, Shared.First);
}

/// Relations { [I] -> [I'] } that together with their reverses are the pairs of
/// tiles which workers may execute at the same time or in another order than
/// one worker would. Two tiles of different fronts neither of which lies behind
/// the other along all loops are taken as such a pair; where one does, its
/// front is later, and so it is in the order of the tiles.
std::vector<isl::map> SharingProof::unordered() const {
  std::vector<isl::map> Result;
  unsigned End = Shared.First + Shared.Count;
  for (unsigned K = Shared.First; K < End; ++K) {
    if (!Shared.IsFront)
      Result.push_back(between(K, K));
    for (unsigned Other = K + 1; Shared.IsFront && Other < End; ++Other)
      Result.push_back(between(K, Other));
  }
  return Result;
}

/// Whether \p Tiles, { [I] -> [I'] }, are pairs of the same worker without a
/// barrier between them.
llvm::Expected<bool> SharingProof::keepsTogether(const isl::map &Tiles) const {
  isl::map Own = Tiles.intersect_domain(T.Tiles.NonEmpty)
                     .intersect_range(T.Tiles.NonEmpty);
  isl::map Same = equated(isl::map::universe(Own.get_space()), 0,
                          Shared.First + Shared.Count);
  return checked(ctx(), Own.is_subset(Same), "the tiles of one worker");
}

/// Whether tiles of one reuse scope that workers share out use no element in
/// common in local memory.
llvm::Expected<bool> SharingProof::scopesAreApart() const {
  isl::map Scope = T.Tiles.Shape->sameScope(T.Tiles.Reuse)
                       .intersect_domain(T.Tiles.NonEmpty)
                       .intersect_range(T.Tiles.NonEmpty)
                       .intersect_params(T.Tiles.Context);
  for (unsigned K = Shared.First; K < Shared.First + Shared.Count; ++K) {
    isl::map Pairs = Scope.intersect(atLeastOneTile(K, false));
    for (const LocalArray &L : T.Arrays) {
      isl::map Used = L.Transfers.accessed().unite(L.Transfers.Load);
      if (!L.Transfers.LoadedBefore.is_null())
        Used = Used.unite(L.Transfers.LoadedBefore);
      auto Apart = checked(ctx(), Pairs.apply_range(Used).is_disjoint(Used),
                           "what tiles of one scope use");
      if (!Apart || !*Apart)
        return Apart;
    }
  }
  return true;
}

llvm::Error SharingProof::refused(const llvm::Twine &Why) const {
  return llvm::make_error<IslError>(IslError::Invalid,
                                    ("shared tiles " + Why).str());
}

llvm::Error SharingProof::run() {
  const TileShape &Shape = *T.Tiles.Shape;
  if (Shared.First + Shared.Count > Shape.originDimensions() ||
      (Shared.IsFront && Shared.First != 0))
    return refused("are of no such loops");
  std::vector<isl::map> Together = {T.Phases.Loading, T.Phases.Storing,
                                    T.Phases.Crossing};
  if (!T.MayOverlap)
    Together.clear();
  for (const isl::map &Tiles : Together) {
    auto Same = keepsTogether(Tiles);
    if (!Same)
      return Same.takeError();
    if (!*Same)
      return refused("have data of each other in local memory");
  }
  auto Apart = scopesAreApart();
  if (!Apart)
    return Apart.takeError();
  if (!*Apart)
    return refused("have data of each other in local memory");
  findUses();
  std::vector<isl::map> Pairs = unordered();
  for (const auto &[Array, Use] : Uses) {
    if (Use.Stored.is_null())
      continue;
    isl::map Stored = Use.Stored.intersect_domain(T.Tiles.NonEmpty)
                          .intersect_params(T.Tiles.Context);
    isl::map Conflicts = Stored.apply_range(
        Use.Touched.intersect_domain(T.Tiles.NonEmpty).reverse());
    for (const isl::map &Unordered : Pairs)
      for (const isl::map &Both : {Unordered, Unordered.reverse()}) {
        auto None =
            checked(ctx(), Conflicts.is_disjoint(Both), "what workers store");
        if (!None)
          return None.takeError();
        if (!*None)
          return refused("store what others use, of array '" +
                         Plan.Program->Arrays[Array].Name + "'");
      }
  }
  return llvm::Error::success();
}

llvm::Error stevedore::verifyShared(const RegionPlan &Plan, const Level &T) {
  return T.Shared.Count == 0 ? llvm::Error::success()
                             : SharingProof(Plan, T).run();
}
