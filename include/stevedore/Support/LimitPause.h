//===- stevedore/Support/LimitPause.h - Without limits for once -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Short calls of isl that do not survive a limit.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_LIMITPAUSE_H
#define STEVEDORE_SUPPORT_LIMITPAUSE_H

#include "isl/isl-noexceptions.h"

namespace stevedore {

/// While alive, isl hits no limit in a context: its printer, and its matrices
/// of constraints, read what they could not allocate. What they spend is
/// counted.
class LimitPause {
public:
  explicit LimitPause(isl::ctx Of);
  ~LimitPause();
  LimitPause(const LimitPause &) = delete;
  LimitPause &operator=(const LimitPause &) = delete;

private:
  isl_ctx *Ctx;
  unsigned long InForce;
  bool WasAborted;
};

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_LIMITPAUSE_H
