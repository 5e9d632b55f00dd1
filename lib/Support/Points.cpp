//===- Points.cpp - Points of a set ---------------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Support/Points.h"
#include "stevedore/Support/Size.h"
#include "isl/point.h"
#include "isl/set.h"
#include <algorithm>

using namespace stevedore;

std::optional<std::vector<Coordinates>> stevedore::pointsOf(const isl::set &Set,
                                                            size_t Limit) {
  std::vector<Coordinates> Result;
  if (!Set.is_bounded().is_true())
    return std::nullopt;
  unsigned Rank = countOf(isl_set_dim(Set.get(), isl_dim_set));
  isl::stat Done = Set.foreach_point([&](isl::point Point) {
    Coordinates Next;
    for (unsigned K = 0; K < Rank; ++K) {
      isl::val At = isl::manage(
          isl_point_get_coordinate_val(Point.get(), isl_dim_set, int(K)));
      Next.push_back(At.get_num_si());
    }
    Result.push_back(std::move(Next));
    return Result.size() <= Limit ? isl::stat::ok() : isl::stat::error();
  });
  if (Done.is_error())
    return std::nullopt;
  std::sort(Result.begin(), Result.end());
  return Result;
}
