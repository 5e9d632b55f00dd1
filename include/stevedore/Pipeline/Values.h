//===- stevedore/Pipeline/Values.h - Values of --evaluate= ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What parameters and tile sizes are where numbers are asked for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_VALUES_H
#define STEVEDORE_PIPELINE_VALUES_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Support/Values.h"

namespace stevedore {

/// The value of \p Name: for a tile size that of `--tile=`; else that of
/// `--evaluate=`; for a tile size without either, 32.
std::optional<int64_t> evaluationValue(const Options &O,
                                       const Roles &Parameters,
                                       llvm::StringRef Name);

/// An error that names those of \p Parameters that `--evaluate=` leaves open,
/// if it is given.
llvm::Error checkValues(const Options &O, const Roles &Parameters,
                        llvm::ArrayRef<std::string> Names);

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_VALUES_H
