//===- RandomRegion.h - Regions to try --------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_RANDOMREGION_H
#define STEVEDORE_TEST_LIVENESSCHECK_RANDOMREGION_H

#include <random>
#include <string>

namespace liveness {

/// A region with one array A and one parameter N, N >= 1, in the text form: one
/// or two statements of one or two iterators in N iterations each, or three of
/// one; its order is a schedule, with parallel dimensions, or a happens-before
/// relation that need not be a partial order. With \p IsCritical two or three
/// statements of one iterator, most of them in critical sections of two locks.
std::string randomRegion(std::mt19937_64 &Random, bool IsCritical);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_RANDOMREGION_H
