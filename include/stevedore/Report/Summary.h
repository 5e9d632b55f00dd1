//===- stevedore/Report/Summary.h - A region in sentences -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What became of a region, in sentences for remarks and terminals.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_REPORT_SUMMARY_H
#define STEVEDORE_REPORT_SUMMARY_H

#include "stevedore/Pipeline/Pipeline.h"

namespace stevedore {

/// For each band of \p R, which is transformed, its tiled loops and tile sizes,
/// the arrays that tiles load and store, and the bytes of its buffers. Sizes
/// that the user may set are called by the macros of \p Code.
std::vector<std::string> describeBands(const RegionResult &R,
                                       const EmitOptions &Code);

/// For each buffer of \p R its mapping, extents, and the heuristic that found
/// them; for each array what tiles load and store.
std::vector<std::string> describeArrays(const RegionResult &R);

/// \p R in a line: "left alone: ..." or "2 loops in tiles of T1 x T2, ...".
std::string summarize(const RegionResult &R);

} // namespace stevedore

#endif // STEVEDORE_REPORT_SUMMARY_H
