//===- stevedore/Plan/MachineFile.h - Machines from files -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Machines that users describe in YAML.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_MACHINEFILE_H
#define STEVEDORE_PLAN_MACHINEFILE_H

#include "stevedore/Plan/Machine.h"
#include "llvm/ADT/StringRef.h"

namespace stevedore {

/// The bytes that \p Text stands for: a number, or one followed by K, M or G
/// for powers of 1024. None for any other text, or 2^48 and more.
std::optional<int64_t> bytesInText(llvm::StringRef Text);

/// Reads the machine in the YAML file \p File:
///
///   name: dsp
///   memories:                     # the nearest one first
///     - name: L1                  # the only key that has no default
///       bytes: 64K
///       cache: false              # true: see Memory::IsCache
///       copy: { latency: 100, bytesPerCycle: 8, dimensions: 2,
///               asynchronous: true, channels: 1, align: 8 }
///   compute: { cyclesPerAccess: 1 }
///   workers: 1
///
/// Errors, with file and line: unknown keys, sizes below 1, cycles below 0.
llvm::Expected<Machine> readMachine(llvm::StringRef File);

} // namespace stevedore

#endif // STEVEDORE_PLAN_MACHINEFILE_H
