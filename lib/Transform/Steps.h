//===- Steps.h - Words and moves that steps have in common ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What the steps of several files need: messages, and room among statements.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_STEPS_H
#define STEVEDORE_LIB_TRANSFORM_STEPS_H

#include "stevedore/Transform/Primitives.h"
#include "llvm/ADT/Twine.h"

namespace stevedore {

/// The error of a step whose prerequisite \p What does not hold.
llvm::Error unmet(const llvm::Twine &What);

/// "'S0' of line 5"
std::string nameWithLine(const std::string &Name, unsigned Line);

/// "'S0' of line 5 at (3) with N = 4", an instance of \p Stmt in \p Where,
/// which is not empty.
std::string instanceIn(const Statement &Stmt, const isl::set &Where);

/// Adds \p O to the component of beta behind \p P of the statements from \p Q
/// on (U, equation 6).
void moveAll(Representation &R, BetaPrefix P, BetaPrefix Q, int64_t O);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_STEPS_H
