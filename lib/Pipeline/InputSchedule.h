//===- InputSchedule.h - Bands and tiles that are given ---------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Orders that the text gives instead of a scheduler, and shapes of tiles that
/// the text or an option gives.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_INPUTSCHEDULE_H
#define STEVEDORE_LIB_PIPELINE_INPUTSCHEDULE_H

#include "stevedore/Pipeline/Pipeline.h"
#include "stevedore/Schedule/TileCoordinates.h"

namespace stevedore {

/// The schedule that the text gives, one band over the whole domain, tiled as
/// \p Wanted says. Errors: those of tiledAs(), or a band without the dimensions
/// for it.
llvm::Expected<Schedule> tiledInput(const Scop &S, const ScheduleInput &Given,
                                    const Dependences &D,
                                    const TilingRequest &Wanted);

/// The shape of tiles that the text asks for, or else \p D.
TilingRequest tilingWanted(const ScheduleInput &Given, const Decisions &D,
                           isl::ctx Ctx);

/// \p Sizes with those of \p Order that are no choice: 1 where tiles are numbered.
ConstantSizes withNumberedTiles(const Schedule &Order, ConstantSizes Sizes);

/// Why no band of \p Order has tiles of the shape \p Wanted; empty: one has, or
/// boxes are wanted.
std::string whyBoxes(const Schedule &Order, const Scop &S,
                     const TilingRequest &Wanted);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_INPUTSCHEDULE_H
