//===- ChosenSizes.h - Regions that choose their sizes ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The functions that choose tile sizes, in a file that has other names.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_REWRITE_CHOSENSIZES_H
#define STEVEDORE_LIB_REWRITE_CHOSENSIZES_H

#include "stevedore/Pipeline/Pipeline.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

namespace stevedore {

/// The functions that choose the sizes of \p R by RegionResult::Chooser, to
/// stand before its function; \p Code calls them. Their names are none of the
/// file's and none of \p Taken, and are added to these. Empty where there is no
/// chooser.
std::string addChooser(const RegionResult &R, EmitOptions &Code,
                       llvm::StringSet<> &Taken, clang::Preprocessor &PP);

} // namespace stevedore

#endif // STEVEDORE_LIB_REWRITE_CHOSENSIZES_H
