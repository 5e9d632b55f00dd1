//===- PlanInPolly.h - Plans in Polly's words -------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_EMIT_POLLY_PLANINPOLLY_H
#define STEVEDORE_LIB_EMIT_POLLY_PLANINPOLLY_H

#include "stevedore/Emit/Polly/CopyPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// Translates a plan for one region into Polly's isl context, with the ids that
/// Polly knows parameters and statements by.
class PlanInPolly {
public:
  PlanInPolly(polly::Scop &S, const PollyRegion &Region, const CopyPlan &Plan);

  isl::ctx context() const { return Theirs; }
  /// \p Own with the tuples \p In and \p Out; null: none.
  isl::map translated(const isl::map &Own, isl::id In, isl::id Out) const;
  /// { S[i] -> [t] } of the statements that there are before copies are added.
  isl::union_map times() const;
  /// The order that \p Times say, those of copies among them. Loops over tiles
  /// are not split by what their phases have to do.
  isl::schedule order(const isl::union_map &Times) const;
  /// Calls \p Do with each access that takes its elements from a local array,
  /// with the number of that, and with { S[i] -> [c] }, where in it.
  void eachRedirected(
      llvm::function_ref<void(polly::MemoryAccess &, unsigned, isl::map)> Do)
      const;

private:
  const PollyRegion &Region;
  const CopyPlan &Plan;
  isl::ctx Theirs;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_EMIT_POLLY_PLANINPOLLY_H
