//===- stevedore/Plan/ConstantModuli.h - Moduli of arrays -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Constants in the place of moduli that are known at run time, for buffers
/// that are arrays of constant size anyway.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_CONSTANTMODULI_H
#define STEVEDORE_PLAN_CONSTANTMODULI_H

#include "stevedore/Plan/FixedSizes.h"

namespace stevedore {

/// \p M with the bound that \p Sizes alone give in the place of each modulus,
/// not proved; none where one has no such bound, where all are constants
/// already or where the buffer would be too large for an array of elements of
/// \p Bytes.
std::optional<ModularMapping> atConstantModuli(const ModularMapping &M,
                                               isl::ctx Ctx,
                                               const FixedSizes &Sizes,
                                               int64_t Bytes);

/// \p M with the bound that \p Sizes alone give in the place of each modulus,
/// such as 34 for min(m, 34), where that is proved for the conflicts \p C, too:
/// a remainder by a constant is cheap. \p M where a modulus has no such bound,
/// where the buffer would be too large for an array of elements of \p Bytes, or
/// where there is no proof within limits::MappingProofOperations.
ModularMapping withConstantModuli(ModularMapping M, const ConflictRelation &C,
                                  const FixedSizes &Sizes, int64_t Bytes);

} // namespace stevedore

#endif // STEVEDORE_PLAN_CONSTANTMODULI_H
