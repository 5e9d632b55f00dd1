//===- stevedore/lib/Schedule/TimeMap.h - Times of equal and unequal length -*-
// C++ -*-===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Building schedules dimension by dimension.
//
//===----------------------------------------------------------------------===//

#ifndef STEVEDORE_LIB_SCHEDULE_TIMEMAP_H
#define STEVEDORE_LIB_SCHEDULE_TIMEMAP_H

#include "isl/isl-noexceptions.h"
#include <string>
#include <vector>

namespace stevedore {

/// { S[i] -> [t1..tn] } with a known n.
class TimeMap {
public:
  /// { S[i] -> [] } on \p Domain, which is not null.
  explicit TimeMap(const isl::union_set &Domain);

  unsigned size() const { return Size; }
  const isl::union_map &map() const { return Map; }
  /// The time followed by one more dimension.
  TimeMap then(const isl::union_pw_aff &Counter) const;
  TimeMap then(long Constant) const;
  /// Restricted to the instances \p Domain.
  TimeMap on(const isl::union_set &Domain) const;
  /// Whether \p Counter has one value for each time and the parameters.
  bool determines(const isl::union_pw_aff &Counter) const;
  /// { Name[o] -> [t1..tn] }, where \p Outer gives o for each instance.
  TimeMap renamed(const TimeMap &Outer, const std::string &Name) const;

private:
  friend class TimeUnion;
  TimeMap(isl::ctx Ctx, isl::union_map Map, unsigned Size)
      : Ctx(Ctx), Map(std::move(Map)), Size(Size) {}
  /// Of its own, since a map that went over the budget has none.
  isl::ctx Ctx;
  isl::union_map Map;
  unsigned Size;
};

/// Times of instances that need not have the same length.
class TimeUnion {
public:
  void add(const TimeMap &Part) { Parts.push_back(Part); }
  void add(const TimeUnion &Other);
  /// All parts (at least one) as one, shorter ones filled up with zeros,
  /// without those dimensions from number \p First on that are the same number
  /// everywhere.
  TimeMap withoutConstants(unsigned First) const;

private:
  std::vector<TimeMap> Parts;
};

/// \p Times { X[i] -> [t] }, shorter ones filled up with zeros.
isl::union_map ofOneLength(const isl::union_map &Times);

} // namespace stevedore

#endif // STEVEDORE_LIB_SCHEDULE_TIMEMAP_H
