//===- Workers.cpp - Workers that take turns ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"
#include <thread>

namespace stevedore {
namespace replay {

/// Makes the next worker that is ready the current one. False: there is none.
bool WorkerTeam::choose() {
  unsigned Count = States.size();
  for (unsigned I = 0; I < Count; ++I) {
    unsigned Next = Order == Interleaving::Ascending ? I
                    : Order == Interleaving::Descending
                        ? Count - 1 - I
                        : (Current + 1 + I) % Count;
    if (States[Next] != Ready)
      continue;
    Current = Next;
    return true;
  }
  return false;
}

/// Lets the next worker go on until it is the turn of \p Worker again. Where
/// all wait at a barrier, they have met.
void WorkerTeam::handOver(unsigned Worker, std::unique_lock<std::mutex> &Held) {
  if (!choose() && llvm::is_contained(States, Waiting)) {
    IsBroken |= llvm::is_contained(States, Ended);
    llvm::replace(States, Waiting, Ready);
    Used.clear();
    choose();
  }
  Changed.notify_all();
  if (States[Worker] != Ended)
    Changed.wait(Held,
                 [&] { return Current == Worker && States[Worker] == Ready; });
}

void WorkerTeam::run(llvm::function_ref<void(unsigned)> Work) {
  choose();
  auto Begin = [&](unsigned Worker) {
    {
      std::unique_lock<std::mutex> Held(Lock);
      Changed.wait(Held, [&] { return Current == Worker; });
    }
    Work(Worker);
    std::unique_lock<std::mutex> Held(Lock);
    States[Worker] = Ended;
    handOver(Worker, Held);
  };
  std::vector<std::thread> Threads;
  for (unsigned Worker = 0; Worker < States.size(); ++Worker)
    Threads.emplace_back(Begin, Worker);
  for (std::thread &T : Threads)
    T.join();
}

bool WorkerTeam::step(unsigned Worker) {
  if (Order != Interleaving::Mixed || --Left > 0)
    return false;
  Left = 1 + mix(5, ++Switches) % 64;
  std::unique_lock<std::mutex> Held(Lock);
  handOver(Worker, Held);
  return true;
}

bool WorkerTeam::barrier(unsigned Worker) {
  std::unique_lock<std::mutex> Held(Lock);
  States[Worker] = Waiting;
  handOver(Worker, Held);
  return !IsBroken;
}

bool WorkerTeam::use(unsigned Worker, const uint64_t *Cell, bool Writes) {
  Users &By = Used[Cell];
  auto IsOther = [&](unsigned User) {
    return User != Users::None && User != Worker;
  };
  if (IsOther(By.Writer) || (Writes && IsOther(By.Reader)))
    return false;
  if (Writes)
    By.Writer = Worker;
  else
    By.Reader = IsOther(By.Reader) ? Users::Several : Worker;
  return true;
}

} // namespace replay
} // namespace stevedore
