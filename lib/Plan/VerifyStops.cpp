//===- VerifyStops.cpp - The proof of overlapping strips ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "stevedore/Plan/Sides.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/map.h"
#include "isl/set.h"

using namespace stevedore;

namespace {

/// The proof for the strips of one level.
class StopProof {
public:
  StopProof(const Scop &S, const Level &T) : S(S), T(T) {}
  llvm::Error run(llvm::ArrayRef<ArrayTransfers> Transfers) const;

private:
  const Scop &S;
  const Level &T;

  isl::map tilesBefore(unsigned K) const;
  std::vector<isl::map> fromOtherStrips() const;
  isl::map writes(unsigned Array) const;
  llvm::Expected<bool> waits(const ArrayTransfers &A,
                             llvm::ArrayRef<isl::map> Earlier) const;
  llvm::Error refused(const llvm::Twine &Why) const;
};

} // namespace

/// { [I] -> [H] } : origins that agree before coordinate number \p K, and in it
/// H is a step or more before I.
isl::map StopProof::tilesBefore(unsigned K) const {
  isl::space Tile = T.Tiles.NonEmpty.get_space();
  std::vector<int64_t> Unit(countOf(T.Tiles.NonEmpty.tuple_dim()));
  Unit[K] = 1;
  isl::pw_aff Here = rowProduct(Tile, Unit),
              Before = Here.sub(onElements(Tile, T.Tiles.Shape->steps(K).Step));
  return equated(
      isl::manage(isl_pw_aff_ge_map(Before.release(), Here.release())), 0, K);
}

/// Relations { [I] -> pt } whose union has the points that tiles of strips
/// before that of the tile at I execute, such that what they write there may
/// not have been stored when the tile at I, which is no stop, loads.
std::vector<isl::map> StopProof::fromOtherStrips() const {
  isl::set Late = T.Tiles.NonEmpty.intersect_params(T.Tiles.Context),
           Last = Late;
  if (T.Phases.isFenced()) {
    isl::map Follows =
        T.Tiles.Shape->along(1).intersect_domain(Late).intersect_range(Late);
    Last = Last.subtract(Follows.domain());
    Late = Late.subtract(Follows.range());
  }
  isl::map Inside = T.Tiles.Inside.intersect_domain(Last);
  std::vector<isl::map> Result;
  for (unsigned K = 0; K + 1 < T.Tiles.Shape->originDimensions(); ++K)
    Result.push_back(tilesBefore(K)
                         .intersect_domain(Late.subtract(T.Stops))
                         .apply_range(Inside));
  return Result;
}

/// { pt -> A[m] } : the instances executed at pt write element m of array
/// number \p Array; null where there are none.
isl::map StopProof::writes(unsigned Array) const {
  isl::union_map Instances = T.B.Theta.intersect_domain(T.B.Domain).reverse();
  isl::map Result;
  for (bool Access::*Kind : {&Access::MustWrites, &Access::MayWrites})
    Instances.apply_range(S.accesses(Array, Kind, T.B.Domain))
        .foreach_map([&](const isl::map &M) -> isl::stat {
          Result = Result.is_null() ? M : Result.unite(M);
          return isl::stat::ok();
        });
  return Result;
}

llvm::Error StopProof::refused(const llvm::Twine &Why) const {
  return llvm::make_error<IslError>(IslError::Invalid,
                                    ("strips overlap, but " + Why).str());
}

/// Whether no tile but the stops loads of \p A what is written at the points
/// \p Earlier, and each tile stores nothing but what it writes.
llvm::Expected<bool> StopProof::waits(const ArrayTransfers &A,
                                      llvm::ArrayRef<isl::map> Earlier) const {
  isl::map Writes = writes(A.Array);
  if (Writes.is_null())
    return A.Store.is_empty().is_true();
  isl::map Loads = A.loadedAnyway();
  isl::map Needed = Loads.apply_range(Writes.reverse());
  for (const isl::map &Points : Earlier) {
    auto Apart =
        checked(S.ctx(), Needed.is_disjoint(Points), "where strips wait");
    if (!Apart || !*Apart)
      return Apart;
  }
  isl::map Stored = A.Store.intersect_params(T.Tiles.Context);
  return checked(S.ctx(), Stored.is_subset(T.Tiles.Inside.apply_range(Writes)),
                 "what tiles store");
}

llvm::Error StopProof::run(llvm::ArrayRef<ArrayTransfers> Transfers) const {
  unsigned Size = T.Tiles.Shape->originDimensions();
  if (T.Tiles.Reuse.numFixed(Size) + 1 < Size)
    return refused("elements stay in local memory between them");
  std::vector<isl::map> Earlier = fromOtherStrips();
  for (const ArrayTransfers &A : Transfers) {
    auto Waits = waits(A, Earlier);
    if (!Waits)
      return Waits.takeError();
    if (!*Waits)
      return refused("array '" + S.Arrays[A.Array].Name +
                     "' is loaded before it has been stored");
  }
  return llvm::Error::success();
}

llvm::Error stevedore::verifyStops(const Scop &S, const Level &T,
                                   llvm::ArrayRef<ArrayTransfers> Transfers) {
  if (T.Stops.is_null())
    return llvm::Error::success();
  return StopProof(S, T).run(Transfers);
}
