//===- Instances.h - Regions of instances of templates ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Regions of templates, which have one text and several instances.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_INSTANCES_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_INSTANCES_H

#include "stevedore/Frontend/Clang/Extract.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

/// Calls \p Add for the regions of the first of \p Instances of a template. One
/// that is refused in another instance is refused, and so is one that is not
/// there or has another model: their texts would not be the same.
void forEachShared(const clang::SourceManager &SM,
                   std::vector<std::vector<SourceRegion>> Instances,
                   llvm::function_ref<void(SourceRegion)> Add);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_INSTANCES_H
