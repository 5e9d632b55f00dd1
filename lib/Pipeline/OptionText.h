//===- OptionText.h - Messages on options -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is said of names and values that options do not have.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_OPTIONTEXT_H
#define STEVEDORE_LIB_PIPELINE_OPTIONTEXT_H

#include "stevedore/Pipeline/Options.h"

namespace stevedore {

/// "unknown option 'x'", with the option that was perhaps meant.
llvm::Error unknownOption(llvm::StringRef Name);

/// The order of phases in each memory of \p M, "pipelined" where its copies go
/// on beside what computes; empty: they do nowhere.
std::string impliedOrders(const Machine &M);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_OPTIONTEXT_H
