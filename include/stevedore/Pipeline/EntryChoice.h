//===- stevedore/Pipeline/EntryChoice.h - Sizes at run time -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a region's tile sizes are chosen by when the new code is entered.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_ENTRYCHOICE_H
#define STEVEDORE_PIPELINE_ENTRYCHOICE_H

#include "stevedore/Counting/SizeChooser.h"
#include "stevedore/Pipeline/Counts.h"
#include "stevedore/Plan/Machine.h"

namespace stevedore {

/// The formulas of what the sizes of \p Plan that are no constants cost on \p
/// M. Errors: a count without closed form, a size of a buffer that has no
/// formula, no size at all or more than 16, or numbers that do not fit 64 bits
/// even where parameters are small.
llvm::Expected<SizeChooser> sizeChooserOf(const RegionPlan &Plan,
                                          const RegionCounts &Counts,
                                          const Machine &M);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_ENTRYCHOICE_H
