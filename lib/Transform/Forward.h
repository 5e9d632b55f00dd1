//===- Forward.h - Forward substitution -------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Statements that compute what they read of an array themselves.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_FORWARD_H
#define STEVEDORE_LIB_TRANSFORM_FORWARD_H

#include "stevedore/Transform/Representation.h"

namespace stevedore {

/// \p S where statement number \p Reader computes what it reads of array number
/// \p A as the statements do that write it, from what these read, which nobody
/// changes in between. Errors: what is missing for that; budget.
llvm::Expected<Scop> forwardValues(const Scop &S, unsigned Reader, unsigned A);

/// The access \p A of \p P in terms of it, a piece of a statement of \p S that
/// executes \p Domain, { S[i] }.
AccessFunction functionOf(const Scop &S, const Access &A,
                          const RepresentedStatement &P,
                          const isl::set &Domain);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_FORWARD_H
