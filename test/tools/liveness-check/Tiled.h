//===- Tiled.h - Parallel loops inside tiles --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// The local memory of tiles whose points run in parallel, against enumeration.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_TILED_H
#define STEVEDORE_TEST_LIVENESSCHECK_TILED_H

#include "History.h"

namespace liveness {

/// What came out of one region.
struct TiledCheck {
  /// The pipeline tiled it.
  bool IsTiled = false;
  /// What is wrong; empty if nothing is.
  std::string Failure;
  /// One line for each array.
  std::string Text;
};

/// Runs the pipeline on \p In, which has a band and parallel dimensions, and
/// checks at the values and tile sizes \p V that any two elements that a tile
/// accesses and that may be live at the same time, by enumeration, conflict and
/// have different cells.
TiledCheck checkTiled(const stevedore::TextInput &In, const Values &V);

/// checkTiled() for \p Count random regions.
int checkRandomTiled(uint64_t Seed, unsigned Count);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_TILED_H
