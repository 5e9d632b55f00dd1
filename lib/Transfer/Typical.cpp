//===- Typical.cpp - A tile at typical values -----------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Typical.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "stevedore/Support/TypicalValues.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"
#include <cmath>

using namespace stevedore;

/// Whether \p Name is the origin of a tile around, where that of \p T is.
static bool isOriginAround(llvm::StringRef Name, const TileSpace &T) {
  return llvm::any_of(T.Around, [&](const TileBox &Box) {
    return llvm::is_contained(Box.Origins, Name);
  });
}

isl::set stevedore::atTypicalValues(isl::set Set, const TileSpace &T) {
  for (unsigned P = 0; P < countOf(Set.dim(isl::dim::param)); ++P) {
    std::string Name = isl_set_get_dim_name(Set.get(), isl_dim_param, P);
    int64_t Value = isOriginAround(Name, T)
                        ? limits::TypicalOrigin * T.Parameters.numberOf(Name)
                        : TypicalValues().of(T.Parameters, Name);
    Set = fixedAt(Set, isl_dim_param, P, Value);
  }
  return Set;
}

isl::set stevedore::inTypicalTile(isl::map M, const TileSpace &T) {
  for (unsigned K = 0; K < T.Shape->originDimensions(); ++K)
    M = fixedAt(M, isl_dim_in, K, limits::TypicalOrigin * (K + 1));
  return atTypicalValues(M.range(), T);
}

double stevedore::boxSize(const isl::set &Elements) {
  double Size = 0;
  unsigned Rank = countOf(Elements.tuple_dim());
  for (unsigned D = 0; D < Rank; ++D) {
    isl::val Width = isl::val(Elements.ctx(), limits::TypicalProblemSize);
    if (isl_set_dim_is_bounded(Elements.get(), isl_dim_set, D) == isl_bool_true)
      Width = isl::manage(isl_set_dim_max_val(Elements.copy(), D))
                  .sub(isl::manage(isl_set_dim_min_val(Elements.copy(), D)))
                  .add(isl::val(Elements.ctx(), 1));
    Size += std::log(std::max(1.0, isl_val_get_d(Width.get())));
  }
  return Size;
}
