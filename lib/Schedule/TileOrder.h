//===- stevedore/lib/Schedule/TileOrder.h - Tiles that share values -------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The order of the tiled dimensions of a band.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_TILEORDER_H
#define STEVEDORE_LIB_SCHEDULE_TILEORDER_H

#include "LoopTree.h"

namespace stevedore {

/// Makes that dimension of the permutable band \p Band the innermost along
/// which the values of most private variables flow, and along no other: tiles
/// that follow each other in a strip then hand them on in local memory. With
/// equally many the band stays as it is. \p Flow are the values that flow in
/// the region.
void chooseTileOrder(const Scop &S, const isl::union_map &Flow, LoopTree &Band);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_TILEORDER_H
