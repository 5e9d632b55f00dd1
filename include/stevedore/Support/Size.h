//===- stevedore/Support/Size.h - Dimensions of isl objects -----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Sizes that isl returns, for loops over dimensions and pieces. Polly's
/// unsignedFromIslSize() and rangeIslSize() take the size of a null object for
/// a mistake and abort.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_SIZE_H
#define STEVEDORE_SUPPORT_SIZE_H

#include "isl/isl-noexceptions.h"

namespace stevedore {

/// \p Size as a number; 0 for the size of a null object, so that loops over
/// what a computation past its budget left behind end at once. The null
/// object itself is then reported by checked().
inline unsigned countOf(const isl::size &Size) {
  return Size.is_error() ? 0 : unsigned(Size);
}

/// The same for what isl's C functions return.
inline unsigned countOf(isl_size Size) {
  return Size == isl_size_error ? 0 : unsigned(Size);
}

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_SIZE_H
