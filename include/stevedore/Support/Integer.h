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
#include <cmath>
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

/// Wide enough for any product of two machine integers.
__extension__ using WideInteger = __int128;

inline Integer fromWide(WideInteger A) {
  constexpr int64_t Half = int64_t(1) << 32;
  return (Integer(int64_t(A >> 64)) * Half) * Half +
         Integer(int64_t(uint64_t(A) >> 32)) * Half +
         Integer(int64_t(uint64_t(A) & (Half - 1)));
}

/// \p A rounded to a double, infinite beyond the range of these.
inline double toDouble(Integer A) {
  int Exponent = 0;
  for (; !toInt64(A); Exponent += 32)
    A = floorDiv(A, Integer(int64_t(1) << 32));
  return std::ldexp(double(int64_t(A)), Exponent);
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_INTEGER_H
