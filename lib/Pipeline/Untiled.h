//===- Untiled.h - Regions that are not tiled -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The phases of a region whose order the text gives, and of an array of which
/// nothing but the conflicts are known.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_UNTILED_H
#define STEVEDORE_LIB_PIPELINE_UNTILED_H

#include "Phases.h"

namespace stevedore {

/// An error if \p O asks for what only tiled regions have, or leaves a
/// parameter of \p In open.
llvm::Error checkOptions(const OrderedInput &In, const Options &O);
llvm::Error checkOptions(const BareInput &In, const Options &O);

/// The region of \p In with its order, in the text form.
void printInput(llvm::raw_ostream &OS, const OrderedInput &In);

/// Conflicts and mapping of each array of \p In. Where the conflicts of an
/// array take more than half of what is left of \p Whole, all its elements
/// conflict, and the result has the reason. Errors: budget, or no valid
/// mapping.
llvm::Error foldArrays(const Driver &D, const Options &O,
                       const OrderedInput &In, const Budget &Whole,
                       RegionResult &Result);

/// The same for the one array of \p In.
llvm::Error foldArrays(const Driver &D, const Options &O, const BareInput &In,
                       RegionResult &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_UNTILED_H
