//===- Registers.h - Register tiles -----------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Point loops that are unrolled and jammed: registers as the innermost memory,
/// with tiles of constant sizes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_REGISTERS_H
#define STEVEDORE_LIB_LOWER_REGISTERS_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// \p Points, loops over the points of a tile where \p Context, { : }, holds,
/// unrolled and jammed as Decisions::Registers say. Iterations that fill no
/// group are executed by loops of the old form:
///
///   for (i = iT; i < iT + T1 - 1; i += 2)
///     for (k = ...; k += 4) {
///       hold the elements that stay in the loop over j
///       for (j = ...)
///         the statements at i, k ... i + 1, k + 3
///     }
///     ...
///   for (i = iT + T1 - T1 % 2; i < iT + T1; i++)
///     ...
Block inRegisters(const BandFrame &B, const std::vector<Buffer> &Buffers,
                  isl::set Context, Block Points);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_REGISTERS_H
