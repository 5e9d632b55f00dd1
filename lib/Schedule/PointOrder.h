//===- PointOrder.h - Loops inside a tile -----------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The order of the loops inside a tile.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_POINTORDER_H
#define STEVEDORE_LIB_SCHEDULE_POINTORDER_H

#include "stevedore/Schedule/Schedule.h"

namespace stevedore {

/// Sets the point order of \p B under the dependences \p D. The loops of a
/// permutable band may be nested in any order within a tile, whatever the order
/// of the tiles is; the one that compilers vectorize best becomes the
/// innermost: first one along which no statement depends on itself, then one
/// along which most accesses are contiguous or do not move. The others keep
/// their order. Where statements share the innermost loop and access elements
/// of each other there, each gets loops of its own, as many as dependences
/// allow.
void choosePointOrder(const Scop &S, const Dependences &D, Band &B);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_POINTORDER_H
