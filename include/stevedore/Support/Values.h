//===- stevedore/Support/Values.h - Values of parameters --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The values of parameters where numbers are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_SUPPORT_VALUES_H
#define STEVEDORE_SUPPORT_VALUES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace stevedore {

/// Values of parameters and tile sizes by name; none where none was given.
using ValueOf = llvm::function_ref<std::optional<int64_t>(llvm::StringRef)>;

} // namespace stevedore

#endif // STEVEDORE_SUPPORT_VALUES_H
