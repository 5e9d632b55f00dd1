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

/// How far isl fuses statements.
enum class Fusion {
  /// Statements share loops where the dependences allow it.
  Full,
  /// Only statements of one strongly connected component share loops.
  Components
};

/// isl's schedule of \p S under the dependences \p D: all of them must be
/// respected and are best not carried (coincidence), flow dependences are to be
/// short (proximity). Null when isl finds none or runs over its budget, with
/// isl's error state cleared.
isl::schedule runIslScheduler(const Scop &S, const Dependences &D, Fusion F);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_ISLSCHEDULER_H
