//===- Expansion.h - Variables without values between iterations *- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Variables that are declared outside of the loops although no iteration needs
/// what another one left in them, such as the accumulators of old-style C.
/// Their false dependences would keep the iterations in order.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REGION_EXPANSION_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REGION_EXPANSION_H

#include "State/RegionState.h"

namespace stevedore {

/// Makes each scalar of the function that is dead after the region, and whose
/// values never leave an iteration of the loops around them, a variable
/// of that iteration, as if it had been declared there; one for each group of
/// statements that exchange values.
///
/// The last write before a read of the scalar is the last write before it among
/// those of the same iteration and group, since it is one of them: each read
/// finds the same value as before. The region is whole and its order known.
/// Returns C text that mentions the variables that are no longer used.
std::string expandScalars(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_EXPANSION_H
