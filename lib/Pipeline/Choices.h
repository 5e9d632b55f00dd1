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

#include "stevedore/Schedule/Schedule.h"
#include "stevedore/Script/Script.h"

namespace stevedore {

/// Why \p Choices are not for a region in the order \p Order, which lacks the
/// tile sizes or loops that they name: "FILE:LINE: ...". Empty: they are.
std::string misfitOf(const ScriptChoices &Choices, const Schedule &Order);

/// Nests the loops inside the tiles of \p Order as \p Choices, which fit, say.
/// Any order of the loops of a permutable band is right.
void setPointOrders(Schedule &Order, const ScriptChoices &Choices);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CHOICES_H
