//===- ReuseVectors.h - Elements that may share a cell ----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Heuristic 2: vectors l such that x and x + l may share a cell for all x.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_REUSEVECTORS_H
#define STEVEDORE_LIB_ALLOCATION_REUSEVECTORS_H

#include "Widths.h"

namespace stevedore {

/// A reuse vector l = Rho a: x and x + l may share a cell for all x.
struct ReuseVector {
  Row A;
  int64_t Rho = 1;

  Row scaled() const {
    Row Result(A);
    for (int64_t &Entry : Result)
      Entry *= Rho;
    return Result;
  }
};

/// The directions a of \p Vectors.
std::vector<Row> directionsOf(llvm::ArrayRef<ReuseVector> Vectors);

/// The \p Count shortest reuse vectors that may follow \p Chosen, shortest
/// first: along each direction a that completes the chosen ones to a part of a
/// unimodular matrix, the shortest multiple outside of the extrusion of K, if
/// there is one for all parameter values.
std::vector<ReuseVector> findReuseVectors(Widths &W, unsigned Rank,
                                          llvm::ArrayRef<ReuseVector> Chosen,
                                          size_t Count);

/// Reuse vectors whose mappings are expected to cost least, and less than
/// \p SmallerThan by what is worth elements that are not contiguous. The
/// shortest ones need not be among them: where conflicts fill a slanted strip,
/// or reach far along all dimensions but one.
std::vector<ReuseVector> cheapestReuseVectors(Widths &W, unsigned Rank,
                                              double SmallerThan);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_REUSEVECTORS_H
