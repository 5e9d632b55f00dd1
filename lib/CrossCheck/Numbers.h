//===- Numbers.h - Numbers of iterations ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Names of iterations that do not depend on what the loops count with.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CROSSCHECK_NUMBERS_H
#define STEVEDORE_LIB_CROSSCHECK_NUMBERS_H

#include "isl/isl-noexceptions.h"

namespace stevedore {

/// { S[i] -> [k] }: for each loop around the instances \p Domain, { S[i] }, the
/// number of the iteration among those of this loop that have instances, from 0
/// in the order of \p Time, { S[i] -> [t] }. Null: a loop has no first one.
isl::map iterationNumbers(const isl::set &Domain, const isl::map &Time);

} // namespace stevedore

#endif // STEVEDORE_LIB_CROSSCHECK_NUMBERS_H
