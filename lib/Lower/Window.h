//===- Window.h - Where a tile's window begins ------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The part of one buffer dimension that a tile uses, and what is subtracted
/// from an index to get a position in it.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_LOWER_WINDOW_H
#define STEVEDORE_LIB_LOWER_WINDOW_H

#include "Buffer.h"

namespace stevedore {
namespace lower {

/// The dimensions of the origin along which tiles that hold the same element
/// of \p L at one time may differ. When tiles that differ first in dimension k
/// share an element, it lives in all tiles between them, which may differ in k
/// and everything inside of it.
std::vector<unsigned> sharedDimensions(const BandFrame &B,
                                       const LocalArray &L);

/// Fills Static, Base, BaseName and BaseText of \p Row.
///
/// Static: some lower bound s of M m over the tile, the same for all tiles
/// that share elements (they differ in \p Shared), has M m - s < b in every tile. Otherwise Base is the
/// largest multiple of b not above the window's first index, so that
/// positions lie in [0, 2b) and one conditional subtraction wraps them. Both
/// are searched for under a small budget; without a base positions are right
/// but cost a division.
/// \p Moduli is b as max of mins; \p BaseName names the base if it needs one.
llvm::Error placeRow(const BandFrame &B, const LocalArray &L,
                     const std::vector<std::vector<QuasiAffineForm>> &Moduli,
                     const std::vector<unsigned> &Shared,
                     const std::string &BaseName, BufferRow &Row);

} // namespace lower
} // namespace stevedore

#endif // STEVEDORE_LIB_LOWER_WINDOW_H
