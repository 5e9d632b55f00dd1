//===- WalkPoint.cpp - What holds at one point of a walk ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/WalkPoint.h"

using namespace stevedore;

Nest Nest::outermost(isl::ctx Ctx) {
  return {{},
          isl::manage(isl_set_universe(isl_space_set_alloc(Ctx.get(), 0, 0)))};
}
