//===- Approximation.cpp - Loads approximated on purpose ------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Approximation.h"
#include "Typical.h"
#include "stevedore/Support/Coalesce.h"
#include "stevedore/Support/Existentials.h"
#include "stevedore/Support/Limits.h"
#include "stevedore/Support/Size.h"
#include "isl/map.h"
#include "isl/set.h"
#include "isl/union_map.h"
#include <cmath>

using namespace stevedore;

/// \p Elements, with every value of the other dimensions than \p D.
static isl::set alongDimension(const isl::set &Elements, unsigned D) {
  unsigned Rank = countOf(Elements.tuple_dim());
  isl_set *Side = isl_set_eliminate(Elements.copy(), isl_dim_set, 0, D);
  return isl::manage(
      isl_set_eliminate(Side, isl_dim_set, D + 1, Rank - D - 1));
}

/// { A[m] : m_D is not below the least and not above the greatest subscript of
/// \p Side in dimension \p D }
static isl::set betweenEnds(const isl::set &Side, unsigned D) {
  isl::map All = isl::map::universe(Side.get_space().map_from_set());
  isl::map From = isl::manage(
      isl_map_order_le(All.copy(), isl_dim_in, D, isl_dim_out, D));
  return Side.apply(From).intersect(Side.apply(From.reverse()));
}

isl::set stevedore::boxAround(const isl::set &Read) {
  isl::set Close = isl::manage(isl_set_remove_divs(Read.copy()));
  isl::set Box = isl::set::universe(Read.get_space());
  unsigned Rank = countOf(Read.tuple_dim());
  for (unsigned D = 0; D < Rank; ++D) {
    isl::set Side = coalesced(alongDimension(Read, D));
    isl::set Relaxed =
        isl::manage(isl_set_remove_divs(alongDimension(Close, D).release()));
    if (hasDivisions(Side))
      Side = betweenEnds(Side, D);
    else if (Relaxed.is_subset(Side).is_true())
      Side = Relaxed;
    Box = Box.intersect(coalesced(Side));
  }
  return Box;
}

/// The bounds of dimension \p D of the range of \p M alone, by a hull.
static isl::map boundsAlong(const isl::map &M, unsigned D) {
  unsigned Rank = countOf(M.range_tuple_dim());
  isl_map *Side = isl_map_eliminate(M.copy(), isl_dim_out, 0, D);
  Side = isl_map_eliminate(Side, isl_dim_out, D + 1, Rank - D - 1);
  return isl::manage(
      isl_map_from_basic_map(isl_map_simple_hull(isl_map_remove_divs(Side))));
}

isl::map stevedore::boxOf(const isl::map &M) {
  isl::map Domains = isl::manage(isl_map_remove_divs(M.copy()));
  isl::map Box = isl::manage(
      isl_map_from_domain(isl_set_from_basic_set(isl_set_simple_hull(
          isl_set_remove_divs(Domains.domain().release())))));
  isl::map Result = isl::map::universe(M.get_space())
                        .intersect_domain(Box.domain());
  unsigned Rank = countOf(M.range_tuple_dim());
  for (unsigned D = 0; D < Rank; ++D)
    Result = Result.intersect(boundsAlong(M, D));
  return isl::manage(isl_map_remove_redundancies(Result.release()));
}

/// { I -> I' : I' is the position of a point of \p Points, { I -> pt }, among
/// the tiled dimensions, and in the reuse scope of I }
static isl::map positions(const isl::map &Points, const TileSpace &T) {
  unsigned Outer = T.OuterNames.size(), Size = T.Shape->originDimensions();
  unsigned Rest = countOf(Points.range_tuple_dim()) - Outer - Size;
  return Points.project_out(isl::dim::out, Outer + Size, Rest)
      .project_out(isl::dim::out, 0, Outer)
      .intersect(T.Shape->sameScope(T.Reuse));
}

Degree stevedore::degreeOf(const isl::map &F, const TileSpace &T) {
  isl::map Contribution = T.Shape->endingAt(T.Reuse).apply_range(F);
  return {positions(T.Inside, T).apply_range(Contribution),
          positions(T.Before, T).apply_range(Contribution)};
}

namespace {

/// Finds boxes for the loads of one array.
class BoxLoads {
public:
  BoxLoads(ArrayTransfers &A, const Scop &S, const Band &B, const TileSpace &T)
      : A(A), S(S), B(B), T(T) {}

  bool isContiguous() const;
  bool takeAround(const isl::map &Needed);
  bool takeAhead();

private:
  ArrayTransfers &A;
  const Scop &S;
  const Band &B;
  const TileSpace &T;

  isl::union_map accesses() const;
  isl::set accessed() const;
  isl::map touched() const;
  isl::set existing() const;
  bool doExist(const isl::map &Load) const;
  bool isUnwritten(const isl::map &Box) const;
  isl::map within(const isl::map &Box) const;
  double volume(const isl::map &M) const;
  std::vector<isl::map> boxes(const isl::map &Needed) const;
  void merge(std::vector<isl::map> &Boxes) const;
  bool take(const std::vector<isl::map> &Boxes, const char *Method);
};

} // namespace

/// { S[i] -> A[m] } for the accesses of the band.
isl::union_map BoxLoads::accesses() const {
  isl::union_map Result = S.accesses(A.Array, &Access::Reads);
  for (bool Access::*Kind : {&Access::MustWrites, &Access::MayWrites})
    Result = Result.unite(S.accesses(A.Array, Kind));
  return Result.intersect_domain(B.Domain);
}

/// { A[m] : some instance of the band accesses m }
isl::set BoxLoads::accessed() const {
  isl::set Result = isl::set::empty(A.Load.get_space().range());
  isl::stat Done = accesses().range().foreach_set([&](isl::set Elements) {
    Result = Result.unite(Elements);
    return isl::stat::ok();
  });
  return Done.is_ok() ? Result : isl::set();
}

/// { I -> A[m] : the tile at I accesses m }, whether I is an origin or not.
isl::map BoxLoads::touched() const {
  isl::union_map Instances =
      isl::union_map(T.Shape->points().intersect_params(T.Context))
          .apply_range(B.Theta.intersect_domain(B.Domain).reverse());
  isl::map Result = isl::map::empty(A.Load.get_space());
  isl::stat Done = Instances.apply_range(accesses()).foreach_map(
      [&](isl::map M) {
        Result = Result.unite(M);
        return isl::stat::ok();
      });
  return Done.is_ok() ? Result : isl::map();
}

/// Whether the elements of the array are known to be one piece of memory, or
/// there is no memory: in a text without sizes.
bool BoxLoads::isContiguous() const {
  const Array &Of = S.Arrays[A.Array];
  if (Of.Pointers > 0)
    return false;
  if (Of.ElementBytes == 0)
    return true;
  for (unsigned D = 1; D < Of.Rank; ++D)
    if (Of.Extent.is_null() ||
        isl_set_dim_is_bounded(Of.Extent.get(), isl_dim_set, D) !=
            isl_bool_true)
      return false;
  return true;
}

/// What may be loaded as it is in the box around elements that exist.
isl::set BoxLoads::existing() const { return boxAround(accessed()); }

/// Whether all of \p Load, which is in the box around elements that are accessed,
/// exists. What lies between two elements of one piece of memory, in the order of
/// memory, does, while the last corner of a box need not. Rows of a declared
/// array exist as a whole, so that of those the first dimension alone decides.
bool BoxLoads::doExist(const isl::map &Load) const {
  const Array &Of = S.Arrays[A.Array];
  unsigned Whole = Of.Made ? Of.Rank : Of.DeclaredDimensions;
  if (Of.ElementBytes == 0 || Whole + 1 >= Of.Rank)
    return true;
  isl::set Elements = accessed(), Loaded = Load.range();
  isl::map After = isl::map::lex_le(Loaded.get_space());
  isl::set Between =
      Elements.apply(After).intersect(Elements.apply(After.reverse()));
  return Loaded.intersect_params(T.Context).is_subset(Between).is_true();
}

/// Eq. 8.
bool BoxLoads::isUnwritten(const isl::map &Box) const {
  return Box.is_disjoint(A.WrittenBefore).is_true();
}

/// \p Box in the tiles that are executed, and of elements that exist.
isl::map BoxLoads::within(const isl::map &Box) const {
  isl::set Existing = existing();
  isl::map Result = Box.intersect_domain(T.NonEmpty);
  if (!Result.range().is_subset(Existing).is_true())
    Result = Result.intersect_range(Existing);
  return Result;
}

/// The number of elements of \p M in the typical tile; 0 if there are none.
double BoxLoads::volume(const isl::map &M) const {
  isl::set Elements = inTypicalTile(M, T);
  return Elements.is_empty().is_false() ? std::exp(boxSize(Elements)) : 0;
}

/// Boxes around the pieces of \p Needed; pieces around which something was
/// written before stay as they are.
std::vector<isl::map> BoxLoads::boxes(const isl::map &Needed) const {
  std::vector<isl::map> Result;
  Needed.foreach_basic_map([&](isl::basic_map Piece) -> isl::stat {
    isl::map Box = within(boxOf(isl::map(Piece)));
    Result.push_back(isUnwritten(Box) ? Box : isl::map(Piece));
    return isl::stat::ok();
  });
  return Result;
}

/// Joins boxes of \p Boxes where that adds few elements in the typical tile.
void BoxLoads::merge(std::vector<isl::map> &Boxes) const {
  for (size_t I = 0; I < Boxes.size(); ++I)
    for (size_t J = 0; J < Boxes.size();) {
      isl::map Joint;
      if (J != I && !Boxes[J].is_subset(Boxes[I]).is_true()) {
        double Apart = volume(Boxes[I]) + volume(Boxes[J]);
        Joint = within(boxOf(Boxes[I].unite(Boxes[J])));
        bool IsSmall = volume(Boxes[I]) > 0 && volume(Boxes[J]) > 0 &&
                       volume(Joint) <= Apart * limits::JointBoxShare;
        if (!IsSmall || !isUnwritten(Joint))
          Joint = isl::map();
      } else if (J != I) {
        Joint = Boxes[I];
      }
      if (Joint.is_null()) {
        ++J;
        continue;
      }
      Boxes[I] = Joint;
      Boxes.erase(Boxes.begin() + J);
      I -= J < I;
      J = 0;
    }
}

/// Whether each convex piece of \p M bounds each dimension by itself.
static bool isBox(const isl::map &M) {
  return !hasDivisions(M) && M.is_equal(boxOf(M)).is_true();
}

/// Loads \p Boxes, where they are known to exist. True if they all are boxes.
bool BoxLoads::take(const std::vector<isl::map> &Boxes, const char *Method) {
  isl::map Load = isl::map::empty(A.Load.get_space());
  bool AreBoxes = true;
  if (Boxes.size() > limits::BoxesOfLoad)
    return false;
  for (const isl::map &Box : Boxes) {
    Load = Load.unite(Box);
    AreBoxes &= isBox(Box);
  }
  if (Load.is_null() || !isUnwritten(Load) || !doExist(Load))
    return false;
  A.Load = coalesced(Load);
  A.FullLoad = A.Reach = isl::map();
  A.Values = LoadedValues();
  A.LoadsMore = true;
  A.Method = AreBoxes ? Method : "box in part";
  return AreBoxes;
}

/// Boxes around \p Needed, which the tiles have to load at the latest.
bool BoxLoads::takeAround(const isl::map &Needed) {
  std::vector<isl::map> Boxes = boxes(coalesced(Needed));
  if (Boxes.size() <= limits::BoxesOfLoad)
    merge(Boxes);
  return take(Boxes, "box");
}

/// Load = Ra_I n (F(I) - F(before I)) for the degree of the boxes around what
/// tiles touch, with the lattice of Ra_I left out: the box around what some
/// tile of the scope needs.
bool BoxLoads::takeAhead() {
  if (T.Reuse != ReuseScope::strip())
    return false;
  isl::map Remote = A.In.unite(difference(A.Store, A.MustWrite));
  isl::map OfScope =
      within(boxOf(T.Shape->sameScope(T.Reuse).apply_range(Remote)));
  Degree Touched = degreeOf(boxOf(touched()), T);
  isl::map Load = coalesced(
      difference(Touched.Here.intersect(OfScope), Touched.Before));
  if (Load.is_null())
    return false;
  ArrayTransfers Old = A;
  if (take(boxes(Load.intersect_domain(T.NonEmpty)), "box, ahead")) {
    A.LoadedBefore = coalesced(Touched.Before.intersect(OfScope));
    return true;
  }
  A = Old;
  return false;
}

void stevedore::loadBoxes(ArrayTransfers &A, const Scop &S, const Band &B,
                          const TileSpace &T) {
  A.InBoxes = true;
  if (A.Load.is_empty().is_true())
    return;
  Budget Limit(S.ctx(), {0, limits::BoxOperations});
  BoxLoads Loads(A, S, B, T);
  std::string Exact =
      "array '" + S.Arrays[A.Array].Name + "' is not loaded in boxes: ";
  if (!Loads.isContiguous()) {
    A.Remark = Exact + "the lengths of its rows are not known, or neither "
                       "constants nor parameters";
    return;
  }
  if ((!A.isInHulls() && Loads.takeAround(A.Load)) || Loads.takeAhead())
    return;
  A.Remark = Exact + "something in them was written before, or is not known "
                     "to exist, or they are too many";
}
