//===- stevedore/Plan/FixedSizes.h - Constant tile sizes --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The one place where constant tile sizes stand for the parameters that plans
/// are made with.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_FIXEDSIZES_H
#define STEVEDORE_PLAN_FIXEDSIZES_H

#include "stevedore/Plan/RegionPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// The constant tile sizes of a region. Sets and forms are over its parameters,
/// T1, T2, ... among them.
class FixedSizes {
public:
  /// \p Sizes for the parameters that are tile sizes by \p Parameters.
  FixedSizes(ConstantSizes Sizes, Roles Parameters)
      : Sizes(std::move(Sizes)), Parameters(std::move(Parameters)) {}
  /// Those of \p Plan.
  explicit FixedSizes(const RegionPlan &Plan)
      : FixedSizes(Plan.Decided.TileSizes, Plan.parameters()) {}

  /// The constant that the parameter \p Name is; none where it is no tile size,
  /// or none that is constant.
  std::optional<int64_t> of(llvm::StringRef Name) const;

  /// \p M without the parameters.
  isl::map in(isl::map M) const;
  isl::set in(isl::set S) const;
  /// \p Form without them; none where it is rounded.
  std::optional<isl::aff> in(isl::aff Form) const;
  std::optional<Extent> in(const Extent &E) const;
  /// The least upper bound of \p E that the constants alone give, rounding
  /// included; none where there is none.
  std::optional<int64_t> boundOf(const Extent &E) const;

private:
  ConstantSizes Sizes;
  Roles Parameters;

  void
  forEach(llvm::function_ref<void(const std::string &, int64_t)> Fix) const;
};

} // namespace stevedore

#endif // STEVEDORE_PLAN_FIXEDSIZES_H
