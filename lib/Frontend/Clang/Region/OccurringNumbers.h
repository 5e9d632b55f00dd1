//===- OccurringNumbers.h - Numbers that parameters have --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The numbers for which a region is modelled that is not affine for all, as
/// strides and dilations. That a parameter has one of them is tested where the
/// region is entered.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_REGION_OCCURRINGNUMBERS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_REGION_OCCURRINGNUMBERS_H

#include "State/RegionCode.h"
#include "stevedore/Frontend/Clang/Extract.h"

namespace stevedore {

/// Some numbers, not none, that the parameter with the text \p Text may have:
/// those that the user promises, `stride = 1 or stride = 2`; or those that
/// calls in the file give the parameter of the function that \p Text names; or
/// else 1 and 2.
std::vector<int64_t> numbersOf(const RegionCode &Code,
                               const ExtractOptions &Options,
                               const std::string &Text);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_REGION_OCCURRINGNUMBERS_H
