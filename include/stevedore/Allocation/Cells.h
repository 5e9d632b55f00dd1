//===- stevedore/Allocation/Cells.h - Sets of elements by cells -*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on rowProduct() and atLeast(): rows and extents of mappings as isl has
/// them, for proofs. What proposes mappings does not use them.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_ALLOCATION_CELLS_H
#define STEVEDORE_ALLOCATION_CELLS_H

#include "stevedore/Allocation/Allocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace stevedore {

/// { A[m] -> [(c . m)] } for the row \p C on the space \p Element, { A[m] }.
isl::pw_aff rowProduct(const isl::space &Element,
                       const std::vector<int64_t> &C);

/// { A[m] -> [(Number)] }
isl::pw_aff number(const isl::space &Element, int64_t Number);

/// { A[m] -> [(Form)] } for \p Form, { [(Form)] } over parameters.
isl::pw_aff onElements(const isl::space &Element, const isl::aff &Form);

/// { A[m] : d >= max(1, b) for each d of \p Distances }, functions of elements,
/// for the extent b \p E: the constant where it is one, else without rounding.
isl::set atLeast(llvm::ArrayRef<isl::pw_aff> Distances, const Extent &E);

/// { A[m] : m is in one of the rows of the packed form of \p M }, on the space
/// \p Element.
isl::set packedElements(const isl::space &Element, const ModularMapping &M);

} // namespace stevedore

#endif // STEVEDORE_ALLOCATION_CELLS_H
