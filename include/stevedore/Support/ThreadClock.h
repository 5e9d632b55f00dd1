//===- stevedore/Support/ThreadClock.h - Time of one thread -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The processor time that one thread has spent.
///
/// Budgets and the costs of stages are measured by it. On the wall clock an
/// analysis would get less done in its time, and give a coarser answer, for no
/// other reason than that more threads than processors are at work, `-j` or
/// another program's. llvm::sys::Process::GetTimeUsage() adds up all threads.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_THREADCLOCK_H
#define STEVEDORE_SUPPORT_THREADCLOCK_H

#include <ctime>

namespace stevedore {

/// The clock of the thread that creates it. Other threads may read it while
/// that thread runs. Where the system has no such clock, it is one of the wall.
class ThreadClock {
public:
  ThreadClock();
  /// Seconds of processor time, from a point in the past that all clocks of
  /// the thread have in common.
  double seconds() const;

private:
  clockid_t Clock = CLOCK_MONOTONIC;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_THREADCLOCK_H
