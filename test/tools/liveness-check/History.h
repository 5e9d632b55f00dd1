//===- History.h - A region at given numbers --------------------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// All operations of a region on one array at given parameter values, and the
/// conflicts that follow from the definitions, pair by pair. Shares no code
/// with the analyses.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_TEST_LIVENESSCHECK_HISTORY_H
#define STEVEDORE_TEST_LIVENESSCHECK_HISTORY_H

#include "Graph.h"
#include "stevedore/Liveness/InstanceConflicts.h"
#include "stevedore/Scop/Text.h"
#include <map>
#include <set>

namespace liveness {

using Point = std::vector<int64_t>;

/// Values of parameters by name.
using Values = std::map<std::string, int64_t>;

/// The instances of a region and what surely comes before what.
struct Instances {
  std::vector<std::pair<std::string, Point>> Points;
  Matrix Before;
  /// Instances of one step, whose reads come before its writes.
  Matrix SameStep;
  /// Where the region is tiled, the tile of each instance: outer counters and
  /// the number of the tile along each dimension.
  std::vector<Point> Tiles;
};

/// A read or write of one element, or the use right after a write that nothing
/// reads. Instance numbers past the last are the entry and the exit.
struct Operation {
  enum { Read, Write, UseOfDead } Kind;
  unsigned Instance;
  unsigned Element;
};

/// The life of one array.
struct History {
  std::vector<Point> Elements;
  std::vector<Operation> Operations;
  /// Surely before, between operations.
  Matrix Before;

  bool isPartialOrder() const;
  /// Symmetric, no loops.
  Matrix conflicts(stevedore::LivenessMethod Method) const;
};

/// The points of \p Set with parameters fixed to \p V, which must leave
/// finitely many. They are enumerated piece by piece, so that nothing depends on
/// how isl combines the pieces.
std::vector<Point> pointsOf(isl::set Set, const Values &V);

Instances enumerate(const stevedore::TextInput &In, const Values &V);
/// The instances under the tiles that the band of \p In has at the sizes T1, ...
/// of \p V: outer loops and tiles in sequence, and inside a tile the points in
/// the order of the schedule with its parallel dimensions.
Instances enumerateTiled(const stevedore::TextInput &In, const Values &V);
History historyOf(const stevedore::TextInput &In, const Instances &All,
                  unsigned Array, const Values &V);

} // namespace liveness

#endif // STEVEDORE_TEST_LIVENESSCHECK_HISTORY_H
