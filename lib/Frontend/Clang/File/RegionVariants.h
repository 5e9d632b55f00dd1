//===- RegionVariants.h - One region for several numbers --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Gives a region its model, and those for other numbers of its parameters.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONVARIANTS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONVARIANTS_H

#include "File/RegionSearch.h"

namespace stevedore {

/// Models \p Code, whose place \p Result has, as \p Result; false after a
/// rejection, which \p Result has then.
bool takeModels(const RegionCode &Code, const ExtractOptions &Options,
                RegionSearch &Search, SourceRegion &Result);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_FILE_REGIONVARIANTS_H
