//===- Candidates.h - Mappings that are proposed ----------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The heuristics that propose modular mappings. None of them is trusted:
/// what they propose is proved before it is used. A new heuristic is one more
/// function here and one more line in allocate().
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_CANDIDATES_H
#define STEVEDORE_LIB_ALLOCATION_CANDIDATES_H

#include "Widths.h"

namespace stevedore {

/// A mapping and the logarithm of its size: for large parameters, summed up,
/// and at each probe.
struct Candidate {
  ModularMapping Mapping;
  double Cost = 0;
  std::vector<double> LogSizes;
};

/// The number of the array's dimension that row \p R is; none where it is no
/// unit.
std::optional<unsigned> dimensionOf(const Row &R);

/// The candidate of rows \p Matrix and widths \p Bounds.
Candidate makeCandidate(const Widths &W, std::vector<Row> Matrix,
                        llvm::ArrayRef<Bound> Bounds, const char *Method);

/// The bounding box of what conflicts: each dimension's own width. None if a
/// width is unbounded.
std::optional<Candidate> proposeBox(Widths &W, unsigned Rank);

/// Successive moduli along the dimensions of the array (Heuristic 1 for the
/// canonical basis; Lefebvre and Feautrier) in each order of the dimensions, and
/// the box. The one with the smallest product comes first. Rows are in the
/// array's order. Empty if a width is unbounded in each order.
std::vector<Candidate> proposeModulo(Widths &W, unsigned Rank);

/// Successive moduli along the dimensions of the array for each set of pairs
/// alone, in an order of its own; the moduli are the greatest, component by
/// component, of those of the sets (section 4.1). None where the sets are many.
std::optional<Candidate> proposeByPieces(Widths &W, unsigned Rank);

/// Successive moduli along the basis that is optimized by Farkas' lemma
/// (Heuristic 1, section 4.1.1). None if a width is unbounded.
std::optional<Candidate> proposeBasis(Widths &W, unsigned Rank);

/// The combined heuristic: constant reuse vectors, then widths in what is
/// orthogonal to them (Heuristic 3, Theorem 3). Those of cost below
/// \p SmallerThan, smallest first.
std::vector<Candidate> proposeLattice(Widths &W, unsigned Rank,
                                      double SmallerThan);

/// The mapping along the dimensions of the array two rows of which become one
/// (SlantedForm): where the second reaches far only one way once the first one
/// does not vanish. None if that does not take far fewer cells than \p Best, or
/// takes more where tiles are large.
std::optional<Candidate> proposeSlanted(Widths &W, unsigned Rank,
                                        const Candidate &Best);

/// \p Found, a mapping for \p C with whole rows, with a packed form of two of
/// them (PackedForm) around all elements, which are not next to each other
/// along a dimension that is \p Unpacked. None where that does not take far
/// fewer cells, or more for some parameters.
std::optional<ModularMapping> proposePacked(const ConflictRelation &C,
                                            const ModularMapping &Found,
                                            llvm::ArrayRef<unsigned> Unpacked);

/// \p Found, a mapping for \p C, with divisors of its rows that are units
/// (StridedForm) but for the dimensions \p Unpacked. None where there are none.
std::optional<ModularMapping> proposeStrided(const ConflictRelation &C,
                                             const ModularMapping &Found,
                                             llvm::ArrayRef<unsigned> Unpacked);

/// \p Found, a mapping for \p C, with other moduli for cases of \p C in which
/// far fewer cells are enough.
ModularMapping withCases(const ConflictRelation &C, ModularMapping Found,
                         ModuloKind Modulo, AllocationLimits Limits);

/// \p Found, a mapping for \p C along the dimensions of the array, with other
/// moduli that are less than distances of conflicting elements, where these
/// take far fewer cells; one of its rows may change for that.
ModularMapping withMultiples(const ConflictRelation &C, ModularMapping Found,
                             AllocationLimits Limits);

/// Whether \p M is proved for \p C within \p Limits.
bool isProved(const ConflictRelation &C, const ModularMapping &M,
              AllocationLimits Limits);

/// Seconds for \p Kind: half of what the caller's budget has left, so that even
/// where few isl operations take long there is time for the box. 0, no limit of
/// its own, for that one.
double secondsFor(isl::ctx Ctx, AllocationKind Kind);

/// Adds what depends on the context and on the options to \p M.
void finish(ModularMapping &M, const isl::set &Context, ModuloKind Modulo);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_CANDIDATES_H
