//===- stevedore/Support/Integer.h - Integers of any size -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// LLVM's integers of any size, machine integers as long as these suffice, and
/// what it leaves to its users.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_INTEGER_H
#define STEVEDORE_SUPPORT_INTEGER_H

#include "llvm/ADT/DynamicAPInt.h"
#include <cstdint>
#include <limits>
#include <optional>

namespace stevedore {

using Integer = llvm::DynamicAPInt;

/// \p A as a machine integer; none if it does not fit.
inline std::optional<int64_t> toInt64(const Integer &A) {
  if (A < std::numeric_limits<int64_t>::min() ||
      A > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return int64_t(A);
}

/// Whether \p A is a multiple of \p Divisor, which may be 0. LLVM's remainder
/// traps on the least machine integer by -1.
inline bool isDivisibleBy(const Integer &A, const Integer &Divisor) {
  return Divisor == 0 ? A == 0 : A % abs(Divisor) == 0;
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_INTEGER_H
