//===- stevedore/Plan/Machine.h - What plans are for ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The machine that a region is planned for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_MACHINE_H
#define STEVEDORE_PLAN_MACHINE_H

#include "stevedore/Support/MemoryNames.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stevedore {

/// What moves elements between a memory and the next one.
struct TransferEngine {
  /// Cycles from the start of a transfer to its first byte.
  unsigned Latency = 0;
  /// 0: not known.
  unsigned BytesPerCycle = 0;
  /// Of the boxes that one transfer moves; 1: it moves rows.
  unsigned Dimensions = 1;
  /// It works beside what computes.
  bool IsAsynchronous = false;
  /// 2: loads and stores know nothing of each other.
  unsigned Channels = 1;
  /// A transfer takes the time of whole multiples of so many bytes.
  unsigned Align = 1;
};

/// A memory that tiles have buffers in.
struct Memory {
  /// None: as many as it takes.
  std::optional<int64_t> Bytes;
  TransferEngine Engine;
  /// Elements come by themselves: tiles are as large as their buffers would
  /// fit, and have none.
  bool IsCache = false;
  /// Empty: it has none of its own (MemoryNames).
  std::string Name = "";
};

/// The language of the code.
enum class Dialect { C };

/// The default is what is known of no machine in particular.
struct Machine {
  /// From the nearest one out, without the remote one, in which arrays are.
  std::vector<Memory> Memories = {Memory()};
  /// What executes tiles at the same time.
  unsigned Workers = 1;
  /// What an access of a statement costs.
  unsigned CyclesPerAccess = 0;
  /// Registers that hold vectors of elements.
  unsigned VectorRegisters = 16;
  Dialect Code = Dialect::C;
};

/// Errors: plans are not for such a machine, with several memories, or C cannot
/// have their names.
llvm::Error checkPlannable(const Machine &M);

/// What the memories of \p M are called.
MemoryNames memoryNames(const Machine &M);

/// \p Bytes, or those of the nearest memory of \p M if these are fewer; none: any
/// number.
std::optional<int64_t> least(std::optional<int64_t> Bytes, const Machine &M);

} // namespace stevedore

#endif // STEVEDORE_PLAN_MACHINE_H
