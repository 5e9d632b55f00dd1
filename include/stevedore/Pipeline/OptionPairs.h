//===- stevedore/Pipeline/OptionPairs.h - Options together ------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on what two options mean together: nothing special, an error, or that
/// one of them gives way. All tools ask here.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PIPELINE_OPTIONPAIRS_H
#define STEVEDORE_PIPELINE_OPTIONPAIRS_H

#include "stevedore/Pipeline/Options.h"

namespace stevedore {

/// Sentences on the options of \p O.Given that do nothing beside others, by the
/// table OptionPairs.def. \p Dashes is what a tool writes before a long name.
/// Errors: options that exclude each other.
llvm::Expected<std::vector<std::string>>
checkOptionPairs(const Options &O, llvm::StringRef Dashes = "--");

} // namespace stevedore

#endif // STEVEDORE_PIPELINE_OPTIONPAIRS_H
