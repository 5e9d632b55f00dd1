//===- FixedAt.h - Dimensions at values -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Sets and maps at a value of a dimension, and for some value of a parameter.
/// What users name has 64 bits, of which isl_set_fix_si() takes the last 32.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_FIXEDAT_H
#define STEVEDORE_SUPPORT_FIXEDAT_H

#include "stevedore/Support/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "isl/map.h"
#include "isl/set.h"
#include <cstdint>
#include <string>

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

/// \p S for some values of those of its parameters that are called \p Names.
inline isl::set forAny(isl::set S, llvm::ArrayRef<std::string> Names) {
  for (const std::string &Name : Names) {
    int At = isl_set_find_dim_by_name(S.get(), isl_dim_param, Name.c_str());
    if (At >= 0)
      S = isl::manage(isl_set_project_out(S.release(), isl_dim_param, At, 1));
  }
  return S;
}

/// The same of a map.
inline isl::map forAny(isl::map M, llvm::ArrayRef<std::string> Names) {
  for (const std::string &Name : Names) {
    int At = isl_map_find_dim_by_name(M.get(), isl_dim_param, Name.c_str());
    if (At >= 0)
      M = isl::manage(isl_map_project_out(M.release(), isl_dim_param, At, 1));
  }
  return M;
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_FIXEDAT_H
