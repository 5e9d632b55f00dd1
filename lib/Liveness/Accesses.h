//===- Accesses.h - The accesses to one array --------------------*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LIVENESS_ACCESSES_H
#define STEVEDORE_LIB_LIVENESS_ACCESSES_H

#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// { S[i] -> A[m] } for the accesses of one kind to array number \p Array.
isl::union_map accessesOf(const Scop &S, unsigned Array, bool Access::*Kind);

} // namespace stevedore

#endif // STEVEDORE_LIB_LIVENESS_ACCESSES_H
