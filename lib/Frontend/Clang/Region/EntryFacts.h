//===- EntryFacts.h ------------------------------------------------- C++ -===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the function says about parameters before it enters the region:
/// branches around it, returns ahead of it, `assert`, `__builtin_assume`. And
/// what the user says about elements of arrays.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REGION_ENTRYFACTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REGION_ENTRYFACTS_H

#include "State/RegionState.h"

namespace stevedore {

/// Adds to the context of the region the affine conditions that hold wherever
/// it is entered, as far as they are about variables that the function never
/// changes and that bounds, conditions or subscripts of the region use.
void assumeEntryFacts(RegionState &R);

/// Adds to R.Notes.Elements those of \p Assumptions that are about elements of
/// arrays and that mention no other variables than those of the function with
/// values that the region does not change.
void assumeElements(RegionState &R, llvm::ArrayRef<Assumption> Assumptions);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_ENTRYFACTS_H
