//===- Window.h - Where a tile's window begins ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What is subtracted from an index to get a position in one buffer dimension.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_WINDOW_H
#define STEVEDORE_LIB_LOWER_WINDOW_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// Fills Static and Base of \p Row from \p W.
///
/// Static: Base is the start of the window. Otherwise Base is the largest
/// multiple of b that is not above the window's first index as far as that is
/// known, so that most positions lie in [0, 2b), where they wrap without a
/// division. \p BaseName names the base if it needs one.
void placeRow(const BandFrame &B, const RowWindow &W,
              const std::string &BaseName, BufferRow &Row);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_WINDOW_H
