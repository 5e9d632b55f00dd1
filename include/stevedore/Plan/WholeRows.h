//===- stevedore/Plan/WholeRows.h - Rows as in the array --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Mappings of arrays whose rows are in local memory as they are in the array:
/// code that is called takes pointers to them (Array::InRows).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_PLAN_WHOLEROWS_H
#define STEVEDORE_PLAN_WHOLEROWS_H

#include "stevedore/Allocation/Allocation.h"

namespace stevedore {

/// allocate() for the dimensions before the last ones, whose elements conflict
/// where any elements of their rows do. The last dimensions, which have
/// \p Lengths, { [n] }, are as in the array. Errors: those of allocate().
llvm::Expected<ModularMapping>
allocateInRows(const ConflictRelation &C, llvm::ArrayRef<isl::aff> Lengths,
               AllocationKind Kind, ModuloKind Modulo, AllocationLimits Limits);

} // namespace stevedore

#endif // STEVEDORE_PLAN_WHOLEROWS_H
