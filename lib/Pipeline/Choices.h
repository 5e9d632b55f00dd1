//===- Choices.h - What a script chooses ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Options of one region: those of the user, and what a script chooses instead.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_CHOICES_H
#define STEVEDORE_LIB_PIPELINE_CHOICES_H

#include "stevedore/Pipeline/Options.h"
#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// An error if \p Setting is no option that a script may choose for a region,
/// or no value of it.
llvm::Error checkSetting(const ScriptSetting &Setting);

/// \p O with what \p Choices, which were checked, have instead.
Options withChoices(Options O, const ScriptChoices &Choices);

/// Whether \p Choices have a value for \p Option.
bool chooses(const ScriptChoices &Choices, llvm::StringRef Option);

/// Why \p Choices are not for a region in the order \p Order, which lacks the
/// tile sizes or loops that they name: "FILE:LINE: ...". Empty: they are.
std::string misfitOf(const ScriptChoices &Choices, const Schedule &Order);

/// Nests the loops inside the tiles of \p Order as \p Choices, which fit, say.
/// Any order of the loops of a permutable band is right.
void setPointOrders(Schedule &Order, const ScriptChoices &Choices);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_CHOICES_H
