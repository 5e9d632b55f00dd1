//===- FixedSizes.h - Constant tile sizes -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_POLLY_FIXEDSIZES_H
#define STEVEDORE_LIB_EMIT_POLLY_FIXEDSIZES_H

#include "stevedore/Plan/RegionPlan.h"

namespace stevedore {

/// The constant tile sizes of a plan, to be put in the place of its parameters
/// T1, T2, ...
class FixedSizes {
public:
  explicit FixedSizes(const RegionPlan &Plan);

  /// \p M without the parameters.
  isl::map in(isl::map M) const;
  isl::set in(const isl::set &S) const;
  /// \p Form without them; none where it is rounded.
  std::optional<isl::aff> in(isl::aff Form) const;
  std::optional<Extent> in(const Extent &E) const;
  /// { : ... and T_k = size }: the parameters stay.
  isl::set equatedIn(isl::set Context) const;

private:
  std::vector<std::pair<std::string, int64_t>> Sizes;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_POLLY_FIXEDSIZES_H
