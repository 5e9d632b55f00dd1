//===- stevedore/Plan/MachineNames.h - Machines by name ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Machines that are installed, and the one that this is.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_MACHINENAMES_H
#define STEVEDORE_PLAN_MACHINENAMES_H

#include "stevedore/Plan/Machine.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace stevedore {

/// The machine of the file \p FileOrName, or where there is no such file the
/// one of this name: `native`, or NAME.yaml in the directory
/// share/stevedore/machines beside the one that the tool or the plugin is in.
/// Errors: those of readMachine(), and a name that none has, with those that
/// there are.
llvm::Expected<Machine> findMachine(llvm::StringRef FileOrName);

/// This machine: a part of the data cache of the second level
/// (limits::CacheShare), or where there is none all of the first, as the
/// directory \p Caches describes it in the way of Linux
/// (/sys/devices/system/cpu/cpu0/cache); limits::CacheBytes where it does not.
Machine nativeMachine(llvm::StringRef Caches);

} // namespace stevedore

#endif // STEVEDORE_PLAN_MACHINENAMES_H
