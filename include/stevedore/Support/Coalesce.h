//===- stevedore/Support/Coalesce.h - Fewer pieces, same set ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Coalescing that can be relied on. isl's own is called, without a test for
/// included elements, only where a superset is right: transfers, which are
/// proved without it; lifetimes, conflicts and their differences, of which more
/// only make a mapping coarser; what a proof shows to be a subset; and windows
/// of tiles. test/Repository lists those files.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_COALESCE_H
#define STEVEDORE_SUPPORT_COALESCE_H

#include "isl/isl-noexceptions.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include "isl/union_set.h"
#include <utility>

namespace stevedore {

/// Whether a piece of \p Object has integer divisions or existential variables.
inline bool hasDivisions(const isl::set &Object) {
  bool Found = false;
  Object.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    Found |= isl_basic_set_dim(Piece.get(), isl_dim_div) > 0;
    return isl::stat::ok();
  });
  return Found;
}

inline bool hasDivisions(const isl::map &Object) {
  bool Found = false;
  Object.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    Found |= isl_basic_map_dim(Piece.get(), isl_dim_div) > 0;
    return isl::stat::ok();
  });
  return Found;
}

inline bool hasDivisions(const isl::union_map &Object) {
  bool Found = false;
  Object.foreach_map([&](const isl::map &Part) -> isl::stat {
    Found |= hasDivisions(Part);
    return isl::stat::ok();
  });
  return Found;
}

template <typename T> T coalescedByIsl(const T &Object) {
  return T(Object).coalesce();
}
template <> isl::set coalescedByIsl(const isl::set &Object);
template <> isl::map coalescedByIsl(const isl::map &Object);

/// \p Object as isl coalesces it, or as it is where isl fails on the way
/// ("original tableau does not correspond to original basic map").
template <typename T> T inFewerPieces(const T &Object) {
  T Fewer = coalescedByIsl(Object);
  isl_ctx *Ctx = Object.is_null() ? nullptr : Object.ctx().get();
  if (!Fewer.is_null() || !Ctx || isl_ctx_last_error(Ctx) != isl_error_internal)
    return Fewer;
  isl_ctx_reset_error(Ctx);
  return Object;
}

/// \p Object, which may be null, in fewer pieces where isl finds them. The isl
/// of LLVM 22 adds points when it coalesces some sets with integer divisions:
///   { [i] : -1 <= i <= 0 or ((1 + i) mod 2 = 0 and -1 <= i <= 5) }
/// becomes { [i] : -1 <= i <= 6 }. Such a result is dropped. To be used
/// wherever a superset would be wrong.
template <typename T> T coalesced(T Object) {
  if (Object.is_null())
    return Object;
  T Fewer = inFewerPieces(Object);
  if (!hasDivisions(Object))
    return Fewer;
  return Fewer.is_subset(Object).is_true() ? Fewer : Object;
}

/// The same where only the pieces' domains can be compared: left as it is when
/// they have divisions.
inline isl::pw_aff coalesced(const isl::pw_aff &Object) {
  return Object.is_null() || hasDivisions(Object.domain()) ? Object
                                                           : Object.coalesce();
}

/// The parts of a union in one space each, by a call that isl names apart.
template <typename Function>
isl::stat forEachPart(const isl::union_map &Object, Function Visit) {
  return Object.foreach_map(Visit);
}

template <typename Function>
isl::stat forEachPart(const isl::union_set &Object, Function Visit) {
  return Object.foreach_set(Visit);
}

/// \p Parts with \p Part, in place where nothing else refers to \p Parts.
inline isl::union_map added(isl::union_map Parts, isl::map Part) {
  return isl::manage(isl_union_map_add_map(Parts.release(), Part.release()));
}

inline isl::union_set added(isl::union_set Parts, isl::set Part) {
  return isl::manage(isl_union_set_add_set(Parts.release(), Part.release()));
}

/// coalesced() for each part of \p Object, a union. Coalescing a union as a whole
/// changes what other references to it see, so that nothing is left to compare
/// with.
template <typename Union, typename Part>
Union coalescedByParts(const Union &Object) {
  if (Object.is_null())
    return Object;
  Union Result = Union::empty(Object.ctx());
  isl::stat Done = forEachPart(Object, [&](Part One) -> isl::stat {
    Result = added(std::move(Result), coalesced(One));
    return isl::stat::ok();
  });
  return Done.is_error() ? Union() : Result;
}

inline isl::union_map coalesced(const isl::union_map &Object) {
  return coalescedByParts<isl::union_map, isl::map>(Object);
}

inline isl::union_set coalesced(const isl::union_set &Object) {
  return coalescedByParts<isl::union_set, isl::set>(Object);
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_COALESCE_H
