//===- FullBoxes.cpp - Boxes that are full of points ----------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FullBoxes.h"
#include "stevedore/Support/Constraints.h"
#include "stevedore/Support/Size.h"
#include "isl/aff.h"
#include "isl/local_space.h"
#include "isl/set.h"

using namespace stevedore;

namespace {

/// One statement's points as constraints, and the tests for a box.
class BoxTest {
public:
  BoxTest(isl::basic_set Points, const std::vector<std::string> &Sizes);

  /// { I : the whole box satisfies every constraint }
  isl::set inside() const;
  /// { I : the whole box violates an equality } : the box holds none of the
  /// points of a set with fewer dimensions than the box.
  isl::set missesEquality() const;

private:
  const std::vector<std::string> &Sizes;
  std::vector<std::pair<isl::aff, bool>> Constraints;
  isl::set Everything;

  isl::aff atCorner(isl::aff Value, bool Smallest) const;
  isl::aff addSize(isl::aff Value, unsigned K, isl::val Factor) const;
};

} // namespace

BoxTest::BoxTest(isl::basic_set Points, const std::vector<std::string> &Sizes)
    : Sizes(Sizes) {
  Everything = isl::set(isl::basic_set::universe(Points.get_space()));
  for (const isl::constraint &C : constraintsOf(Points))
    Constraints.push_back(
        {isl::manage(isl_constraint_get_aff(C.get())),
         isl_constraint_is_equality(C.get()) == isl_bool_true});
}

/// \p Value + \p Factor * (T_k - 1)
isl::aff BoxTest::addSize(isl::aff Value, unsigned K, isl::val Factor) const {
  isl::space Space = Value.domain_space();
  isl::id Size = isl::id::alloc(Value.ctx(), Sizes[K], nullptr);
  isl::aff T = isl::manage(
      isl_aff_param_on_domain_space_id(Space.release(), Size.release()));
  isl::aff Reach = isl::manage(isl_aff_scale_val(
      isl_aff_add_constant_si(T.release(), -1), Factor.release()));
  return Value.add(Reach);
}

/// The smallest or largest value of \p Value, an expression of b, over the box
/// at I, as an expression of I.
isl::aff BoxTest::atCorner(isl::aff Value, bool Smallest) const {
  isl::aff Corner = Value;
  for (unsigned K = 0; K < Sizes.size(); ++K) {
    isl::val Factor =
        isl::manage(isl_aff_get_coefficient_val(Value.get(), isl_dim_in, K));
    bool GrowsDown = Factor.is_neg().is_true();
    if (!Factor.is_zero().is_true() && GrowsDown == Smallest)
      Corner = addSize(Corner, K, Factor);
  }
  return Corner;
}

static isl::set nonNegative(isl::aff Value) {
  return isl::set(isl::manage(isl_aff_ge_basic_set(
      Value.copy(),
      isl_aff_zero_on_domain_space(isl_aff_get_domain_space(Value.get())))));
}

static isl::set negative(isl::aff Value) {
  return isl::set(isl::manage(isl_aff_neg_basic_set(Value.copy())));
}

isl::set BoxTest::inside() const {
  isl::set Result = Everything;
  for (const auto &[Value, IsEquality] : Constraints) {
    Result = Result.intersect(nonNegative(atCorner(Value, true)));
    if (IsEquality)
      Result = Result.intersect(nonNegative(atCorner(Value, false).neg()));
  }
  return Result;
}

isl::set BoxTest::missesEquality() const {
  isl::set Result = Everything.subtract(Everything);
  for (const auto &[Value, IsEquality] : Constraints)
    if (IsEquality)
      Result = Result.unite(negative(atCorner(Value, false)))
                   .unite(negative(atCorner(Value, true).neg()));
  return Result;
}

/// Tiles that are full for one statement, whose points are \p Points.
isl::set stevedore::fullForStatement(isl::set Points,
                                     const std::vector<std::string> &Sizes) {
  isl::set Result = Points.subtract(Points);
  unsigned Pieces = countOf(Points.n_basic_set());
  Points.foreach_basic_set([&](isl::basic_set Piece) -> isl::stat {
    if (isl_basic_set_dim(Piece.get(), isl_dim_div) == 0) {
      BoxTest Test(Piece, Sizes);
      Result = Result.unite(Test.inside());
      if (Pieces == 1)
        Result = Result.unite(Test.missesEquality());
    }
    return isl::stat::ok();
  });
  return Result;
}
