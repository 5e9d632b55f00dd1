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
static isl::set elementsOf(const isl::map &OfTile, const TileSpace &T) {
  const std::vector<std::string> &Origins = T.Around.back().Origins;
  unsigned First = countOf(OfTile.dim(isl::dim::param));
  isl_map *Moved = isl_map_move_dims(OfTile.copy(), isl_dim_param, First,
                                     isl_dim_in, 0, Origins.size());
  for (unsigned K = 0; K < Origins.size(); ++K)
    Moved = isl_map_set_dim_name(Moved, isl_dim_param, First + K,
                                 Origins[K].c_str());
  return isl::manage(isl_map_range(Moved));
}

void stevedore::limitLoad(ArrayTransfers &Inner, const ArrayTransfers &Farther,
                          const TileSpace &T) {
  // What a tile needs is read or written in the tile around, too.
  if (!Inner.isInHulls())
    return;
  isl::set Held = elementsOf(Farther.held(), T);
  isl::map There = Inner.Load.intersect_range(Held);
  if (Inner.Load.is_subset(There).is_true())
    return;
  Inner.Load = inFewerPieces(There);
  Inner.Reach = inFewerPieces(Inner.Reach.intersect_range(Held));
}
