//===- stevedore/Transform/Primitives.h - Steps -----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The primitives of figure 11 of U, the compositions of figure 12, and what
/// users of such tools expect besides. Each changes a Representation alone:
/// prerequisites are checked, invariants and validity are not (Validity.h).
/// Levels count from 1, components of beta from 0.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TRANSFORM_PRIMITIVES_H
#define STEVEDORE_TRANSFORM_PRIMITIVES_H

#include "stevedore/Transform/Representation.h"
#include "llvm/ADT/ArrayRef.h"

namespace stevedore {

/// The first components of beta.
using BetaPrefix = llvm::ArrayRef<int64_t>;

/// A <- U A V. Requires U and V unimodular.
llvm::Error unimodular(Representation &R, unsigned S,
                       const CoefficientMatrix &U, const CoefficientMatrix &V);

/// Gamma <- Gamma + M.
llvm::Error shift(Representation &R, unsigned S, const CoefficientMatrix &M);

/// A, beta and Gamma become \p A, \p Beta and \p Gamma. Requires A unimodular
/// and as many rows as the statement has. May leave the invariants violated.
llvm::Error setSchedule(Representation &R, unsigned S,
                        const CoefficientMatrix &A, const Coefficients &Beta,
                        const CoefficientMatrix &Gamma);

/// Adds the row \p C, divided by its greatest common divisor, to the domain.
llvm::Error cutDomain(Representation &R, unsigned S, Coefficients C);

/// Puts a copy of \p S where \p S is at depth \p Level, with zeros in beta
/// behind; \p S and what follows it there move by one. The number of the copy.
llvm::Expected<unsigned> insertCopy(Representation &R, unsigned S,
                                    unsigned Level);

/// Takes \p S away; what follows it in its innermost loop moves up, and what
/// follows the loops that are empty then.
llvm::Error deleteStatement(Representation &R, unsigned S);

/// A new loop of one iteration at \p Level, and an iterator for it.
llvm::Error extend(Representation &R, unsigned S, unsigned Level);

/// A local variable behind those that there are.
llvm::Error addLocalVariable(Representation &R, unsigned S);

/// Joins the loop at (\p P, \p O + 1) to the one at (\p P, \p O).
llvm::Error fuse(Representation &R, BetaPrefix P, int64_t O);

/// Parts from the loop at (\p P, \p O) what stands in it from \p B on.
llvm::Error split(Representation &R, BetaPrefix P, int64_t O, int64_t B);

/// Adds \p O to the component of beta behind \p P of the statements that begin
/// with \p P and follow \p Q or begin with it (U, equation 6). Requires that
/// \p Q begins with \p P. May leave the invariants violated.
llvm::Error move(Representation &R, BetaPrefix P, BetaPrefix Q, int64_t O);

/// Swaps the iterators \p Level and \p Level + 1 in the schedule.
llvm::Error interchange(Representation &R, unsigned S, unsigned Level);

/// A loop over blocks of \p K iterations around iterator number \p Level.
llvm::Error stripmine(Representation &R, unsigned S, unsigned Level, int64_t K);

/// A loop over blocks of \p K iterations around iterator number \p Level, and
/// the loop of the iterations of a block inside of all others. Requires a loop
/// inside of the iterator's.
llvm::Error unrollAndJam(Representation &R, unsigned S, unsigned Level,
                         int64_t K);

/// Blocks of \p K x \p K iterations of the loops at \p Level and \p Level + 1.
llvm::Error tile(Representation &R, unsigned S, unsigned Level, int64_t K);

/// Adds \p K times the time at \p From to the time at \p Level.
llvm::Error skew(Representation &R, unsigned S, unsigned Level, unsigned From,
                 int64_t K);

/// Runs the loop at \p Level backwards.
llvm::Error reverse(Representation &R, unsigned S, unsigned Level);

/// Leaves to \p S the instances with \p C >= 0; those with \p C < 0 get a copy
/// before it in the same loops. The number of the copy.
llvm::Expected<unsigned> splitIndexSet(Representation &R, unsigned S,
                                       const Coefficients &C);

/// The iterations with the first \p Count values of iterator \p Level as a copy
/// in loops of its own before those of \p S, a statement of \p Original. The
/// number of the copy.
llvm::Expected<unsigned> peel(const Scop &Original, Representation &R,
                              unsigned S, unsigned Level, int64_t Count);

/// A loop of its own for each part of the body of the loop at (\p P, \p O).
llvm::Error distribute(Representation &R, BetaPrefix P, int64_t O);

/// Puts the parts behind \p P into the order \p Places: part number Places[i]
/// comes i-th.
llvm::Error reorder(Representation &R, BetaPrefix P,
                    llvm::ArrayRef<int64_t> Places);

/// Sigma <- Sigma + M, a row for each dimension over (parameters, 1). This and
/// the steps below change array number \p A of those that were made, or make
/// one of \p A that all statements use in its place; its number.
llvm::Expected<unsigned> pad(const Scop &S, Representation &R, unsigned A,
                             const CoefficientMatrix &M);

/// A new dimension \p Level of \p Size elements, whose subscript is iterator
/// number \p Level; without a size, as large as needed, and only where that
/// iterator is no subscript yet.
llvm::Expected<unsigned> privatize(const Scop &S, Representation &R, unsigned A,
                                   unsigned Level,
                                   std::optional<Coefficients> Size);

/// Takes dimension \p Level away.
llvm::Expected<unsigned> contract(const Scop &S, Representation &R, unsigned A,
                                  unsigned Level);

/// The references of the statements \p Names to \p A are to the array \p To,
/// which is made where there is none.
llvm::Expected<unsigned> renameArray(const Scop &S, Representation &R,
                                     llvm::ArrayRef<std::string> Names,
                                     unsigned A, llvm::StringRef To);

/// The references of \p Statement to \p A that are the same in all iterations
/// of the loop at \p Level are to a new array, which copies before that loop
/// fill, and from which they come back after it where \p Statement writes it.
llvm::Expected<unsigned> hoist(const Scop &S, Representation &R,
                               unsigned Statement, unsigned A, unsigned Level);

/// The references of \p Statement to \p A, which it only reads, by one
/// subscript, are to a new array, which a copy fills \p Distance iterations of
/// the loop at \p Level earlier.
llvm::Expected<unsigned> prefetch(const Scop &S, Representation &R,
                                  unsigned Statement, unsigned A,
                                  unsigned Level, int64_t Distance);

} // namespace stevedore

#endif // STEVEDORE_TRANSFORM_PRIMITIVES_H
