//===- DenseBand.h - Loops with steps count iterations ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Tiled dimensions without holes.

#ifndef STEVEDORE_LIB_SCHEDULE_DENSEBAND_H
#define STEVEDORE_LIB_SCHEDULE_DENSEBAND_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// \p B with b = s b' + r for each tiled dimension b that has the same
/// remainder r modulo a number s > 1 at all its points: tiles of T points along
/// b' have as many iterations of a loop with steps, and sets have no divisions.
Band withoutSteps(Band B);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_DENSEBAND_H
