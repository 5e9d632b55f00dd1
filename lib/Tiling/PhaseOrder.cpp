//===- PhaseOrder.cpp - When tiles move data ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Tiling/PhaseOrder.h"
#include "isl/map.h"

using namespace stevedore;

bool PhaseOrder::isSequential() const {
  return isl_map_plain_is_empty(Loading.get()) == isl_bool_true &&
         isl_map_plain_is_empty(Storing.get()) == isl_bool_true;
}

bool PhaseOrder::isFenced() const {
  return isl_map_plain_is_empty(Crossing.get()) == isl_bool_true;
}

/// The tiles that are computed while the load is under way, and those whose
/// stores are under way with it.
isl::map PhaseOrder::unfinished() const {
  isl::map Computing = Loading.reverse();
  return Computing.unite(Computing.apply_range(Storing));
}

PhaseOrder stevedore::phasesInSequence(const TileShape &Shape) {
  isl::map None = isl::map::empty(Shape.along(1).get_space());
  return {None, None, None};
}

PhaseOrder stevedore::phaseOrder(OrderKind Kind, ChannelKind Channels,
                                 const TileShape &Shape) {
  PhaseOrder Result = phasesInSequence(Shape);
  if (Kind == OrderKind::Sequential)
    return Result;
  Result.Loading = Shape.along(1);
  Result.Storing = Shape.along(-1);
  if (Channels == ChannelKind::Independent)
    Result.Crossing = Shape.along(2);
  return Result;
}
