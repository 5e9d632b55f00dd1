//===- TilesTogether.h - What several tiles move once -----------*- C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
/// \file
/// Counts that do not depend on where tiles begin inside of a reuse scope.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_PIPELINE_TILESTOGETHER_H
#define STEVEDORE_LIB_PIPELINE_TILESTOGETHER_H

#include "stevedore/Pipeline/Counts.h"
#include <map>

namespace stevedore {

/// Takes the tiles of a reuse scope together: each element is loaded and stored
/// once in it, and which elements are does not depend on the size of the tiles
/// along it. So the last coordinates of a CountedSet, the first NumOnce from
/// the end, need not be summed over.
class TilesTogether {
public:
  explicit TilesTogether(const RegionPlan &Plan) : Plan(Plan) {}

  /// \p Set, { [o, I, m] }, as { [o, I', m] } without those coordinates. What a
  /// strip loads is what it reads from outside itself, as a tile of a band with
  /// a dimension less does; else it is the union over tiles of size 1. Errors:
  /// the budget.
  llvm::Expected<CountedSet> of(const CountedSet &Set);

  /// \p Set, elements that tiles move, as the values that are moved, for those
  /// of a strip together where tiles reuse in it. The last coordinate that is
  /// not counted is MovedValues' b: at one b, tiles along different dimensions
  /// are not joined, while elements that several b have would join them. A null
  /// set: not known, or asked for again.
  CountedSet byValue(const CountedSet &Set);

private:
  const RegionPlan &Plan;
  /// Of levels and arrays.
  std::map<std::pair<unsigned, unsigned>, MovedValues> Values;
  /// Of each level, the transfers of strips that reuse nothing.
  std::map<unsigned, std::vector<ArrayTransfers>> Strips;

  isl::set loadsOfStrip(const CountedSet &Set);
};

/// \p Set with its points' coordinate number \p K as one more coordinate that a
/// sum goes over: what depends on it falls into fewer pieces.
CountedSet withPointCoordinate(CountedSet Set, unsigned K);

/// \p Set without the coordinates I of tiles that each of its points has one
/// of: in { [I, m] : I <= m_d + c < I + T and (I', m) in P }, with the step T
/// of I and a coordinate m_d of the points, m alone tells the multiple I of T.
/// So the sum over I is the number of points of P, whatever T is.
CountedSet withoutKnownTiles(CountedSet Set);

} // namespace stevedore

#endif // STEVEDORE_LIB_PIPELINE_TILESTOGETHER_H
