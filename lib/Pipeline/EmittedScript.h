//===- EmittedScript.h - Plans as scripts -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The script that leads to a plan.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_EMITTEDSCRIPT_H
#define STEVEDORE_LIB_PIPELINE_EMITTEDSCRIPT_H

#include "stevedore/Plan/RegionPlan.h"
#include "stevedore/Script/Script.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// A region, its plan, and what was asked for.
struct PlannedRegion {
  const ScriptRegion &Place;
  const RegionPlan &Plan;
  Decisions Decided;
  /// The region is left alone where it does not pay.
  bool MustPay;
  /// The plan in a given order.
  llvm::function_ref<llvm::Expected<RegionPlan>(const isl::schedule &)>
      PlanAgain;
};

/// A script in Lua with which \p R has the same plan. Where its order is none
/// of A, beta and Gamma, the script leaves that to Stevedore, and says why.
std::string scriptOf(const PlannedRegion &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_EMITTEDSCRIPT_H
