//===- Values.h - Extents at given parameter values --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_VALUES_H
#define STEVEDORE_LIB_PIPELINE_VALUES_H

#include "stevedore/Allocation/Allocation.h"
#include <map>

namespace stevedore {

/// The value of \p E at \p Values; parameters without a value count as 0.
int64_t evaluate(const Extent &E, const std::map<std::string, int64_t> &Values);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_VALUES_H
