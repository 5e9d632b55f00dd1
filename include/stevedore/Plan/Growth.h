//===- stevedore/Plan/Growth.h - Buffers that grow --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Which buffers of a plan grow with the problem.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_GROWTH_H
#define STEVEDORE_PLAN_GROWTH_H

#include "stevedore/Plan/RegionPlan.h"
#include <string>

namespace stevedore {

/// One message for each buffer of \p Plan whose cells no tile sizes bound: their
/// number, and the references of the band to the array.
std::vector<std::string> growingBuffers(const RegionPlan &Plan);

} // namespace stevedore

#endif // STEVEDORE_PLAN_GROWTH_H
