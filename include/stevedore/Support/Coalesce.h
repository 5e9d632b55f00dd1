//===- stevedore/Support/Coalesce.h - Fewer pieces, same set ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Coalescing that can be relied on.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_COALESCE_H
#define STEVEDORE_SUPPORT_COALESCE_H

#include "isl/isl-noexceptions.h"

namespace stevedore {

/// \p Object in fewer pieces where isl finds them. The isl of LLVM 22 adds
/// points when it coalesces some sets with integer divisions:
///   { [i] : -1 <= i <= 0 or ((1 + i) mod 2 = 0 and -1 <= i <= 5) }
/// becomes { [i] : -1 <= i <= 6 }. Such a result is dropped. To be used wherever
/// a superset would be wrong.
template <typename T> T coalesced(T Object) {
  T Fewer = Object.coalesce();
  return Fewer.is_subset(Object).is_true() ? Fewer : Object;
}

/// The same for each map of a union. Coalescing a union as a whole changes what
/// other references to it see, so that nothing is left to compare with.
inline isl::union_map coalesced(const isl::union_map &Object) {
  if (Object.is_null())
    return Object;
  isl::union_map Result = isl::union_map::empty(Object.ctx());
  isl::stat Done = Object.foreach_map([&](isl::map Map) -> isl::stat {
    Result = Result.unite(isl::union_map(coalesced(Map)));
    return isl::stat::ok();
  });
  return Done.is_error() ? isl::union_map() : Result;
}

inline isl::union_set coalesced(const isl::union_set &Object) {
  if (Object.is_null())
    return Object;
  isl::union_set Result = isl::union_set::empty(Object.ctx());
  isl::stat Done = Object.foreach_set([&](isl::set Set) -> isl::stat {
    Result = Result.unite(isl::union_set(coalesced(Set)));
    return isl::stat::ok();
  });
  return Done.is_error() ? isl::union_set() : Result;
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_COALESCE_H
