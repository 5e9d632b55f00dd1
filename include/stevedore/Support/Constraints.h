//===- stevedore/Support/Constraints.h - Constraints of a set ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The constraints of a convex set one by one, for what isl has no operation
/// for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_CONSTRAINTS_H
#define STEVEDORE_SUPPORT_CONSTRAINTS_H

#include "stevedore/Support/Size.h"
#include "isl/constraint.h"
#include "isl/isl-noexceptions.h"
#include "isl/set.h"
#include <algorithm>
#include <vector>

namespace stevedore {

/// The number of dimensions of \p S of one kind; 0 for a null object.
inline unsigned dimensions(const isl::basic_set &S, isl_dim_type Type) {
  return countOf(isl_basic_set_dim(S.get(), Type));
}

/// The constraints of \p S in isl's order, also those that have existential
/// variables of unknown value; none for a null object.
inline std::vector<isl::constraint> constraintsOf(const isl::basic_set &S) {
  std::vector<isl::constraint> Result;
  auto Append = [](isl_constraint *C, void *Into) {
    static_cast<std::vector<isl::constraint> *>(Into)->push_back(
        isl::manage(C));
    return isl_stat_ok;
  };
  if (!S.is_null())
    isl_basic_set_foreach_constraint(S.get(), Append, &Result);
  return Result;
}

/// Whether \p S is one conjunction of constraints.
inline bool isConvex(const isl::set &S) {
  return S.n_basic_set().release() == 1;
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_CONSTRAINTS_H
