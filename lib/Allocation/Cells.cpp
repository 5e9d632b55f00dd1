//===- Cells.cpp - Sets of elements by cells ------------------------------===//
//
// Part of the Stevedore project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stevedore/Allocation/Cells.h"
#include "isl/aff.h"
#include "isl/set.h"
#include "isl/space.h"
#include "isl/val.h"
#include <algorithm>

using namespace stevedore;

isl::pw_aff stevedore::rowProduct(const isl::space &Element,
                                  const std::vector<int64_t> &C) {
  isl_local_space *Space = isl_local_space_from_space(Element.copy());
  isl_aff *Sum = isl_aff_zero_on_domain(Space);
  for (unsigned K = 0; K < C.size(); ++K)
    Sum = isl_aff_set_coefficient_val(
        Sum, isl_dim_in, K, isl_val_int_from_si(isl_aff_get_ctx(Sum), C[K]));
  return isl::pw_aff(isl::manage(Sum));
}

isl::pw_aff stevedore::number(const isl::space &Element, int64_t Number) {
  return isl::pw_aff(Element.universe_set(), isl::val(Element.ctx(), Number));
}

isl::pw_aff stevedore::onElements(const isl::space &Element,
                                  const isl::aff &Form) {
  isl::space Own = isl::manage(isl_aff_get_domain_space(Form.get()));
  isl::space Space = Element.align_params(Own);
  isl_pw_aff *Aligned =
      isl_pw_aff_align_params(isl_pw_aff_from_aff(Form.copy()), Space.copy());
  return isl::manage(isl_pw_aff_insert_domain(Aligned, Space.release()));
}

/// { A[m] : each of \p Distances is at least \p Bound }
static isl::set allAtLeast(llvm::ArrayRef<isl::pw_aff> Distances,
                           const isl::pw_aff &Bound) {
  isl::set Result;
  for (const isl::pw_aff &Distance : Distances) {
    isl::set Next = Distance.ge_set(Bound);
    Result = Result.is_null() ? Next : Result.intersect(Next);
  }
  return Result;
}

isl::set stevedore::atLeast(llvm::ArrayRef<isl::pw_aff> Distances,
                            const Extent &E) {
  isl::space Element =
      isl::manage(isl_pw_aff_get_domain_space(Distances.front().get()));
  std::optional<int64_t> Constant = E.constant();
  if (Constant)
    return allAtLeast(Distances,
                      number(Element, std::max<int64_t>(*Constant, 1)));
  isl::set Result = allAtLeast(Distances, number(Element, 1));
  for (const std::vector<isl::aff> &Alternative : E.MaxOfMins) {
    isl::set ReachesOne = isl::set::empty(Element);
    for (const isl::aff &Form : Alternative)
      ReachesOne =
          ReachesOne.unite(allAtLeast(Distances, onElements(Element, Form)));
    Result = Result.intersect(ReachesOne);
  }
  return Result;
}

isl::set stevedore::packedElements(const isl::space &Element,
                                   const ModularMapping &M) {
  const PackedForm &P = *M.Packed;
  auto times = [&](const isl::pw_aff &Value, int64_t Factor) {
    return Value.scale(isl::val(Element.ctx(), Factor));
  };
  isl::pw_aff K = rowProduct(Element, M.Matrix[P.Outer])
                      .sub(onElements(Element, P.First)),
              X = rowProduct(Element, M.Matrix[P.Inner])
                      .sub(onElements(Element, P.Start))
                      .sub(times(K, P.Slope)),
              Rows = onElements(Element, P.Count.MaxOfMins.front().front()),
              Zero = number(Element, 0);
  return K.ge_set(Zero)
      .intersect(K.lt_set(Rows))
      .intersect(X.ge_set(Zero))
      .intersect(
          X.lt_set(onElements(Element, P.Length).add(times(K, P.Growth))));
}
