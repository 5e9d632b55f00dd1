//===- Processors.h - Regions on several processors -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Prints what processors send to each other.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TOOLS_STEVEDORE_OPT_PROCESSORS_H
#define STEVEDORE_TOOLS_STEVEDORE_OPT_PROCESSORS_H

#include "stevedore/Scop/Text.h"
#include "stevedore/Support/Isl.h"
#include "llvm/Support/Error.h"

namespace stevedore {

/// Prints what the processors of \p In send, or, where \p AsC is set, the
/// program of one as C, within \p Limits. Errors: nobody owns anything, or
/// there is no such program.
llvm::Error runProcessors(const TextInput &In, bool AsC, BudgetLimits Limits);

} // namespace stevedore

#endif // STEVEDORE_TOOLS_STEVEDORE_OPT_PROCESSORS_H
