//===- CountedSets.h - Sets of points at multiples ---------------*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What isl does with counted sets; see Counts.h.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_COUNTEDSETS_H
#define STEVEDORE_LIB_PIPELINE_COUNTEDSETS_H

#include "stevedore/Pipeline/Counts.h"

namespace stevedore {

/// \p Points where coordinate number \p K is a multiple of \p Step.
isl::set onMultiples(isl::set Points, unsigned K, int64_t Step);

/// countOneByOne() by the loops that isl generates for these values, of which
/// those whose bodies do not depend on them are counted once.
llvm::Expected<uint64_t> countByLoops(const CountedSet &Set, ValueOf Value);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_COUNTEDSETS_H
