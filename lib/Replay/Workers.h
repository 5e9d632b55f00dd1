//===- Workers.h - Workers that take turns ----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several workers that execute the same loops on one remote memory, in an
/// order that is the same every time.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REPLAY_WORKERS_H
#define STEVEDORE_LIB_REPLAY_WORKERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <memory>
#include <ucontext.h>
#include <vector>

namespace stevedore {
namespace replay {

/// Which worker goes on: between two barriers all of one, then all of the next,
/// from the first or from the last; or some steps of each in turn.
enum class Interleaving { Ascending, Descending, Mixed };

/// The workers of one execution. Each has a stack of its own, all of them one
/// thread: there are thousands of turns.
class WorkerTeam {
public:
  WorkerTeam(unsigned Count, Interleaving Order)
      : Order(Order), States(Count, Ready), Stacks(Count), Contexts(Count) {}
  unsigned size() const { return States.size(); }

  /// Lets each worker do \p Work, which is given its number.
  void run(llvm::function_ref<void(unsigned)> Work);

  /// Worker \p Worker has done a step; true if others were let go on.
  bool step(unsigned Worker);
  /// Waits until all workers are here; false if some never come.
  bool barrier(unsigned Worker);
  /// Notes that \p Worker uses what lies at \p Cell of remote memory. False if
  /// another has stored there since the last barrier, or used what it stores
  /// to.
  bool use(unsigned Worker, const uint64_t *Cell, bool Writes);

private:
  enum State { Ready, Waiting, Ended };
  /// Who has used a cell since the last barrier; Several stands for more than
  /// one.
  struct Users {
    enum : unsigned { None = ~0u, Several = ~0u - 1 };
    unsigned Reader = None, Writer = None;
  };

  const Interleaving Order;
  std::vector<State> States;
  unsigned Current = 0;
  bool IsBroken = false;
  uint64_t Left = 1, Switches = 0;
  llvm::DenseMap<const uint64_t *, Users> Used;
  /// Where each worker goes on, and where run() does.
  std::vector<std::unique_ptr<char[]>> Stacks;
  std::vector<ucontext_t> Contexts;
  ucontext_t Caller;
  llvm::function_ref<void(unsigned)> Work;

  bool choose();
  void handOver(unsigned Worker);
  void begin(unsigned Worker);
  static void beginCurrent(unsigned High, unsigned Low);
};

} // namespace replay
} // namespace stevedore

#endif // STEVEDORE_LIB_REPLAY_WORKERS_H
