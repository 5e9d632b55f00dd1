//===- Sublattices.h - All lattices of small determinant --------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// A mapping modulo a lattice L has det L cells. Where conflicts do not depend
/// on parameters and few cells are needed, all lattices with fewer can be tried.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_ALLOCATION_SUBLATTICES_H
#define STEVEDORE_LIB_ALLOCATION_SUBLATTICES_H

#include "Lifted.h"

namespace stevedore {

/// A mapping of fewer than \p Cells cells, the fewest that any lattice gives,
/// for conflicts whose differences are finitely many, whatever the parameters.
/// Its moduli are over
/// the parameters of \p Context. None if there is no such mapping, or the search would take too long. Not
/// trusted: to be proved.
std::optional<ModularMapping> findSmallerLattice(const ConflictRelation &C,
                                                 const isl::set &Context,
                                                 int64_t Cells);

} // namespace stevedore

#endif // STEVEDORE_LIB_ALLOCATION_SUBLATTICES_H
