//===- stevedore/Support/ShortLimits.h - Limits hit anywhere ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Budgets that are lowered for tests.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_SHORTLIMITS_H
#define STEVEDORE_SUPPORT_SHORTLIMITS_H

#include <cstdint>

namespace stevedore {

/// While alive, one of four budgets of this thread that limits operations has
/// fewer of them, at random by a seed: limits are hit anywhere that are far
/// away in most programs.
class ShortLimits {
public:
  explicit ShortLimits(uint64_t Seed);
  ~ShortLimits();
  ShortLimits(const ShortLimits &) = delete;
  ShortLimits &operator=(const ShortLimits &) = delete;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_SHORTLIMITS_H
