//===- PlainForms.h - Statements in simpler forms ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Statements of the region as those that the model knows: loops in place of
/// calls that set or copy memory, counters in place of pointers that change
/// places.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_PLAINFORMS_H
#define STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_PLAINFORMS_H

#include "State/RegionState.h"

namespace stevedore {

/// Puts simpler statements of the same meaning in the place of those in
/// \p R.Form.Statements. Of a region with OpenMP directives loops stay as they
/// are.
void usePlainForms(RegionState &R);

} // namespace stevedore

#endif // STEVEDORE_LIB_FRONTEND_CLANG_NORMALIZE_PLAINFORMS_H
