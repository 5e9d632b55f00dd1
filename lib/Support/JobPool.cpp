//===- JobPool.cpp - Work on several threads ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/JobPool.h"
#include "llvm/Support/Threading.h"

using namespace stevedore;

unsigned stevedore::numberOfJobs(unsigned Wanted) {
  return llvm::hardware_concurrency(Wanted).compute_thread_count();
}

JobPool::JobPool(unsigned Jobs)
    : Free(Jobs - 1), Threads(llvm::hardware_concurrency(Jobs)) {}

void JobPool::acquire() {
  std::unique_lock<std::mutex> Guard(Lock);
  Released.wait(Guard, [this] { return Free > 0; });
  --Free;
}

void JobPool::release() {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    ++Free;
  }
  Released.notify_one();
}

void JobPool::run(llvm::function_ref<void()> Work) {
  acquire();
  Work();
  release();
}

std::shared_future<void> JobPool::start(std::function<void()> Work) {
  return Threads.async([this, Work = std::move(Work)] { run(Work); });
}

void JobPool::wait(const std::shared_future<void> &Job) {
  release();
  Job.wait();
  acquire();
}
