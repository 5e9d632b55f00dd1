//===- Choices.h - What a script chooses ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What a script chooses beside the program, and the order that it is for.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_CHOICES_H
#define STEVEDORE_LIB_PIPELINE_CHOICES_H

#include "stevedore/Plan/Decisions.h"
#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// Why \p D is not for a region in the order \p Order, which lacks the tile sizes
/// or loops that a script names: "FILE:LINE: ...". Empty: it is.
std::string misfitOf(const Decisions &D, const Schedule &Order);

/// Gives the points inside the tiles of \p Order the order that \p D, which
/// fits, says. A dependence of \p Deps that goes back then: "FILE:LINE: ...";
/// empty: none does. Errors: budget.
llvm::Expected<std::string>
setPointOrders(Schedule &Order, const Dependences &Deps, const Decisions &D);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CHOICES_H
