//===- Regions.h - The regions of a function --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Runs the pipeline on what Polly finds in a function.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PASSES_REGIONS_H
#define STEVEDORE_LIB_PASSES_REGIONS_H

#include "stevedore/Passes/Passes.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/JSON.h"

namespace stevedore {

/// What became of the regions of a function.
struct FunctionResult {
  bool IsChanged = false;
  /// Their objects of the report.
  std::vector<llvm::json::Object> Report;
  /// What `--print=` shows of them.
  std::string Printed;
};

/// Runs the stages on the regions of \p F, with remarks; gives those that can
/// be transformed tiles and local arrays where \p Settings ask for it.
FunctionResult runOnFunction(llvm::Function &F,
                             llvm::FunctionAnalysisManager &FAM,
                             const PassSettings &Settings);

} // namespace stevedore

#endif // STEVEDORE_LIB_PASSES_REGIONS_H
