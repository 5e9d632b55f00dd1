//===- Contraction.cpp - Fewer cells without tiles ------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region that is not tiled is one tile. Arrays that hold nothing before and
// behind it take the cells that they need in the order of its instances, in the
// partial order of them where loops are parallel; others are where they are.
//
//===----------------------------------------------------------------------===//

#include "ArrayAllocation.h"
#include "Tiled.h"
#include "stevedore/Liveness/Liveness.h"
#include "stevedore/Support/FixedAt.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "llvm/ADT/STLExtras.h"
#include "isl/set.h"

using namespace stevedore;
using namespace llvm;

/// The arrays of \p S that may have cells of their own by \p As.
static std::vector<std::string> candidates(const Scop &S, const Decisions &As) {
  std::vector<std::string> Names;
  for (const Array &A : S.Arrays)
    if (!A.LiveOut && As.Allocation != AllocationKind::None &&
        (!As.Buffers || is_contained(*As.Buffers, A.Name)))
      Names.push_back(A.Name);
  return Names;
}

/// \p D for one tile in one memory, on one worker, with buffers for \p Names
/// alone, and points in the order of the program.
static Decisions forOneTile(Decisions D, std::vector<std::string> Names) {
  D.Memories = 1;
  D.Buffers = std::move(Names);
  D.Reuse = ReuseScope::none();
  D.Order = OrderKind::Sequential;
  D.OrdersPoints = false;
  D.Registers = {false, {}};
  D.SplitArrays = false;
  D.Banks = 1;
  D.Workers = 1;
  D.OpensTeam = false;
  D.MaxLocal.reset();
  D.MaxFarther.clear();
  return D;
}

/// Plans the region as one tile with buffers for Contracted. False: no array
/// has one, or the plan costs too much.
Expected<bool> TiledRegion::planOneTile() {
  if (!Contracted)
    Contracted = candidates(*Plan.Program, Plan.Decided);
  if (Contracted->empty())
    return false;
  Schedule Order = Plan.Order;
  Decisions Decided = Plan.Decided;
  Plan.Decided = forOneTile(Decided, *Contracted);
  Budget Part(D.context(), Budget::partLeft(D.context(), limits::LeftShare));
  Error Failed = untile(inOneTile(Order));
  if (!Failed)
    Failed = planBandWithin(Plan.Order.Bands.front(), Plan.Decided);
  Failed = within(Part, std::move(Failed), "the cells of arrays");
  if (!Failed)
    return true;
  if (!Failed.isA<IslError>())
    return std::move(Failed);
  Result.Remarks.push_back(
      {false, "arrays keep their sizes: " + toString(std::move(Failed))});
  Contracted->clear();
  Plan.Levels.clear();
  Result.Bounds.clear();
  Moved.clear();
  Plan.Order = std::move(Order);
  Plan.Decided = std::move(Decided);
  return false;
}

/// The cells of a box around the elements of array number \p Array in \p S at
/// \p Typical values; none where it is not bounded.
static std::optional<double> cellsOfBox(const Scop &S, unsigned Array,
                                        const TypicalValues &Typical,
                                        const Roles &Known) {
  double Cells = 1;
  isl::set Elements;
  for (const Statement &St : S.Statements)
    for (const Access &A : St.Accesses)
      if (A.Array == Array) {
        isl::set Of = A.Relation.intersect_domain(St.Domain).range();
        Elements = Elements.is_null() ? Of : Elements.unite(Of);
      }
  for (unsigned K = 0; K < countOf(Elements.dim(isl::dim::param)); ++K) {
    std::string Name = Elements.get_dim_name(isl::dim::param, K);
    Elements = fixedAt(Elements, isl_dim_param, K, Typical.of(Known, Name));
  }
  for (unsigned K = 0; K < countOf(Elements.tuple_dim()); ++K) {
    isl::val Width =
        isl::manage(isl_set_dim_max_val(Elements.copy(), int(K)))
            .sub(isl::manage(isl_set_dim_min_val(Elements.copy(), int(K))));
    if (!isl_val_is_int(Width.get()))
      return std::nullopt;
    Cells *= 1 + isl_val_get_d(Width.get());
  }
  return Cells;
}

/// Whether arrays that were tried with buffers are better where they are, since
/// something of them is there before or behind the region, or they take no
/// fewer cells; those are tried no more.
bool TiledRegion::leavesInPlace() {
  if (!Contracted || Contracted->empty() || Plan.Levels.empty())
    return false;
  std::vector<std::string> Better;
  for (const LocalArray &L : Plan.Levels.front().Arrays) {
    const Array &A = Plan.Program->Arrays[L.Transfers.Array];
    const Roles &Known = L.Conflicts.Parameters;
    TypicalValues Typical = Plan.Decided.typical();
    std::optional<double> Box =
        cellsOfBox(*Plan.Program, L.Transfers.Array, Typical, Known);
    if (isTemporary(L.Transfers) &&
        (A.Private || !Box || double(cellsAt(L.Mapping, [&](StringRef Name) {
                                return Typical.of(Known, Name);
                              })) < *Box))
      Better.push_back(A.Name);
  }
  bool IsLess = Better.size() < Contracted->size();
  Contracted = std::move(Better);
  return IsLess;
}
