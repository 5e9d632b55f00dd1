//===- FartherTile.cpp - What a tile around others has --------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FartherTile.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"

using namespace stevedore;

/// { A[m] }, over the origin of the tile around, of \p OfTile, { [I] -> A[m] }
/// for that tile.
isl::set FartherTile::elements(const isl::map &OfTile) const {
  const std::vector<std::string> &Origins = T.Around.back().Origins;
  unsigned First = countOf(OfTile.dim(isl::dim::param));
  isl_map *Moved = isl_map_move_dims(OfTile.copy(), isl_dim_param, First,
                                     isl_dim_in, 0, Origins.size());
  for (unsigned K = 0; K < Origins.size(); ++K)
    Moved = isl_map_set_dim_name(Moved, isl_dim_param, First + K,
                                 Origins[K].c_str());
  return isl::manage(isl_map_range(Moved));
}

void FartherTile::limitLoad(ArrayTransfers &Inner) const {
  if (!A || Inner.Load.is_empty().is_true())
    return;
  isl::set Held = elements(A->held());
  isl::map There = Inner.Load.intersect_range(Held);
  if (Inner.Load.is_subset(There).is_true())
    return;
  Inner.Load = inFewerPieces(There);
  if (!Inner.Reach.is_null())
    Inner.Reach = inFewerPieces(Inner.Reach.intersect_range(Held));
}

void FartherTile::addStored(ArrayTransfers &Inner,
                            const isl::map &WrittenLater) const {
  if (!A || A->Store.is_empty().is_true())
    return;
  isl::map Last =
      Inner.Write.intersect_range(elements(A->Store)).subtract(WrittenLater);
  if (!Last.is_subset(Inner.Store).is_true())
    Inner.Store = inFewerPieces(Inner.Store.unite(Last));
}
