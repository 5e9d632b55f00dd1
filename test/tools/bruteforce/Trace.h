//===- test/tools/bruteforce/Trace.h - Executing a tiled band on paper -*- C++
//-*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// All accesses of a band at given parameter values and tile sizes, in the
/// order of the tiled program. Everything is enumerated.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_BRUTEFORCE_TRACE_H
#define STEVEDORE_TEST_BRUTEFORCE_TRACE_H

#include "stevedore/Schedule/Schedule.h"
#include <map>

namespace bruteforce {

using Point = std::vector<int64_t>;

/// Values of parameters and tile sizes by name.
using Values = std::map<std::string, int64_t>;

/// The number of a statement and the values of the loops around it.
using Instance = std::pair<unsigned, Point>;

/// One instance's access to one element.
struct Event {
  Instance Of;
  unsigned Array;
  Point Element;
  bool Reads;
  bool MustWrites;
  bool MayWrites;
};

/// The events of one tile in execution order; those of one instance read
/// before they write.
struct Tile {
  /// Outer counters, and the number of the tile around along each dimension.
  Point Outer;
  /// Number of the tile along each tiled dimension.
  Point Index;
  std::vector<Event> Events;
};

/// The non-empty tiles of \p B in execution order. Errors: a parameter without
/// a value, or an infinite set.
llvm::Expected<std::vector<Tile>>
traceBand(const stevedore::Scop &S, const stevedore::Band &B, const Values &V);

/// Whether an instance outside of \p B reads array number \p Array.
bool readOutside(const stevedore::Scop &S, const stevedore::Band &B,
                 unsigned Array);

} // namespace bruteforce

#endif // STEVEDORE_TEST_BRUTEFORCE_TRACE_H
