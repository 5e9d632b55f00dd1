//===- stevedore/Support/JobPool.h - Work on several threads ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The threads of `-j N`: at most N jobs work at a time, files and regions
/// together. A job that reads a file starts jobs for its regions and waits for
/// them; while it waits another takes its place. llvm::StdThreadPool would run
/// those on the thread that waits, within its budget and on its clock.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_JOBPOOL_H
#define STEVEDORE_SUPPORT_JOBPOOL_H

#include "llvm/Support/ThreadPool.h"
#include <condition_variable>
#include <functional>
#include <mutex>

namespace stevedore {

/// The number of jobs for the value \p Wanted of `-j`; the processors, and 1
/// where their number is not known, for 0.
unsigned numberOfJobs(unsigned Wanted);

/// Starts jobs in the order in which they come. The thread that makes the pool
/// is one of them.
class JobPool {
public:
  explicit JobPool(unsigned Jobs);
  JobPool(const JobPool &) = delete;
  JobPool &operator=(const JobPool &) = delete;

  /// Runs \p Work, which must not call this or run(), on another thread.
  std::shared_future<void> start(std::function<void()> Work);
  /// Runs \p Work on this thread, as a job. It may start others and wait.
  void run(llvm::function_ref<void()> Work);
  /// Waits for \p Job on a thread that is a job itself: the one that made the
  /// pool, or one in run().
  void wait(const std::shared_future<void> &Job);

private:
  void acquire();
  void release();

  std::mutex Lock;
  std::condition_variable Released;
  unsigned Free;
  llvm::DefaultThreadPool Threads;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_JOBPOOL_H
