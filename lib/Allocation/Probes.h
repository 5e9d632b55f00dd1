//===- Probes.h - Parameter values at which sizes are compared --*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Parameter values of many orders of magnitude within a context, the same in
/// every run.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_PROBES_H
#define STEVEDORE_LIB_ALLOCATION_PROBES_H

#include "Bounds.h"
#include "Lifted.h"

namespace stevedore {

/// Points of a context: the first NumLarge of them have structure parameters
/// much larger than tile sizes and tile sizes much larger than 1; the sizes of
/// whole mappings are compared there.
struct Probes {
  std::vector<ParameterPoint> Points;
  unsigned NumLarge = 0;
  /// Where bounds are found as well, but sizes are not compared: problems that
  /// are smaller than constant tiles.
  std::vector<ParameterPoint> BelowTiles;
};

llvm::Expected<Probes> chooseProbes(const LiftedConflicts &C);

/// Where no point of \p P satisfies the constraints of \p Pairs that are on
/// parameters alone (k = 0, in the else branch of `if (k)`), adds to \p P the
/// nearest points that do.
void addProbesOf(const LinearSystem &Pairs, Probes &P);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_PROBES_H
