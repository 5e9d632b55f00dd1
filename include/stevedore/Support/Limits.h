//===- stevedore/Support/Limits.h - Limits that decide ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The limits that decide about answers and the typical sizes by which answers
/// are compared, as constants. Limits.def has their units and reasons.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_LIMITS_H
#define STEVEDORE_SUPPORT_LIMITS_H

#include <cstddef>
#include <cstdint>

namespace stevedore {
namespace limits {

#define LIMIT(Room, Type, Name, Value, Unit, Meaning, Reason)                  \
  inline constexpr Type Name = Value;
#include "stevedore/Support/Limits.def"

} // namespace limits
} // namespace stevedore

#endif // STEVEDORE_SUPPORT_LIMITS_H
