//===- Strips.cpp - Nests that run in strips ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strips.h"
#include "stevedore/Support/Equated.h"
#include "stevedore/Support/Isl.h"
#include "stevedore/Support/Limits.h"
#include "isl/map.h"
#include "isl/union_map.h"

namespace stevedore {
namespace lower {

namespace {

/// Accesses to one array of the program of variants.
struct TimedAccess {
  unsigned Array = 0;
  bool Writes = false;
  /// { [d] -> A[m] }
  isl::map Elements;
};

} // namespace

static std::vector<TimedAccess> accessesOf(const Variants &V,
                                           const isl::union_map &Order,
                                           llvm::ArrayRef<std::string> Names) {
  std::vector<TimedAccess> Result;
  for (const std::string &Name : Names)
    for (const Access &A : V.Program->findStatement(Name)->Accesses)
      isl::union_map(A.Relation)
          .apply_domain(Order)
          .foreach_map([&](isl::map M) {
            Result.push_back({A.Array, A.MustWrites || A.MayWrites, M});
            return isl::stat::ok();
          });
  return Result;
}

/// { [d] -> [d'] : d' is after d in the dimensions First .. Last - 1, those
/// before are equal, and Last is less }
static isl::map turnedRound(isl::space Time, const PointLoops &L) {
  isl::map Result = isl::map::empty(Time.map_from_set());
  isl::map Less = isl::map::universe(Time.map_from_set());
  Less = isl::manage(isl_map_order_gt(Less.release(), isl_dim_in, L.Last,
                                      isl_dim_out, L.Last));
  for (unsigned D = L.First; D < L.Last; ++D)
    Result = Result.unite(isl::manage(isl_map_order_lt(
        equated(Less, 0, D).release(), isl_dim_in, D, isl_dim_out, D)));
  return Result;
}

/// Whether two elements, one of them of array number \p Array, that one tile
/// accesses may share a cell.
static bool sharesCells(const Variants &V, unsigned Array) {
  auto Home = V.Buffers.find(Array);
  return Home != V.Buffers.end() &&
         (isTemporary(Home->second->Local->Transfers) ||
          !Home->second->Local->Mapping.Offsets.empty());
}

bool mayRunInStrips(const BandFrame &B, const Variants &V,
                    const isl::union_map &Order, const PointLoops &L) {
  Budget Limit(B.Tile.ctx(), {0, limits::JamOperations});
  std::vector<TimedAccess> All = accessesOf(V, Order, L.Names);
  for (const TimedAccess &X : All) {
    if (X.Writes && sharesCells(V, X.Array))
      return false;
    isl::map Wrong = turnedRound(X.Elements.get_space().domain(), L);
    for (const TimedAccess &Y : All) {
      if (X.Array != Y.Array || !(X.Writes || Y.Writes))
        continue;
      isl::map Meeting = X.Elements.apply_range(Y.Elements.reverse());
      if (!Meeting.is_disjoint(Wrong).is_true())
        return false;
    }
  }
  return unlessOver(Limit, true);
}

} // namespace lower
} // namespace stevedore
