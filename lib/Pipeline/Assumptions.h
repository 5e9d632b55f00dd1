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
/// where the one band of \p Order leaves out a loop that may be empty beside
/// others: instances of one statement that stand between those of others keep
/// these apart, while an empty loop does not. Null elsewhere.
isl::set whereMoreIsTiled(const Scop &S, const Schedule &Order);

/// Whether one band of \p Order has all loops of \p S.
bool tilesAll(const Scop &S, const Schedule &Order);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_ASSUMPTIONS_H
