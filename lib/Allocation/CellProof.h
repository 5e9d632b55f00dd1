//===- CellProof.h - What rows say of conflicts -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Whether differences of conflicting elements that are multiples of all moduli
/// along the rows of a mapping are 0, by emptiness of sets alone.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_CELLPROOF_H
#define STEVEDORE_LIB_ALLOCATION_CELLPROOF_H

#include "stevedore/Allocation/Allocation.h"

namespace stevedore {

/// What one row c of modulus b says of differences { A[z] }.
struct RowClaims {
  /// { A[z] : |c . z| >= b }
  isl::set Far;
  /// { A[z] : c . z = 0 }
  isl::set Kernel;
  /// { A[z] : c . z = b q for an integer q }; null where b is no constant.
  isl::set Multiples;
  /// { A[z] -> [(c . z)] } and { A[z] -> [(b)] } where c . z = b q follows from
  /// equal cells, and b is no constant; else null.
  isl::pw_aff Distance, Modulus;
};

/// Differences with what they come from, { [w -> [A[x] -> A[y]]] -> A[x - y] }:
/// elements x and y conflict by the witness w. Nothing is projected out.
using Differences = isl::map;

/// What a mapping says of the differences of its array, row by row.
class CellProof {
public:
  /// \p Element is the space { A[m] }.
  CellProof(isl::space Element, const ModularMapping &M);

  /// Whether z = 0 is the only z of \p D with M z = 0 mod b. A row is settled
  /// where |c . z| < b for all z: then c . z = 0, and the next row has fewer z
  /// to be settled for (Theorem 1). What cannot be settled still has c . z = b
  /// q (Theorem 3), by itself where b is a constant, else, \p ByMultiples, for
  /// each q in turn if these are few. A settled row stays so when others are
  /// settled before it.
  llvm::Expected<bool> keepsApart(Differences D, bool ByMultiples);
  /// Whether the rows are settled one after the other in the order of \p Form,
  /// the last one aside.
  llvm::Expected<bool> isInOrder(Differences D, const LinearForm &Form) const;

private:
  llvm::Expected<bool> settle(Differences &D, std::vector<unsigned> &Rest,
                              std::vector<unsigned> &Settled) const;
  llvm::Expected<bool> leavesZero(Differences &D, std::vector<unsigned> &Rest,
                                  std::vector<unsigned> &Settled) const;
  llvm::Expected<bool> byMultiples(const Differences &D,
                                   std::vector<unsigned> Rest) const;

  std::vector<RowClaims> Rows;
  /// { A[z] : z != 0 }
  isl::set NonZero;
  /// The rows in the order in which they were settled last.
  std::vector<unsigned> Order;
};

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_CELLPROOF_H
