//===- stevedore/Report/Report.h - Results as JSON --------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on a RegionResult as JSON. What is reported on a region, and its
/// numbers at given sizes, as JSON.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REPORT_REPORT_H
#define STEVEDORE_REPORT_REPORT_H

#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Pipeline/Values.h"
#include "llvm/Support/JSON.h"

namespace stevedore {

/// The object of the report for one region (contract, "JSON report").
llvm::json::Object reportRegion(const RegionResult &R,
                                const EmitOptions &Code, unsigned Line);

/// Numbers of one region at the parameter values \p Values (contract,
/// `--evaluate`), with the cycles on \p M. Errors: a value is missing, or
/// counting went over \p Limits.
llvm::Expected<llvm::json::Object>
evaluateRegion(const RegionResult &R, const EvaluationValues &Values,
               const Machine &M, BudgetLimits Limits, const EmitOptions &Code);

/// What is wanted beside the best sizes.
struct ChoiceRequest {
  /// Those that emitted code takes.
  bool HasEntry = false;
  /// A bar on standard error where it lasts more than a second.
  bool ShowsProgress = false;
};

/// The tile sizes that cost least on \p M at \p Values (contract, `--choose`).
/// Errors: see chooseSizes().
llvm::Expected<llvm::json::Object>
chooseForRegion(const RegionResult &R, const EvaluationValues &Values,
                const Machine &M, const EmitOptions &Code,
                ChoiceRequest Wanted);

/// A region of chooseForRegion() as a table: the best choice, marked, and the
/// Pareto front.
std::string choiceTable(const llvm::json::Object &Region);

/// Numbers of the arrays of a region that is not tiled.
llvm::json::Object evaluateUntiled(const RegionResult &R,
                                   const EvaluationValues &Values);

} // namespace stevedore

#endif // STEVEDORE_REPORT_REPORT_H
