//===- ThreadClock.cpp - Time of one thread -------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/ThreadClock.h"
#include <pthread.h>
#include <unistd.h>

using namespace stevedore;

ThreadClock::ThreadClock() {
#if defined(_POSIX_THREAD_CPUTIME) && _POSIX_THREAD_CPUTIME >= 0
  clockid_t Own;
  if (pthread_getcpuclockid(pthread_self(), &Own) == 0)
    Clock = Own;
#endif
}

double ThreadClock::seconds() const {
  timespec Now = {};
  clock_gettime(Clock, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}
