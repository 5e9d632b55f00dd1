//===- stevedore/Allocation/CommonBuffer.h - Arrays together ----*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Arrays that overlap in one buffer: an element of one takes the cell of an
/// element of another that has died. Each has a mapping of its own with the
/// same moduli, m -> (M m + o) mod b, where o is affine in the parameters. What
/// Darte, Isoard and Yuki leave open (Extended Lattice-Based Memory Allocation,
/// section 6) for Heuristic 1, and what SMO does with constant mappings (S.
/// Bhaskaracharya, U. Bondhugula and A. Cohen, POPL 2016).
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_ALLOCATION_COMMONBUFFER_H
#define STEVEDORE_ALLOCATION_COMMONBUFFER_H

#include "stevedore/Allocation/Allocation.h"

namespace stevedore {

/// What arrays in one buffer ask of their mappings.
struct CommonConflicts {
  /// Those inside of each array, { [w] -> A[m] } or { A[x] -> A[y] }.
  std::vector<ConflictRelation> Arrays;
  /// Those between two of them.
  std::vector<CrossConflicts> Across;

  /// "A, B and C"
  std::string names() const;
};

/// Mappings with which the arrays of \p C are in one buffer, one for each,
/// proved. By \p Before all but the last are in one already, or there is one
/// other; the last has a mapping for itself, or one with others. Offsets of the
/// last are found by linear programs: along one row of M, all of its elements
/// come behind those of the others that they conflict with, or all before them
/// (Heuristic 1 on the union of the arrays, whose tag has a column for each
/// parameter). Empty: none was found, or proved in
/// time. Errors: budget.
llvm::Expected<std::vector<ModularMapping>>
joinBuffer(const CommonConflicts &C, const std::vector<ModularMapping> &Before,
           ModuloKind Modulo);

/// Proof obligation: no two conflicting elements, of one array or of two, share
/// a cell by \p M, which has a mapping for each array of \p C, all with the
/// same moduli. Takes conflicts and mappings as they are. Errors: the claim
/// cannot be proved, or budget.
llvm::Error verifyCommon(const CommonConflicts &C,
                         const std::vector<ModularMapping> &M);

} // namespace stevedore

#endif // STEVEDORE_ALLOCATION_COMMONBUFFER_H
