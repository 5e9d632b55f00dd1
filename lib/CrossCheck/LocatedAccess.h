//===- LocatedAccess.h - An access of one of two models ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// An access by the numbers of iterations, and how two of them are brought to
/// the same dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_CROSSCHECK_LOCATEDACCESS_H
#define STEVEDORE_LIB_CROSSCHECK_LOCATEDACCESS_H

#include "stevedore/Scop/Scop.h"

namespace stevedore {

/// How an array lies in memory.
struct ArrayShape {
  uint64_t ElementBytes = 0;
  /// The numbers of elements in its dimensions but the first; 0: not a
  /// constant.
  std::vector<unsigned long> Rows;
  /// Expanded by loops around its declaration, in its first dimensions.
  bool IsPrivate = false;
};

ArrayShape shapeOf(const Array &A);

/// An access of one of the models.
struct LocatedAccess {
  /// Counts those of the source.
  unsigned Number = 0;
  std::string Statement;
  std::string Array;
  /// { [k] -> [m] }: by the numbers of iterations.
  isl::map Elements;
  /// { [k] -> [t] }
  isl::map Time;
  /// Data choose the element.
  bool IsChosen = false;
  /// One of LLVM IR: a condition that is not affine decides about it; what
  /// Polly's checks make sure; a value on which it depends and that the source
  /// does not have, or empty.
  bool IsConditional = false;
  isl::set Known;
  std::string Foreign;
  ArrayShape Shape;

  unsigned numLoops() const;
  unsigned rank() const;
};

/// Gives \p A and \p B the same dimensions and elements: the last dimensions of
/// constant lengths become one, what belongs to a larger element is that, and
/// an expanded array of the source, \p A, loses the dimensions for that. False:
/// not possible.
bool bringTogether(LocatedAccess &A, LocatedAccess &B);

} // namespace stevedore

#endif // STEVEDORE_LIB_CROSSCHECK_LOCATEDACCESS_H
