//===- Workers.cpp - Workers that take turns ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "Machine.h"
#include "stevedore/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"

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
/// all wait at a barrier, they have met. The last one that ends goes back to
/// run().
void WorkerTeam::handOver(unsigned Worker) {
  bool IsOver = !choose();
  if (IsOver && llvm::is_contained(States, Waiting)) {
    IsBroken |= llvm::is_contained(States, Ended);
    llvm::replace(States, Waiting, Ready);
    Used.clear();
    IsOver = !choose();
  }
  if (IsOver)
    setcontext(&Caller);
  else if (Current != Worker)
    swapcontext(&Contexts[Worker], &Contexts[Current]);
}

/// Gives the context of \p Worker a stack, on which it starts.
void WorkerTeam::begin(unsigned Worker) {
  // An eighth of the usual stack, for loops of any depth that can be generated;
  // only what is used is in memory.
  const size_t Bytes = 4 * limits::StackBytes;
  Stacks[Worker].reset(new char[Bytes]);
  ucontext_t &C = Contexts[Worker];
  getcontext(&C);
  C.uc_stack.ss_sp = Stacks[Worker].get();
  C.uc_stack.ss_size = Bytes;
  C.uc_link = nullptr;
  auto Address = uint64_t(reinterpret_cast<uintptr_t>(this));
  makecontext(&C, reinterpret_cast<void (*)()>(beginCurrent), 2,
              unsigned(Address >> 32), unsigned(Address));
}

/// What the context of a worker starts with: it is given the team as two
/// numbers, as makecontext() takes no pointers.
void WorkerTeam::beginCurrent(unsigned High, unsigned Low) {
  auto *Team =
      reinterpret_cast<WorkerTeam *>(uintptr_t(uint64_t(High) << 32 | Low));
  unsigned Worker = Team->Current;
  Team->Work(Worker);
  Team->States[Worker] = Ended;
  Team->handOver(Worker);
}

void WorkerTeam::run(llvm::function_ref<void(unsigned)> WorkOfEach) {
  Work = WorkOfEach;
  for (unsigned Worker = 0; Worker < States.size(); ++Worker)
    begin(Worker);
  choose();
  swapcontext(&Caller, &Contexts[Current]);
}

bool WorkerTeam::step(unsigned Worker) {
  if (Order != Interleaving::Mixed || --Left > 0)
    return false;
  Left = 1 + mix(5, ++Switches) % 64;
  handOver(Worker);
  return true;
}

bool WorkerTeam::barrier(unsigned Worker) {
  States[Worker] = Waiting;
  handOver(Worker);
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
