//===- Remarks.h - What is done without -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Remarks on what is done without because it could not be proved.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_REMARKS_H
#define STEVEDORE_LIB_PIPELINE_REMARKS_H

#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// Adds "\p Otherwise: " and the reason to the remarks of \p Result, where
/// \p Failed is a proof that failed or that went over its budget. Errors: what
/// else \p Failed is.
llvm::Error doWithout(llvm::Error Failed, const std::string &Otherwise,
                      RegionResult &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_REMARKS_H
