//===- Phases.h - What every phase of a region does -------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Costs, printing and failures of the phases of one region.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_PHASES_H
#define STEVEDORE_LIB_PIPELINE_PHASES_H

#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Support/ThreadClock.h"
#include "llvm/Support/raw_ostream.h"

namespace stevedore {

/// The base of what runs phases: options go in, results and costs come out.
class Phases {
protected:
  Phases(const Options &O, RegionResult &Result) : O(O), Result(Result) {}

  const Options &O;
  RegionResult &Result;

  llvm::raw_string_ostream printTo() {
    return llvm::raw_string_ostream(Result.Printed);
  }
  bool wants(Phase P) const { return O.Print == P; }

  /// Runs \p W and adds its cost to the phase called \p Name.
  template <typename Work> auto timed(const char *Name, Work W) {
    isl_ctx *Ctx = Result.Program.ctx();
    ThreadClock Clock;
    double Start = Clock.seconds();
    unsigned long Operations = islOperations(Ctx);
    auto Value = W();
    auto Cost = llvm::find_if(Result.Costs, [&](const PhaseCost &C) {
      return C.Name == Name;
    });
    if (Cost == Result.Costs.end()) {
      Result.Costs.push_back({Name, 0, 0});
      Cost = std::prev(Result.Costs.end());
    }
    Cost->IslOperations += islOperations(Ctx) - Operations;
    Cost->Milliseconds += 1e3 * (Clock.seconds() - Start);
    return Value;
  }
};

/// The value of \p From in \p To, or its error.
template <typename T> llvm::Error assign(T &To, llvm::Expected<T> From) {
  if (!From)
    return From.takeError();
  To = std::move(*From);
  return llvm::Error::success();
}

/// \p E as the failure of a proof, unless it only went over the budget.
inline llvm::Error asProof(llvm::Error E) {
  return llvm::handleErrors(
      std::move(E),
      [](std::unique_ptr<IslError> I) -> llvm::Error {
        return llvm::Error(std::move(I));
      },
      [](const llvm::ErrorInfoBase &Other) -> llvm::Error {
        return llvm::make_error<ProofError>(Other.message());
      });
}

/// Runs \p W, which computes \p What, under \p Operations isl operations.
template <typename Work>
auto limited(isl::ctx Ctx, unsigned long Operations, const char *What, Work W) {
  Budget Limit(Ctx, {0, Operations});
  return within(Limit, W(), What);
}

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_PHASES_H
