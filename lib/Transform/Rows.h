//===- Rows.h - Coefficients as integers ------------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The coefficients of isl's affine functions as rows of integers.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_ROWS_H
#define STEVEDORE_LIB_TRANSFORM_ROWS_H

#include "stevedore/Transform/Representation.h"

namespace stevedore {

/// The coefficients of \p Value, a function of S[i], over (i, parameters of
/// \p S, 1); none where it is not one affine function with integer coefficients
/// of 32 bits on its domain.
std::optional<Coefficients> rowOf(const Scop &S, const isl::pw_aff &Value);

/// \p Value as a number of 32 bits.
std::optional<int64_t> smallNumber(const isl::val &Value);

/// Whether \p Value fits into 32 bits.
bool isSmall(int64_t Value);

/// Whether \p M has \p Rows rows of \p Columns entries.
bool hasShape(const CoefficientMatrix &M, unsigned Rows, unsigned Columns);

/// Divides \p Row by the greatest common divisor of its entries.
void makePrime(Coefficients &Row);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_ROWS_H
