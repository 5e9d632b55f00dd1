//===- stevedore/Conflicts/ConflictRelation.h - Conflicts -------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Hands on ConflictRelation: elements of an array that must not share a cell.
/// Which elements of an array must not share a cell of local memory, however
/// that was found out.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_CONFLICTS_CONFLICTRELATION_H
#define STEVEDORE_CONFLICTS_CONFLICTRELATION_H

#include "stevedore/Support/Roles.h"
#include <string>
#include <vector>

namespace stevedore {

/// Where a form of the parameters, { [(f)] }, is not negative, these cliques
/// are all that there are.
struct ConflictCase {
  isl::aff Where;
  std::vector<isl::map> Cliques;
};

/// The conflict relation of one array, kept lifted: nothing that witnesses a
/// conflict is projected out, because that is what isl computes fast.
struct ConflictRelation {
  /// The array's tuple name; empty for a bare allocation problem.
  std::string Array;
  unsigned Rank = 0;
  /// Maps { [w] -> A[m] } over witnesses [w] (tile origins or points): all
  /// elements related to one witness by one of them conflict with each other.
  /// The conflicts are the union over P of P^-1 . P.
  std::vector<isl::map> Cliques;
  /// Conflicts given as pairs, { A[x] -> A[y] }; null when there are none.
  isl::map Pairs;
  /// All pairs with the differences of Pairs conflict, too.
  bool ByDifferences = false;
  /// What may be assumed of the parameters.
  isl::set Context;
  /// What the parameters stand for.
  Roles Parameters;
  /// Cases in which there may be far fewer conflicts.
  std::vector<ConflictCase> Cases;

  /// The conflicts where \p Form, { [(f)] }, is not negative; all of them for a
  /// null form.
  ConflictRelation where(const isl::aff &Form) const;
  /// { [z] : z = x - y, x and y conflict }, witnesses projected out; symmetric.
  isl::set differences() const;
};

/// Elements of two arrays that must not share a cell where both arrays are in
/// one buffer.
struct CrossConflicts {
  /// The numbers of the arrays among those in the buffer.
  unsigned First = 0, Second = 1;
  /// { A[x] -> B[y] : x of the first conflicts with y of the second }; null
  /// where Cliques tell.
  isl::map Pairs;
  /// { [w] -> A[x] } and { [w] -> B[y] } over the same witnesses: the elements
  /// related to one of them by both conflict with each other.
  std::vector<std::pair<isl::map, isl::map>> Cliques;

  /// The same with first and second exchanged.
  CrossConflicts reversed() const;
};

void print(llvm::raw_ostream &OS, const ConflictRelation &C);

} // namespace stevedore

#endif // STEVEDORE_CONFLICTS_CONFLICTRELATION_H
