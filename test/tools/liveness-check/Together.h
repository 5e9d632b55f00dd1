//===- Together.h - Arrays that overlap in one buffer -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Arrays whose cells lie between each other, against enumeration.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_TOGETHER_H
#define STEVEDORE_TEST_LIVENESSCHECK_TOGETHER_H

#include <cstdint>

namespace liveness {

/// For \p Count random regions of two arrays: conflicts between the arrays are
/// those that enumeration finds of one array that has the elements of both; no
/// two of them share a cell of a buffer; and the proof refuses mappings with a
/// mistake where they do.
int checkRandomTogether(uint64_t Seed, unsigned Count);

/// For \p Count random regions in tiles whose arrays may overlap: the plan is
/// proved, and the replay of its loops finds nothing wrong.
int checkRandomOverlap(uint64_t Seed, unsigned Count);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_TOGETHER_H
