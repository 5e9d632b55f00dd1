//===- stevedore/Transform/DeadInstances.h - What nobody reads --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Dead code elimination by instances: those that nobody needs, neither the
/// code behind the region nor an instance that somebody needs.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFORM_DEADINSTANCES_H
#define STEVEDORE_TRANSFORM_DEADINSTANCES_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// { S[i] }: instances of \p S whose values go nowhere by the flow of \p D, and
/// which write no array that is live after the region, nor a private one.
/// Something is left of each statement, as convex as it was. Errors: budget.
llvm::Expected<isl::union_set> findDeadInstances(const Scop &S,
                                                 const Dependences &D);

/// Proof obligation: without the instances \p Dead of \p S, all others read
/// what they read before, by the flow of \p D, and arrays that are live after
/// the region hold the same. Errors: an instance that somebody needs, and who;
/// budget.
llvm::Error verifyDead(const Scop &S, const Dependences &D,
                       const isl::union_set &Dead);

/// \p S without the instances \p Dead. Its dependences are not those of \p S
/// between what is left: some went by way of instances that are gone.
Scop withoutInstances(Scop S, const isl::union_set &Dead);

} // namespace stevedore

#endif // STEVEDORE_TRANSFORM_DEADINSTANCES_H
