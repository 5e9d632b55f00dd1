//===- OuterOrder.h - The code around the bands -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The order of a region's bands and of the statements outside them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_OUTERORDER_H
#define STEVEDORE_LIB_LOWER_OUTERORDER_H

#include "Tiles.h"

namespace stevedore {
namespace lower {

/// Prints the loops of Schedule::OuterOrder: each `Band<k>[o]` becomes the
/// tiles of \p Bands[k], every other statement works on remote memory.
llvm::Expected<Block> lowerOuterOrder(const RegionPlan &Plan,
                                      const SourceText &Source,
                                      const std::vector<BandCode> &Bands,
                                      Names &N);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_OUTERORDER_H
