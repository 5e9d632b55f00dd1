//===- stevedore/Pipeline/AutoTile.h - Sizes that nobody gave ---*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// `--tile=auto`: tile sizes that are chosen before a region is planned with them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_AUTOTILE_H
#define STEVEDORE_PIPELINE_AUTOTILE_H

#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// runPipeline(); where \p O asks for it, with the sizes that chooseSizes() takes
/// at its typical values. A remark says which these are, or why sizes stay
/// parameters.
RegionResult runWithChosenSizes(const TiledInput &In, const Options &O,
                                const EmitOptions *Code = nullptr);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_AUTOTILE_H
