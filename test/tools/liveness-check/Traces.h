//===- Traces.h - All executions of a region --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Conflicts by definition: two elements are live together in some execution.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_TRACES_H
#define STEVEDORE_TEST_LIVENESSCHECK_TRACES_H

#include "History.h"

namespace liveness {

/// The elements of \p H that are live together in some execution that runs each
/// instance once, as the order and the critical sections of \p In allow; their
/// number grows exponentially with that of instances.
Matrix conflictsOfTraces(const stevedore::TextInput &In, const Instances &All,
                         const History &H, const Values &V);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_TRACES_H
