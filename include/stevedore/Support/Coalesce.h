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

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_COALESCE_H
