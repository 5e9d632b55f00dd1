//===- test/tools/bruteforce/Replay.h - Counting what tiles move and hold -*-
// C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Replays a traced band with local memory and counts.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_BRUTEFORCE_REPLAY_H
#define STEVEDORE_TEST_BRUTEFORCE_REPLAY_H

#include "Readers.h"
#include <functional>
#include <string>

namespace bruteforce {

/// In how many of the innermost dimensions tiles of one reuse scope differ, at
/// most: 0 for none, 1 for a strip, the largest number for the band.
using Reuse = unsigned;

/// The cell of an element while a tile is computed.
using CellOf = std::function<Point(const Tile &, const Point &Element)>;

/// Numbers of one array in one band.
struct Count {
  bool Accessed = false;
  uint64_t Loads = 0;
  uint64_t Stores = 0;
  /// Those of which an instance outside of the scope sees the value, or that
  /// are observed after the program.
  uint64_t LeastStores = 0;
  /// The largest number of elements that are in local memory at once: those
  /// accessed in a tile, and those accessed both before and after it in the
  /// reuse scope. In the pipelined order also what the next tile of the strip
  /// reads, or what the one before wrote, whichever is more.
  uint64_t MaxLive = 0;
  /// Two elements that are live at once and share a cell, as text.
  std::string Conflict;
};

/// Replays \p Tiles for array number \p Array. Per scope of tiles,
/// an element is loaded when it is read, or written only perhaps, before being
/// written for sure; it is stored when it is written. \p Others tell who sees
/// it. \p Cells may be null.
Count replay(const std::vector<Tile> &Tiles, unsigned Array, Reuse Scope,
             bool Pipelined, const Readers &Others, const CellOf &Cells);

} // namespace bruteforce

#endif // STEVEDORE_TEST_BRUTEFORCE_REPLAY_H
