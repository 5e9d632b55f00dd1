//===- PointerTurns.h - Pointers that take turns ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Pointers that change places after each time step: `tmp = a; a = b; b = tmp;`
/// or `std::swap(a, b)`. They are modelled as one array of pointers, with a
/// counter of how often they have: before it changes for the first time,
/// pointer number p is element (counter + p) mod m of m.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERTURNS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERTURNS_H

#include "Expression/Affine.h"
#include "Syntax/Rotations.h"

namespace stevedore {

/// Finds those pointers of the region that change places and do nothing else,
/// and gives them arrays and counters.
void findPointerTurns(RegionState &R);

/// The statement that counts the rotation \p Found up; null if its pointers do
/// not take turns.
const clang::Stmt *countRotation(const RegionState &R, const Rotation &Found);

/// Finds out how often pointers have changed places at the end of the region,
/// where that is observed, and adds what gives them their values to
/// RegionModel::Epilogue. An error where that is not known.
llvm::Error finishPointerTurns(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_POINTERTURNS_H
