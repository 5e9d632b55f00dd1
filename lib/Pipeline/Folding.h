//===- Folding.h - Folding the arrays of a band -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// From the transfers of an array to a proved mapping, or to one for each of
/// its parts.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_FOLDING_H
#define STEVEDORE_LIB_PIPELINE_FOLDING_H

#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// Proves \p Transfers of an array of \p Planned right, which may make their
/// loads coarser. Errors: a proof that failed, or budget.
llvm::Error proveTransfers(const Options &O, RegionResult &Result,
                           TiledBand &Planned, ArrayTransfers &Transfers);

/// Folds the array of \p Transfers, in parts where that is smaller, and adds it
/// to \p Planned. Costs, what is to be printed and numbers for
/// --evaluate= go to \p Result. Errors: a proof that failed, or budget.
llvm::Error foldArray(const Options &O, RegionResult &Result,
                      TiledBand &Planned, ArrayTransfers Transfers);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_FOLDING_H
