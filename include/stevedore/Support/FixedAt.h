//===- FixedAt.h - Dimensions at values -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Sets and maps at a value of a dimension. What users name has 64 bits, of
/// which isl_set_fix_si() takes the last 32.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_FIXEDAT_H
#define STEVEDORE_SUPPORT_FIXEDAT_H

#include "stevedore/Support/Isl.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cstdint>

namespace stevedore {

/// \p S where dimension number \p At of kind \p Type is \p Value; null if \p S
/// is.
inline isl::set fixedAt(isl::set S, isl_dim_type Type, unsigned At,
                        int64_t Value) {
  if (S.is_null())
    return S;
  isl_val *Is = isl_val_int_from_si(S.ctx().get(), Value);
  return isl::manage(isl_set_fix_val(S.release(), Type, At, Is));
}

/// The same of a map.
inline isl::map fixedAt(isl::map M, isl_dim_type Type, unsigned At,
                        int64_t Value) {
  if (M.is_null())
    return M;
  isl_val *Is = isl_val_int_from_si(M.ctx().get(), Value);
  return isl::manage(isl_map_fix_val(M.release(), Type, At, Is));
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_FIXEDAT_H
