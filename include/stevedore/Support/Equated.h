//===- stevedore/Support/Equated.h - Equal dimensions -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Pairs of a relation that agree in some dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_EQUATED_H
#define STEVEDORE_SUPPORT_EQUATED_H

#include "isl/isl-noexceptions.h"
#include "isl/map.h"

namespace stevedore {

/// { x -> y in M : x_d = y_d for \p First <= d < \p End }
inline isl::map equated(isl::map M, unsigned First, unsigned End) {
  for (unsigned D = First; D < End; ++D)
    M = isl::manage(isl_map_equate(M.release(), isl_dim_in, D, isl_dim_out, D));
  return M;
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_EQUATED_H
