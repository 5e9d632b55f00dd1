//===- LargestSize.h - Moduli by the largest tile size -------- -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Moduli that depend on the largest of several sizes of tiles only: where they
/// do not fall as it grows, the maximum over the sizes T_p of a modulus b(T_p)
/// is b(max T_p). They keep conflicts apart if b(B) does for all sizes up to B,
/// which is one parameter in the place of as many cases as there are sizes.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_LARGESTSIZE_H
#define STEVEDORE_LIB_ALLOCATION_LARGESTSIZE_H

#include "stevedore/Allocation/Allocation.h"

namespace stevedore {

/// The name of B, which no source has.
inline constexpr llvm::StringLiteral LargestSize = "largest size";

/// The sizes of tiles that the conflicts of \p C depend on, but for constants.
std::vector<std::string> sizesOf(const ConflictRelation &C);

/// The conflicts \p C for all of \p Sizes up to B, its last parameter.
ConflictRelation upToLargest(ConflictRelation C,
                             llvm::ArrayRef<std::string> Sizes);

/// \p E, over B, for the greatest of \p Sizes, over the parameters \p Space.
Extent forSizes(const Extent &E, llvm::ArrayRef<std::string> Sizes,
                const isl::space &Space);

/// Sizes of tiles, and moduli over the parameters of upToLargest() of these.
struct ModuliByLargest {
  std::vector<std::string> Sizes;
  std::vector<Extent> Moduli;
};

/// \p Moduli, of a mapping for \p C, as such. None where they are not.
std::optional<ModuliByLargest> byLargest(const ConflictRelation &C,
                                         llvm::ArrayRef<Extent> Moduli);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_LARGESTSIZE_H
