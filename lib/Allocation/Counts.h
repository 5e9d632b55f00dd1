//===- Counts.h - Sizes that isl's C functions return -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// countOf() for what isl's C functions return.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_COUNTS_H
#define STEVEDORE_LIB_ALLOCATION_COUNTS_H

#include "stevedore/Support/Size.h"

namespace stevedore {

/// \p Size as a number; 0 for the size of a null object.
inline unsigned countOf(isl_size Size) { return countOf(isl::manage(Size)); }

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_COUNTS_H
