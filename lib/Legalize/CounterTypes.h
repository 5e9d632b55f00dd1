//===- CounterTypes.h - Counters of the source's type -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which counters of a region's loops may be of the type `int`.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LEGALIZE_COUNTERTYPES_H
#define STEVEDORE_LIB_LEGALIZE_COUNTERTYPES_H

#include "stevedore/LoopTree/LoopTree.h"
#include "stevedore/Source/SourceText.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

/// The counters of \p Loops, the loops of \p S, that may be of the type `int`
/// of 32 bits, as all iterators of the source are. Their first and last values
/// and the one after that are numbers of it. Every expression with one of them
/// has no other variables and fits: what is computed on the way to its value is
/// in absolute value at most the sum of the products of coefficients and
/// largest values. Nothing of what the user wrote computes with them, but in
/// their original type.
llvm::StringSet<> intCounters(const looptree::Block &Loops, const Scop &S,
                              const SourceText &Source);

} // namespace stevedore

#endif // STEVEDORE_LIB_LEGALIZE_COUNTERTYPES_H
