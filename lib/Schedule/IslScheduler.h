//===- stevedore/lib/Schedule/IslScheduler.h - isl's scheduler --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Runs isl's scheduler with options of its own.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_ISLSCHEDULER_H
#define STEVEDORE_LIB_SCHEDULE_ISLSCHEDULER_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// What isl's scheduler is asked to keep short besides respecting every
/// dependence. Different wishes lead it to fuse differently.
struct SchedulerOptions {
  /// Prefer loops that carry no dependence: leaves producers and consumers
  /// apart where fusing them would need a shift.
  bool Coincidence = false;
  /// Reads of the same element are to be near each other, as flow dependences
  /// always are: fuses statements that only share what they read.
  bool InputProximity = false;
};

/// Whether isl's scheduler is too slow for the statements of \p S one by one: a
/// row of the schedule has a coefficient for each iterator of each statement.
/// Blocks of statements are then scheduled instead.
bool isLarge(const Scop &S);

/// isl's schedule of \p S under the dependences \p D. They are passed without
/// being simplified by the domains: isl takes hulls of dependences alone, so
/// that a constraint left out as implied by a domain is lost, and with it
/// bands. Null when isl finds no schedule or runs over its budget, with isl's
/// error state cleared.
isl::schedule runIslScheduler(const Scop &S, const Dependences &D,
                              SchedulerOptions Options);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_ISLSCHEDULER_H
