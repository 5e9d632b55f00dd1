//===- LocatedAccess.cpp - An access of one of two models -----------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocatedAccess.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/val.h"

using namespace stevedore;

/// The number of elements of \p Extent in dimension \p D; 0: not a constant.
static unsigned long lengthOf(const isl::set &Extent, unsigned D) {
  if (Extent.is_null())
    return 0;
  isl_set *Row = Extent.copy();
  unsigned Rank = countOf(isl_set_dim(Row, isl_dim_set));
  Row = isl_set_project_out(Row, isl_dim_set, D + 1, Rank - D - 1);
  Row = isl_set_project_out(Row, isl_dim_set, 0, D);
  Row = isl_set_drop_constraints_not_involving_dims(Row, isl_dim_set, 0, 1);
  isl::set Values = isl::manage(Row);
  unsigned NumParameters = countOf(isl_set_dim(Row, isl_dim_param));
  if (isl_set_involves_dims(Row, isl_dim_param, 0, NumParameters))
    return 0;
  isl::val Last = isl::manage(isl_set_dim_max_val(Values.copy(), 0));
  return Last.is_int().is_true() ? isl_val_get_num_si(Last.get()) + 1 : 0;
}

ArrayShape stevedore::shapeOf(const Array &A) {
  ArrayShape Result;
  Result.ElementBytes = A.ElementBytes;
  Result.IsPrivate = A.Private;
  for (unsigned D = 1; D < A.Rank; ++D)
    Result.Rows.push_back(lengthOf(A.Extent, D));
  return Result;
}

unsigned LocatedAccess::numLoops() const {
  return countOf(isl_map_dim(Elements.get(), isl_dim_in));
}

unsigned LocatedAccess::rank() const {
  return countOf(isl_map_dim(Elements.get(), isl_dim_out));
}

/// What \p A has in each iteration of loops around is there once.
static void dropExpansion(LocatedAccess &A, unsigned Rank) {
  while (A.rank() > Rank) {
    A.Elements = isl::manage(
        isl_map_project_out(A.Elements.release(), isl_dim_out, 0, 1));
    A.Shape.Rows.erase(A.Shape.Rows.begin(),
                       A.Shape.Rows.begin() + !A.Shape.Rows.empty());
  }
}

/// \p A after `[.., m1, m2] -> [.., Outer m1 + m2]`; without an m1 where
/// \p Outer is 0, and then \p A has one element for \p Unit ones.
static void replaceLast(LocatedAccess &A, unsigned long Outer,
                        unsigned long Unit) {
  unsigned Rank = A.rank(), Kept = Outer ? Rank - 2 : Rank - 1;
  isl_local_space *Domain = isl_local_space_from_space(
      isl_space_range(isl_map_get_space(A.Elements.get())));
  isl_aff *Last = isl_aff_var_on_domain(isl_local_space_copy(Domain),
                                        isl_dim_set, Rank - 1);
  if (Outer)
    Last = isl_aff_set_coefficient_si(Last, isl_dim_in, int(Rank - 2),
                                      long(Outer));
  Last = isl_aff_floor(isl_aff_scale_down_ui(Last, Unit));
  isl_map *Map = isl_map_from_aff(Last);
  for (unsigned D = Kept; D-- > 0;)
    Map = isl_map_flat_range_product(
        isl_map_from_aff(isl_aff_var_on_domain(isl_local_space_copy(Domain),
                                               isl_dim_set, D)),
        Map);
  isl_local_space_free(Domain);
  A.Elements = A.Elements.apply_range(isl::manage(Map));
}

/// The last two dimensions of \p A as one; false: the last has no constant
/// length.
static bool mergeLast(LocatedAccess &A) {
  if (A.Shape.Rows.empty() || A.Shape.Rows.back() == 0)
    return false;
  unsigned long Length = A.Shape.Rows.back();
  replaceLast(A, Length, 1);
  A.Shape.Rows.pop_back();
  if (!A.Shape.Rows.empty())
    A.Shape.Rows.back() *= Length;
  return true;
}

/// \p A in elements of \p Bytes; false: these are not some of its own.
static bool enlarge(LocatedAccess &A, uint64_t Bytes) {
  if (A.Shape.ElementBytes == Bytes)
    return true;
  unsigned long Unit = A.Shape.ElementBytes ? Bytes / A.Shape.ElementBytes : 0;
  if (A.rank() == 0 || Unit == 0 || Unit * A.Shape.ElementBytes != Bytes)
    return false;
  if (!A.Shape.Rows.empty())
    A.Shape.Rows.back() /= Unit;
  A.Shape.ElementBytes = Bytes;
  replaceLast(A, 0, Unit);
  return true;
}

bool stevedore::bringTogether(LocatedAccess &A, LocatedAccess &B) {
  if (A.Elements.is_null() || B.Elements.is_null())
    return false;
  if (A.Shape.IsPrivate)
    dropExpansion(A, B.rank());
  while (A.rank() > B.rank())
    if (!mergeLast(A))
      return false;
  while (B.rank() > A.rank())
    if (!mergeLast(B))
      return false;
  uint64_t Bytes = std::max(A.Shape.ElementBytes, B.Shape.ElementBytes);
  if (!enlarge(A, Bytes) || !enlarge(B, Bytes))
    return false;
  for (size_t D = 0; D < A.Shape.Rows.size(); ++D)
    if (A.Shape.Rows[D] && B.Shape.Rows[D] &&
        A.Shape.Rows[D] != B.Shape.Rows[D])
      return false;
  return true;
}
