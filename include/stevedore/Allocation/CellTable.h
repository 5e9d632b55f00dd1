//===- stevedore/Allocation/CellTable.h - Chains of reuse -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The fewest cells for an array of constant size, by Theorem 1 of A. Darte, A.
/// Isoard and T. Yuki, "Liveness Analysis in Explicitly-Parallel Programs"
/// (IMPACT 2016): where elements that do not conflict can be put into a partial
/// order, those of a chain take one cell, one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_ALLOCATION_CELLTABLE_H
#define STEVEDORE_ALLOCATION_CELLTABLE_H

#include "stevedore/Conflicts/ConflictRelation.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace stevedore {

/// A cell for each element.
struct CellTable {
  /// { A[m] -> [c] : 0 <= c < Count }, without parameters. Elements that are
  /// not in it conflict with none and may have any cell.
  isl::map Cells;
  int64_t Count = 1;
};

/// The table with the fewest cells for \p C, pairs of at most
/// limits::CliqueElements elements. None: the conflicts depend on parameters,
/// there are too many elements, or those that do not conflict are in no partial
/// order, as under orders that are no partial orders. Errors: budget.
llvm::Expected<std::optional<CellTable>>
findCellTable(const ConflictRelation &C);

/// Proof obligation: each element that conflicts with another has one cell of
/// \p T, and they have different ones. Errors: two that have not, or budget.
llvm::Error verifyCellTable(const ConflictRelation &C, const CellTable &T);

/// Prints
///   array A
///     mapping: { A[0] -> [0]; A[1] -> [1]; ... }
///     moduli: [2]
///     method: chains
void print(llvm::raw_ostream &OS, const ConflictRelation &C,
           const CellTable &T);

} // namespace stevedore

#endif // STEVEDORE_ALLOCATION_CELLTABLE_H
