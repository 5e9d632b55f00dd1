//===- Assumptions.h - What holds where a region begins ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is assumed of the parameters of a region: by the user, or because more
/// loops can be tiled then.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_ASSUMPTIONS_H
#define STEVEDORE_LIB_PIPELINE_ASSUMPTIONS_H

#include "Driver.h"
#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// \p S for the parameters in \p Context, { : ... }, alone.
Scop restricted(const Scop &S, const isl::set &Context);

/// { : ... } by those of \p Assumptions that are about parameters, as far as
/// \p S has all of them; null where that is so for none.
isl::set assumedOf(const Scop &S, llvm::ArrayRef<Assumption> Assumptions);

/// \p D for the parameters in \p Context.
Dependences dependencesIn(Dependences D, const isl::set &Context);

/// { : ... }, the parameters for which each statement of \p S has an instance,
/// where the one band of \p Order leaves out a loop and all loops can be tiled
/// together for these: instances of one statement that stand between those of
/// others keep these apart then, while an empty loop does not. Null elsewhere,
/// and where the budget does not suffice to tell.
isl::set worthAssuming(const Driver &D, const Scop &S, const Dependences &Deps,
                       const Schedule &Order, ScheduleKind Kind);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_ASSUMPTIONS_H
