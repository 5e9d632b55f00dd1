//===- Processors.h - Processors and their blocks ---------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Maps between processors, and between them and what they send.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_TRANSFER_PROCESSORS_H
#define STEVEDORE_LIB_TRANSFER_PROCESSORS_H

#include "stevedore/Scop/Text.h"

namespace stevedore {

/// With the number of phase dimensions and of axes of some owners.
struct Processors {
  /// { : sizes of blocks are at least 1 }
  isl::set Context;
  /// The parameters of Context.
  isl::space Space;
  /// { [p] }: multiples of the sizes that are numbers.
  isl::set Multiples;
  /// { [p] -> [q] }: multiples of sizes that are different ones, if both are.
  isl::map Apart;
  /// { [p] -> [q] : p <= q < p + sizes }, p = q for sizes that are numbers:
  /// maps to processors name multiples alone then.
  isl::map Block;
  /// { [o, p, q] -> [o, q] } and { [o, p, q] -> [o, p] }, p and q apart.
  isl::map ByReceiver, BySender;
  /// { [o, p, q] -> [p] } and { [o, p, q] -> [q] }
  isl::map Sender, Receiver;
};

Processors processorsOf(isl::ctx Ctx, const TextOwners &Owners);

/// { [t] -> [t_1, ..., t_Count] } for the times \p Theta.
isl::map firstDimensions(isl::ctx Ctx, const isl::union_map &Theta,
                         unsigned Count);

/// Those of \p All, { [x] -> A[m] } for all arrays, that are for \p A, and have
/// \p Inputs coordinates [x]; an empty map where there are none.
isl::map mapOf(const isl::union_map &All, const Array &A,
               const isl::space &Parameters, unsigned Inputs);

} // namespace stevedore

#endif // STEVEDORE_LIB_TRANSFER_PROCESSORS_H
