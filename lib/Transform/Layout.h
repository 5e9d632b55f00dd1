//===- Layout.h - Copies and dataflow under a layout ------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// What keeps a program with another layout of its arrays the same program.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFORM_LAYOUT_H
#define STEVEDORE_LIB_TRANSFORM_LAYOUT_H

#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stevedore {

class OriginalSources;

/// { S[i] -> A[m] }: the elements that \p A, a reference of \p P, accesses.
isl::map relationOf(const Scop &S, const Representation &R,
                    const RepresentedStatement &P, const AccessFunction &A);

/// A copy as an instance sees it: which elements, by its own iterators.
struct CopyRequest {
  RepresentedCopy::Role Kind = RepresentedCopy::In;
  /// Indices into Representation::Arrays.
  unsigned To = 0, From = 0;
  /// { [i] -> To[m] } and { [i] -> From[m] }, and to the element of the
  /// program's array.
  isl::map Writes, Reads, Origin;
  /// { [i] -> S[j] }, or null.
  isl::map Users = {};
};

/// Adds the copy to \p R behind the other statements, each of its convex pieces
/// in loops over its iterators, without a place: beta begins at 0. The numbers
/// of the pieces. Errors: budget, or numbers beyond 32 bits.
llvm::Expected<std::vector<unsigned>> addCopy(const Scop &S, Representation &R,
                                              const CopyRequest &Request);

/// Makes anew the copies into and out of those arrays that were made of
/// Representation::Unsettled: what is read before it is written, and what the
/// last write to an element that lives on leaves. Errors: an element of an
/// array would have to hold two of another; budget.
llvm::Error settleCopies(const Scop &S, Representation &R,
                         OriginalSources &Before);

/// Validity prerequisite of a layout: in \p Program, which is \p R, each
/// reference to an array of which others were made reads what it reads in
/// \p S, from the same instance or from before the region, copies left aside;
/// and the same values live on. Errors: a read that does not; budget.
llvm::Error checkDataflow(const Scop &S, const Representation &R,
                          const Scop &Program, OriginalSources &Source);

/// The arrays of which others were made, indices into Scop::Arrays.
std::set<unsigned> familiesOf(const Representation &R);

/// Array number \p Of of the program, and those that were made of it.
std::set<unsigned> familyOf(const Representation &R, unsigned Of);

/// A reference of a statement, with the elements of the original array that it
/// stands for.
using ReferenceVisitor = llvm::function_ref<llvm::Error(
    const Statement &, const Access &, const isl::map &Origin)>;

/// Calls \p Visit for each reference of \p Program, which is \p R, to array
/// number \p Of of \p S or to one made of it.
llvm::Error forEachReference(const Scop &S, const Representation &R,
                             const Scop &Program, unsigned Of,
                             ReferenceVisitor Visit);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFORM_LAYOUT_H
